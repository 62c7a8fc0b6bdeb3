import { expect, test } from 'vitest'
import { describeJobFiles } from '../../test/contracts/job-files.ts'
import { freePort } from '../../test/free-port.ts'
import { S3_BUCKET, S3_CREDENTIALS, startS3Server } from '../../test/s3-server.ts'
import { openS3Files, type S3Place } from './s3-files.ts'

const placeAt = (endpoint: string, differing: Partial<S3Place> = {}): S3Place => ({
  bucket: S3_BUCKET,
  endpoint,
  region: 'us-east-1',
  prefix: 'hoarfrost/',
  isPathStyle: true,
  credentials: S3_CREDENTIALS,
  ...differing,
})

describeJobFiles('a bucket', async () => openS3Files(placeAt((await startS3Server()).url)))

test('objects are named by prefix, job and file, and the start leaves none', async () => {
  const server = await startS3Server()
  const files = await openS3Files(placeAt(server.url))
  expect([...server.objects.keys()]).toEqual([])
  await files.write('a', 'result.wav', async () => {})
  expect([...server.objects.keys()]).toEqual(['hoarfrost/a/result.wav'])
})

test('a long file is sent in parts, and one that fails leaves none of them', async () => {
  const server = await startS3Server()
  const files = await openS3Files(placeAt(server.url))
  const writing = (hasFailed: boolean) =>
    files.write('a', 'result.wav', async (file) => {
      for (let i = 0; i < 40; i++) await file.write(new Uint8Array(2 ** 20))
      expect(server.openUploads).toBe(1)
      if (hasFailed) throw new Error('lost')
    })
  await expect(writing(true)).rejects.toThrow('lost')
  expect([server.openUploads, server.objects.size]).toEqual([0, 0])
  await writing(false)
  expect([server.openUploads, server.objects.size, server.longestBody]).toEqual([0, 1, 2 ** 23])
})

test('a request that the server could not answer is repeated', async () => {
  const server = await startS3Server()
  const files = await openS3Files(placeAt(server.url))
  server.fail(2)
  await files.write('a', 'result.wav', (file) => file.write(Buffer.from('whole')))
  expect(server.objects.get('hoarfrost/a/result.wav')?.toString()).toBe('whole')
})

test('what cannot be used at the start is named, without the secret', async () => {
  const { url } = await startS3Server()
  const refusal = (place: S3Place) =>
    openS3Files(place).then(
      () => 'opened',
      (error: Error) => error.message,
    )
  const credentials = { ...S3_CREDENTIALS, accessKeyId: 'OTHER' }
  expect(await refusal(placeAt(url, { bucket: 'other' }))).toBe(`bucket other at ${url} does not exist`)
  expect(await refusal(placeAt(url, { credentials }))).toBe(
    `bucket books at ${url} refuses its use (InvalidAccessKeyId): InvalidAccessKeyId of the test`,
  )
  const nobody = `http://127.0.0.1:${await freePort()}`
  expect(await refusal(placeAt(nobody))).toMatch(`bucket books at ${nobody} cannot be reached: connect ECONNREFUSED`)
})
