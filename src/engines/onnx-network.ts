import type { SessionSettings } from './exact-products.ts'
import { type NamedNumbers, requireRuntime } from './onnx-runtime.ts'

/** A network in memory. Runs one inference at a time, on the calling thread. */
export interface Network extends Disposable {
  run(inputs: NamedNumbers): Promise<NamedNumbers>
  /** Writes the results to the data of the outputs, whose dimensions have to be those of the results. */
  runInto(inputs: NamedNumbers, outputs: NamedNumbers): Promise<void>
}

export interface NetworkOptions {
  /** That work on one inference. 1 if absent: the service has a worker for each core. */
  readonly threads?: number
}

const OPTIONS = {
  executionProviders: ['cpu'],
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Lengths differ between runs, so memory patterns do not repeat.
  enableMemPattern: false,
}

/** Loads an ONNX file. `sessionSettings` are the runtime's. Throws its errors. */
export async function openNetwork(
  path: string,
  sessionSettings: SessionSettings,
  { threads = 1 }: NetworkOptions = {},
): Promise<Network> {
  const { InferenceSession, Tensor } = requireRuntime()
  const session = await InferenceSession.create(path, {
    ...OPTIONS,
    intraOpNumThreads: threads,
    // Spinning threads would take processor time from the others.
    extra: { session: { ...sessionSettings, intra_op: { allow_spinning: '0' } } },
  })
  const tensorsOf = (numbers: NamedNumbers): NamedNumbers => {
    const tensors = Object.entries(numbers).map(([name, { data, dims }]) => [
      name,
      new Tensor(data instanceof Float32Array ? 'float32' : 'int64', data, dims),
    ])
    return Object.fromEntries(tensors)
  }
  return {
    run: (inputs) => session.run(tensorsOf(inputs)),
    async runInto(inputs, outputs) {
      const results = await session.run(tensorsOf(inputs), tensorsOf(outputs))
      for (const [name, { data }] of Object.entries(results)) {
        // Memory of the outputs themselves, should another version return it, must stay.
        if (data.buffer !== outputs[name]?.data.buffer) free(data.buffer as ArrayBuffer)
      }
    },
    [Symbol.dispose]() {
      void session.release()
    },
  }
}

/** What is transferred to a port without another end is freed at once. */
const nowhere = new MessageChannel().port1
nowhere.close()

/**
 * Frees the copy that the runtime makes of each result. Left to V8, half a megabyte a run made it collect garbage on all
 * cores eight times a second, while other threads waited for a core.
 */
function free(buffer: ArrayBuffer): void {
  nowhere.postMessage(null, [buffer])
}
