/** The part of the WebAssembly API that is used here: Node's type definitions lack it. */
declare namespace WebAssembly {
  /** Compiled code; can be passed to a worker thread. */
  class Module {
    /** Makes the type nominal. */
    private readonly compiled: true
    constructor(bytes: Uint8Array)
    static exports(module: Module): { readonly name: string; readonly kind: string }[]
  }
  class Instance {
    readonly exports: Record<string, unknown>
    constructor(module: Module, imports: Record<string, Record<string, Memory | ((...args: number[]) => unknown)>>)
  }
  class Memory {
    readonly buffer: ArrayBuffer
    constructor(pages: { readonly initial: number; readonly maximum: number; readonly shared: boolean })
  }
  interface Global {
    value: number
  }
  interface Table {
    readonly length: number
    get(index: number): unknown
    set(index: number, value: unknown): void
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
