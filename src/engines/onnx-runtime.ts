import { createRequire } from 'node:module'
import { SpeechError } from '../core/errors.ts'

/** A named tensor. */
export interface Numbers {
  readonly data: Float32Array | BigInt64Array | Int32Array
  readonly dims: readonly number[]
}

export type NamedNumbers = Readonly<Record<string, Numbers>>

/** Name, type and shape of an input or output. A dimension without a fixed size is a name. */
export interface TensorMetadata {
  readonly name: string
  readonly isTensor: boolean
  readonly type?: string
  readonly shape?: readonly (number | string)[]
}

/** The part of onnxruntime-node that is used. Its own types are missing if npm left the package out. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(model: string | Uint8Array, options: object): Promise<OnnxSession> }
  readonly Tensor: {
    new (type: 'float32' | 'int64' | 'int32', data: Numbers['data'], dims: readonly number[]): Numbers
    new (type: 'int8' | 'uint8', data: Int8Array | Uint8Array, dims: readonly number[]): Numbers
  }
}

/** Belongs to the thread that made it. Its inferences block that thread. */
export interface OnnxSession {
  readonly inputMetadata: readonly TensorMetadata[]
  readonly outputMetadata: readonly TensorMetadata[]
  /** Returns copies of the results; also writes them to the data of `outputs`, if given. */
  run(inputs: NamedNumbers, outputs?: NamedNumbers): Promise<NamedNumbers>
  release(): Promise<void>
}

const require = createRequire(import.meta.url)

/**
 * Loads the runtime. Throws if it is missing or its native code does not fit the system. Call it in the main thread
 * before any other: native code sees environment changes only from there.
 */
export function requireRuntime(): OnnxRuntime {
  // Otherwise it reads the command line (and crashes on long ones), records its use and reports it to its vendor.
  // biome-ignore lint/style/noProcessEnv: the only switch
  process.env.ORT_DISABLE_TELEMETRY = '1'
  return require('onnxruntime-node')
}

/** Why an engine cannot be loaded, as `engine.unusable`. */
export function unusableEngine(name: string, cause: unknown): SpeechError {
  // After the first line Node lists the paths that it searched.
  const [why] = String((cause as Error).message).split('\n')
  return new SpeechError('engine.unusable', `${name} cannot be loaded: ${why}`, { cause })
}
