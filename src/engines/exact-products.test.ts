import { expect, test } from 'vitest'
import { openVoiceFolder } from './aria/voice-folder.ts'
import { exactProducts } from './exact-products.ts'
import { openNetwork } from './onnx-network.ts'

const { acoustic } = openVoiceFolder(new URL('../../voices/aria/', import.meta.url))
const ROWS = 12

const floats = (length: number, value = 0) => ({ data: new Float32Array(length).fill(value), dims: [1, length] })

test('with the settings for this processor, a network predicts what it predicts with the precise products of any', async () => {
  const inputs = {
    rows: {
      data: BigInt64Array.from({ length: ROWS * 5 }, (_, i) => (i % 5 === 0 ? BigInt(1 + (i % 37)) : 0n)),
      dims: [1, ROWS, 5],
    },
    speaker: { data: Float32Array.from({ length: 21 }, (_, i) => (i === 0 ? 1 : 0)), dims: [1, 21] },
    language: { data: Float32Array.from({ length: 8 }, (_, i) => (i === 0 ? 1 : 0)), dims: [1, 8] },
    dur_scale: floats(ROWS, 1),
    pitch_shift: floats(ROWS),
    pitch_range: floats(ROWS, 1),
    energy: floats(ROWS),
    dur_frames: floats(ROWS, -1),
    latent: { data: new Float32Array(ROWS * 4), dims: [1, ROWS, 4] },
  }
  const [here, precise] = await Promise.all(
    [await exactProducts(), { x64quantprecision: '1' }].map(async (settings) => {
      using network = await openNetwork(acoustic, settings)
      return await network.run(inputs)
    }),
  )
  expect(here?.mel?.data.length).toBeGreaterThan(1000)
  expect(here?.mel?.data).toEqual(precise?.mel?.data)
})
