import { requireRuntime } from './onnx-runtime.ts'

/** Session settings of the runtime. */
export type SessionSettings = Readonly<Record<string, string>>

/** An ONNX model of one node: `y = MatMulInteger(a, b)`, where the bytes of `b` have a sign. */
const PRODUCT = Buffer.from(
  'CAcSADpiChgKAWEKAWISAXkiDU1hdE11bEludGVnZXISAXBaFQoBYRIQCg4IAhIKCgMSAW0KAxIBa1oVCgFiEhAKDggDEgoKAxIBawoDEgFuYhUK' +
    'AXkSEAoOCAYSCgoDEgFtCgMSAW5CBAoAEA0=',
  'base64',
)
const SIZE = 32
const GREATEST = { unsigned: 255, signed: 127 } as const

let settings: Promise<SessionSettings> | undefined

/**
 * Settings with which networks multiply exactly in 8 bits on this processor. x64 processors without VNNI add pairs of products in
 * 16 bits, which overflow: aria's samples were off by 15 dB below the speech. There the runtime has to multiply in another way,
 * which takes twice the time, so other processors must not be told to.
 * https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html
 */
export function exactProducts(): Promise<SessionSettings> {
  settings ??= isProductExact().then((isExact): SessionSettings => (isExact ? {} : { x64quantprecision: '1' }))
  return settings
}

/** Whether the greatest products do not overflow. */
async function isProductExact(): Promise<boolean> {
  const { InferenceSession, Tensor } = requireRuntime()
  const session = await InferenceSession.create(PRODUCT, { executionProviders: ['cpu'], intraOpNumThreads: 1 })
  const bytes = SIZE * SIZE
  const results = await session.run({
    a: new Tensor('uint8', new Uint8Array(bytes).fill(GREATEST.unsigned), [SIZE, SIZE]),
    b: new Tensor('int8', new Int8Array(bytes).fill(GREATEST.signed), [SIZE, SIZE]),
  })
  await session.release()
  const sums = results.y?.data as Int32Array
  return sums.every((sum) => sum === SIZE * GREATEST.unsigned * GREATEST.signed)
}
