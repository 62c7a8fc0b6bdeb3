import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction, constants } from 'node:vm'

/** FFmpeg's AAC encoder in WebAssembly. Pointers are numbers; encoders are closed, not collected. */
export interface AacProgram {
  /** Grows: its buffer may be another after any call. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>
  /** Pointer to the encoder; 0 if it has no such rate. */
  _init_encoder(channels: number, sampleRateHz: number, bitsPerSecond: number): number
  /** Samples of a frame. */
  _get_encoder_frame_size(encoder: number): number
  /** Where the floats of a frame are written. `bytes` is their size. */
  _get_encode_input_ptr(encoder: number, bytes: number): number
  /** Encodes the frame that was written. Negative if it failed. */
  _send_frame(encoder: number, firstSample: bigint): number
  /** Size of the next packet; 0 if there is none yet. */
  _receive_packet(encoder: number): number
  _get_encoded_data(encoder: number): number
  /** No frame follows: the last packets can be received. */
  _flush_encoder_start(encoder: number): void
  _close_encoder(encoder: number): void
}

/** From what the package exports. */
const PROGRAM = '../modules/build/aac.js'

/**
 * Loads the program alone: what the package exports starts a thread for each encoder. Its file has the exports of a
 * CommonJS module and the `import.meta` of another, so Node loads it as neither.
 */
export async function loadAacProgram(): Promise<AacProgram> {
  const file = join(dirname(createRequire(import.meta.url).resolve('@mediabunny/aac-encoder')), PROGRAM)
  const source = (await readFile(file, 'utf8')).replaceAll(/import\.meta\.url/g, JSON.stringify(pathToFileURL(file)))
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const define = compileFunction(source, ['exports'], { filename: file, importModuleDynamically })
  const exports: { default?: () => Promise<AacProgram> } = {}
  define(exports)
  if (exports.default === undefined) throw new Error(`${file} has no program`)
  return exports.default()
}
