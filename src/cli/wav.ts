import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import { createEncoder } from '../audio/encoder.ts'

/** Audio as a WAV of unknown length, while it is made: first its header, then what follows. */
export async function* wavOf(audio: AsyncIterable<Int16Array>, sampleRateHz: number): AsyncGenerator<Uint8Array> {
  const encoder = await createEncoder({ codec: 'wav', sampleRateHz })
  yield encoder.header
  for await (const samples of audio) yield encoder.encode(samples)
  yield encoder.finish()
}

/** Writes what `wavOf` yields and, at the end, its size into the header. What fails half-way leaves no file. */
export async function writeWavFile(path: string, wav: AsyncIterable<Uint8Array>): Promise<void> {
  await using file = await open(path, 'w')
  const isRegular = (await file.stat()).isFile() // a device or a pipe takes the bytes once and in order
  try {
    const lengths: number[] = []
    for await (const bytes of wav) {
      await file.writeFile(bytes)
      lengths.push(bytes.byteLength)
    }
    if (isRegular) await fillInSizes(file, lengths)
  } catch (error) {
    if (isRegular) await rm(path)
    throw error
  }
}

async function fillInSizes(file: FileHandle, [headerLength = 0, ...rest]: readonly number[]): Promise<void> {
  const dataLength = rest.reduce((sum, length) => sum + length, 0)
  await file.write(sizeField(headerLength + dataLength - 8), 0, 4, 4)
  await file.write(sizeField(dataLength), 0, 4, headerLength - 4)
}

/** The field is too small for more than a day of audio, whose size stays unknown. */
function sizeField(size: number): Buffer {
  const field = Buffer.alloc(4)
  field.writeUInt32LE(Math.min(size, 0xffffffff))
  return field
}
