/** The part of the WebAssembly API that is used here; Node has it, but its type definitions leave it to the browser's. */
declare namespace WebAssembly {
  /** Compiled code; can be handed to a worker thread. */
  class Module {
    /** Tells it from other objects. */
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
