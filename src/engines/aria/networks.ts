import type { InferenceSession, Tensor } from 'onnxruntime-node'

type Runtime = typeof import('onnxruntime-node')

/** Named numbers with their shape, as a network takes and gives them. */
export interface Numbers {
  readonly data: Float32Array | BigInt64Array
  readonly dims: readonly number[]
}

/** One network in memory. Runs one thing at a time, on the thread that calls it. */
export interface Network extends Disposable {
  run(inputs: Readonly<Record<string, Numbers>>): Promise<Readonly<Record<string, Numbers>>>
}

/** One thread a network: the service has a worker for each core. */
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Lengths differ from run to run: what would be remembered of one fits no other.
  enableMemPattern: false,
}

/** Loads the runtime, which has no build for some systems, and a network. Throws what either throws. */
export async function openNetwork(model: Uint8Array): Promise<Network> {
  const runtime: Runtime = await import('onnxruntime-node')
  const session = await runtime.InferenceSession.create(model, OPTIONS)
  return {
    async run(inputs) {
      const tensors: Record<string, Tensor> = {}
      for (const [name, { data, dims }] of Object.entries(inputs)) {
        tensors[name] =
          data instanceof Float32Array
            ? new runtime.Tensor('float32', data, dims)
            : new runtime.Tensor('int64', data, dims)
      }
      return (await session.run(tensors)) as unknown as Readonly<Record<string, Numbers>>
    },
    [Symbol.dispose]() {
      void session.release()
    },
  }
}
