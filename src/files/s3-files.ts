import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { isSpeechError, SpeechError } from '../core/errors.ts'
import type { FileWriter, JobFiles } from '../core/job-files.ts'

export interface S3Place {
  readonly bucket: string
  /** URL of a server that is not Amazon's, or null. */
  readonly endpoint: string | null
  readonly region: string
  /** Of the names of objects. */
  readonly prefix: string
  /** Whether the bucket is in the path of URLs and not in their host. */
  readonly isPathStyle: boolean
  /** Null to use what the AWS SDK finds: variables, files, roles. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

/** Of a multipart upload, and kept in memory twice at most. S3 allows 10,000 parts, of 5 MiB or more. */
const PART_BYTES = 2 ** 23
/** Objects that are removed at once. */
const REMOVED_AT_ONCE = 16
/** With pauses of up to 20 s, these take a minute or so. */
const ATTEMPTS = 10

/**
 * Files in a bucket of Amazon S3 or of a server with its API. Throws an Error of one line if an object can be neither
 * written, listed nor removed there.
 */
export async function openS3Files(place: S3Place): Promise<JobFiles & Disposable> {
  const first = createS3Files(place, 2)
  try {
    const probe = { jobId: '.probe', name: 'empty' }
    await first.write(probe.jobId, probe.name, async () => {})
    await first.remove(probe.jobId)
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown }
    throw new Error(`bucket ${place.bucket}${placeOf(place)} ${reasonOf(cause ?? error)}`)
  } finally {
    first[Symbol.dispose]()
  }
  return createS3Files(place, ATTEMPTS)
}

function createS3Files({ bucket, prefix, ...place }: S3Place, maxAttempts: number): JobFiles & Disposable {
  const client = new S3Client({
    region: place.region,
    forcePathStyle: place.isPathStyle,
    maxAttempts,
    // Servers other than Amazon's do not know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 60_000 },
    ...(place.endpoint !== null && { endpoint: place.endpoint }),
    ...(place.credentials !== null && { credentials: place.credentials }),
  })
  const keyOf = (jobId: string, name: string) => ({ Bucket: bucket, Key: `${prefix}${jobId}/${name}` })

  async function* keysOf(jobId: string, namePrefix: string): AsyncGenerator<readonly string[]> {
    const asked = { Bucket: bucket, Prefix: keyOf(jobId, namePrefix).Key }
    let next: string | undefined
    do {
      const listed = await client.send(
        new ListObjectsV2Command(next === undefined ? asked : { ...asked, ContinuationToken: next }),
      )
      yield (listed.Contents ?? []).flatMap(({ Key }) => Key ?? [])
      next = listed.NextContinuationToken
    } while (next !== undefined)
  }

  return {
    write: (jobId, name, fill) => naming(() => upload(client, keyOf(jobId, name), fill)),
    size: (jobId, name) =>
      naming(async () => {
        try {
          const { ContentLength } = await client.send(new HeadObjectCommand(keyOf(jobId, name)))
          return ContentLength
        } catch (error) {
          if (statusOf(error) === 404) return undefined
          throw error
        }
      }),
    async *read(jobId, name, range) {
      if (range !== undefined && range.start >= range.end) return
      try {
        const Range = range && { Range: `bytes=${range.start}-${range.end - 1}` }
        const { Body } = await client.send(new GetObjectCommand({ ...keyOf(jobId, name), ...Range }))
        yield* Body as AsyncIterable<Uint8Array> // of Node
      } catch (error) {
        if (statusOf(error) !== 404) throw asStoreError(error)
        throw new SpeechError('resource.unknown', 'the file is missing', { cause: error })
      }
    },
    remove: (jobId, namePrefix = '') =>
      naming(async () => {
        for await (const keys of keysOf(jobId, namePrefix)) {
          for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
            const some = keys.slice(at, at + REMOVED_AT_ONCE)
            await Promise.all(some.map((Key) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))))
          }
        }
      }),
    freeBytes: async () => Number.POSITIVE_INFINITY,
    [Symbol.dispose]: () => client.destroy(),
  }
}

type Place = Readonly<Record<'Bucket' | 'Key', string>>

/** In one request if it is short. The first part comes last, because its bytes may be replaced until then. */
async function upload(client: S3Client, place: Place, fill: (file: FileWriter) => Promise<void>): Promise<void> {
  const etags: string[] = [] // from the second part on
  let first: Buffer | undefined
  let gathered: Uint8Array[] = []
  let bytes = 0
  let UploadId: string | undefined

  const takeGathered = (): Buffer => {
    const taken = Buffer.concat(gathered)
    gathered = []
    bytes = 0
    return taken
  }
  const send = async (Body: Buffer, PartNumber: number): Promise<string> => {
    const part = { ...place, UploadId, PartNumber, Body }
    return (await client.send(new UploadPartCommand(part))).ETag as string
  }
  const sendGathered = async (): Promise<void> => {
    if (first === undefined) {
      first = takeGathered()
      return
    }
    UploadId ??= (await client.send(new CreateMultipartUploadCommand(place))).UploadId
    etags.push(await send(takeGathered(), etags.length + 2))
  }

  try {
    await fill({
      async write(all) {
        for (let at = 0; at < all.length; ) {
          const piece = new Uint8Array(all.subarray(at, at + PART_BYTES - bytes)) // a copy
          gathered.push(piece)
          bytes += piece.length
          at += piece.length
          if (bytes === PART_BYTES) await sendGathered()
        }
      },
      async replaceStart(start) {
        if (first === undefined) gathered = [Buffer.concat(gathered)]
        const beginning = first ?? gathered[0]
        beginning?.set(start)
      },
    })
    if (etags.length === 0) {
      await client.send(new PutObjectCommand({ ...place, Body: Buffer.concat([first ?? Buffer.of(), takeGathered()]) }))
      return
    }
    if (bytes > 0) await sendGathered()
    const all = [await send(first as Buffer, 1), ...etags]
    const Parts = all.map((ETag, i) => ({ ETag, PartNumber: i + 1 }))
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    if (UploadId !== undefined) {
      await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {}) // the first error counts
    }
    throw error
  }
}

async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreError(error)
  }
}

/** What the bucket's server refuses is an error of settings; without an answer, or with one of class 5, it may pass. */
function asStoreError(error: unknown): unknown {
  if (isSpeechError(error)) return error
  const status = statusOf(error)
  if (status === 507) return new SpeechError('store.full', 'the bucket is full', { cause: error, isFixed: true })
  const isPassing = status === undefined ? isOfNetwork(error) : status >= 500 || status === 429
  return isPassing
    ? new SpeechError('store.busy', 'the bucket cannot be reached', { cause: error, isFixed: true })
    : error
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

const isOfNetwork = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException | undefined)?.code === 'string' || (error as Error)?.name === 'TimeoutError'

const placeOf = ({ endpoint, region }: S3Place): string => (endpoint === null ? ` in ${region}` : ` at ${endpoint}`)

/** To follow the name of the bucket. */
function reasonOf(error: unknown): string {
  const { name, message } = error as Error
  switch (statusOf(error)) {
    case 301:
      return 'is in another region; set HOARFROST_JOBS_S3_REGION'
    case 403:
      return `refuses its use (${name}): ${message}`
    case 404:
      return 'does not exist'
    case undefined:
      return `cannot be reached: ${message || (error as NodeJS.ErrnoException).code || name}`
    default:
      return `cannot be used (${name}): ${message}`
  }
}
