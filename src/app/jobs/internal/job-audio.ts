import type { Marking } from '../../../audio/codec.ts'
import type { AudioFormat } from '../../../audio/codecs.ts'
import { SpeechError } from '../../../core/errors.ts'
import type { JobPartState } from '../../../core/job.ts'
import { type FileWriter, type JobFiles, TEMPORARY } from '../../../core/job-files.ts'
import { Samples } from '../../../core/samples.ts'
import type { Speech } from '../../speech/speech.ts'
import { shortSilence } from '../../speech/spoken-audio.ts'

/** Samples that are encoded at once. */
const PIECE_BYTES = 2 ** 16
/** Bytes that are gathered before they are written. */
const WRITE_BYTES = 2 ** 16

/** Writes the audio of a part and a pause. Returns their samples. */
export async function writePart(
  files: JobFiles,
  jobId: string,
  part: number,
  audio: AsyncIterable<Samples>,
  pauseSamples: number,
): Promise<number> {
  let samples = 0
  await files.write(jobId, partName(part), async (file) => {
    for await (const piece of gathered(bytesOf(audio), WRITE_BYTES)) {
      samples += piece.length / 2
      await file.write(piece)
    }
    await file.write(new Uint8Array(2 * pauseSamples))
  })
  return samples + pauseSamples
}

/** Thrown if the audio of a part that was spoken is not there, such as after a file system was restored. */
export class PartLost extends SpeechError {
  readonly part: number

  constructor(part: number, cause?: unknown) {
    super('store.busy', 'the audio of a part is missing', { cause, isFixed: true })
    this.part = part
  }
}

export interface EncodeDeps {
  readonly files: JobFiles
  readonly speech: Pick<Speech, 'createEncoder'>
  readonly signal: AbortSignal
}

/** Encodes parts into a file. Throws `PartLost`, or the signal's reason. */
export async function encodeParts(
  { files, speech, signal }: EncodeDeps,
  jobId: string,
  parts: readonly JobPartState[],
  format: AudioFormat & Pick<Marking, 'mark' | 'book'>,
  file: FileWriter,
): Promise<void> {
  using encoder = await speech.createEncoder({ ...format, isFile: true })
  await file.write(encoder.header)
  let isSilent = true
  for (const part of parts) {
    for await (const bytes of gathered(bytesOfPart(files, jobId, part), PIECE_BYTES)) {
      signal.throwIfAborted()
      isSilent = false
      await file.write(await encoder.encode(new Samples(new Int16Array(bytes.buffer))))
    }
  }
  if (isSilent) await file.write(await encoder.encode(shortSilence(8000)))
  await file.write(await encoder.finish())
  await file.replaceStart(encoder.finalHeader())
}

const partName = (part: number): string => `${TEMPORARY}${part}.pcm`

async function* bytesOfPart(
  files: JobFiles,
  jobId: string,
  { part, samples }: JobPartState,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of files.read(jobId, partName(part))) {
      bytes += piece.length
      yield piece
    }
  } catch (error) {
    if (error instanceof SpeechError && error.code === 'resource.unknown') throw new PartLost(part, error)
    throw error
  }
  if (bytes !== 2 * (samples ?? 0)) throw new PartLost(part)
}

async function* bytesOf(audio: AsyncIterable<Samples>): AsyncGenerator<Uint8Array> {
  for await (const samples of audio) {
    const { buffer, byteOffset, byteLength } = samples.take()
    yield new Uint8Array(buffer, byteOffset, byteLength)
  }
}

/** The same bytes in pieces of `size` in buffers of their own, but for the last one. */
async function* gathered(pieces: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let gathering = new Uint8Array(size)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + size - filled)
      gathering.set(taken, filled)
      at += taken.length
      filled += taken.length
      if (filled < size) continue
      yield gathering
      gathering = new Uint8Array(size)
      filled = 0
    }
  }
  if (filled > 0) yield gathering.slice(0, filled)
}
