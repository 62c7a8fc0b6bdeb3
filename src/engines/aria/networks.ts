import { EXACT_8_BIT_PRODUCTS, type Numbers, requireRuntime } from '../onnx-runtime.ts'

/** A network in memory. Runs one inference at a time, on the calling thread. */
export interface Network extends Disposable {
  run(inputs: Readonly<Record<string, Numbers>>): Promise<Readonly<Record<string, Numbers>>>
}

/** The networks of a voice. */
export interface AriaNetworks {
  readonly acoustic: Network
  readonly voicing: Network
  readonly vocoder: Network
}

/** One thread per network: the service has a worker for each core. */
const OPTIONS = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Lengths differ between runs, so memory patterns do not repeat.
  enableMemPattern: false,
  extra: { session: EXACT_8_BIT_PRODUCTS },
}

/** Loads an ONNX file. Throws the runtime's errors. */
export async function openNetwork(path: string): Promise<Network> {
  const { InferenceSession, Tensor } = requireRuntime()
  const session = await InferenceSession.create(path, OPTIONS)
  return {
    run(inputs) {
      const tensors = Object.entries(inputs).map(([name, { data, dims }]) => [
        name,
        new Tensor(data instanceof Float32Array ? 'float32' : 'int64', data, dims),
      ])
      return session.run(Object.fromEntries(tensors))
    },
    [Symbol.dispose]() {
      void session.release()
    },
  }
}
