import { createRequire } from 'node:module'

/** Named numbers with their shape, as a network takes and gives them. */
export interface Numbers {
  readonly data: Float32Array | BigInt64Array
  readonly dims: readonly number[]
}

/** One network in memory. Runs one thing at a time, on the thread that calls it. */
export interface Network extends Disposable {
  run(inputs: Readonly<Record<string, Numbers>>): Promise<Readonly<Record<string, Numbers>>>
}

/** What is used of onnxruntime-node. Its own types would be missing where it is: npm may leave it out. */
interface Runtime {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> }
  readonly Tensor: new (type: 'float32' | 'int64', data: Numbers['data'], dims: readonly number[]) => Numbers
}

interface Session {
  run(inputs: Readonly<Record<string, Numbers>>): Promise<Readonly<Record<string, Numbers>>>
  release(): Promise<void>
}

/** One thread a network: the service has a worker for each core. */
const OPTIONS = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Lengths differ from run to run: what would be remembered of one fits no other.
  enableMemPattern: false,
}

const require = createRequire(import.meta.url)

/**
 * Throws what its native code throws where it does not fit the system, or that it is not there. To be called in the main
 * thread before any other: from there alone native code sees what is written to the environment.
 */
export function requireRuntime(): Runtime {
  // Else it reads the command line, crashing where that is long, keeps notes of its use and sends them to its maker.
  // biome-ignore lint/style/noProcessEnv: it has no other switch
  process.env.ORT_DISABLE_TELEMETRY = '1'
  return require('onnxruntime-node')
}

/** From a file in ONNX. Throws what the runtime throws. */
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
