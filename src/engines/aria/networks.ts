import { createRequire } from 'node:module'

/** A named tensor. */
export interface Numbers {
  readonly data: Float32Array | BigInt64Array
  readonly dims: readonly number[]
}

/** A network in memory. Runs one inference at a time, on the calling thread. */
export interface Network extends Disposable {
  run(inputs: Readonly<Record<string, Numbers>>): Promise<Readonly<Record<string, Numbers>>>
}

/** The part of onnxruntime-node that is used. Its own types are missing if npm left the package out. */
interface Runtime {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> }
  readonly Tensor: new (type: 'float32' | 'int64', data: Numbers['data'], dims: readonly number[]) => Numbers
}

interface Session {
  run(inputs: Readonly<Record<string, Numbers>>): Promise<Readonly<Record<string, Numbers>>>
  release(): Promise<void>
}

/** One thread per network: the service has a worker for each core. */
const OPTIONS = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Lengths differ between runs, so memory patterns do not repeat.
  enableMemPattern: false,
}

const require = createRequire(import.meta.url)

/**
 * Loads the runtime. Throws if it is missing or its native code does not fit the system. Call it in the main thread
 * before any other: native code sees environment changes only from there.
 */
export function requireRuntime(): Runtime {
  // Otherwise it reads the command line (and crashes on long ones), records its use and reports it to its vendor.
  // biome-ignore lint/style/noProcessEnv: the only switch
  process.env.ORT_DISABLE_TELEMETRY = '1'
  return require('onnxruntime-node')
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
