import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type MultipartUpload,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { create as contentDisposition } from 'content-disposition'
import type { Clock } from '../clock.ts'
import { conflict, HttpError, notFound, unavailable } from '../http/errors/errors.ts'
import { inSpan } from '../telemetry/span.ts'
import { isStorageKey, type Range, type Storage, writeOnce } from './storage.ts'

/** An S3-compatible store and its access key. */
export type S3Settings = {
  /** The origin at which this process reaches it. */
  endpoint: string
  /** The origin at which browsers reach it; signed addresses are made for it. */
  publicUrl: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const CONNECT_MS = 2_000
/** From a call without bytes until its response starts. */
const ANSWER_MS = 5_000
const SEND_MS = 60_000
const IDLE_MS = 30_000
/** For the largest file over a slow line. */
const RECEIVE_MS = 6 * 3_600_000
const ATTEMPTS_MAX = 2
const SOCKETS_MAX = 256

/** How clients of the store are configured. The SDK's own checksums would bind a URL to bytes that are not known yet (security D4). */
export const s3ClientConfig = (settings: S3Settings): S3ClientConfig => ({
  endpoint: settings.endpoint,
  forcePathStyle: true,
  region: settings.region,
  credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: ATTEMPTS_MAX,
  requestHandler: {
    connectionTimeout: CONNECT_MS,
    requestTimeout: SEND_MS,
    throwOnRequestTimeout: true,
    socketTimeout: IDLE_MS,
    httpAgent: { maxSockets: SOCKETS_MAX },
    httpsAgent: { maxSockets: SOCKETS_MAX },
  },
})

/** Makes a span for each call of a client; signing alone makes no call. */
export function traceCalls({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next, { commandName = 'call' }) =>
      (call) =>
        inSpan(`S3 ${commandName}`, 'client', { 'rpc.method': commandName }, () => next(call)),
    { step: 'deserialize', priority: 'high', name: 'traceCalls' },
  )
}

/**
 * Objects in a bucket of an S3-compatible store. Browsers send and fetch files there directly, by signed addresses.
 * Every call throws HttpError 503 while the store is down.
 * @param answerMs how long until a response must start; a slower store counts as down, after one retry
 */
export function s3Storage(settings: S3Settings, clock: Clock, answerMs = ANSWER_MS): Storage {
  const bucket = openBucket(settings, answerMs)
  return {
    check: () => check(bucket),
    presignPut: (upload) => presignPut(bucket, clock(), upload),
    presignGet: (download) => presignGet(bucket, clock(), download),
    write: (key, bytes) => put(bucket, key, { Body: bytes }),
    receive: (key, bytes, sizeBytes) =>
      put(bucket, key, { Body: bytes, ContentLength: sizeBytes }, { requestTimeout: RECEIVE_MS }),
    list: (folder) => keysIn(bucket, folder === undefined ? '' : `${folder}/`),
    sizeOf: (key) => sizeOf(bucket, key),
    read: (key, range) => Readable.from(bytesOf(bucket, key, range), { objectMode: false }),
    remove: async (key) => {
      await bucket.client.send(new DeleteObjectCommand(bucket.object(key)), bucket.soon).catch(refuse)
    },
    sweep: (before) => sweep(bucket, before),
  }
}

type Bucket = ReturnType<typeof openBucket>

function openBucket(settings: S3Settings, answerMs: number) {
  const client = new S3Client(s3ClientConfig(settings))
  traceCalls(client)
  const inBucket = { Bucket: settings.bucket }
  return {
    settings,
    client,
    publicClient: new S3Client(s3ClientConfig({ ...settings, endpoint: settings.publicUrl })),
    soon: { requestTimeout: answerMs },
    inBucket,
    object: (key: string) => {
      if (!isStorageKey(key)) throw new Error('not a storage key')
      return { ...inBucket, Key: key }
    },
  }
}

async function check({ settings, client, soon, inBucket }: Bucket): Promise<void> {
  await client.send(new HeadBucketCommand(inBucket), soon).catch((error: unknown) => {
    const status = statusOf(error) ?? 0
    if (status < 300 || isUnavailable(error)) refuse(error)
    throw new Error(
      // the SDK knows an answer without a body as UnknownError
      `The object store at ${settings.endpoint} answers ${status} for the bucket "${settings.bucket}": check the bucket's name and region and the key to it.`,
      { cause: error },
    )
  })
}

async function presignPut(
  bucket: Bucket,
  signingDate: Date,
  { key, contentType, sizeBytes, expiresInSeconds }: Parameters<Storage['presignPut']>[0],
) {
  await check(bucket)
  const command = new PutObjectCommand({
    ...bucket.object(key),
    ContentType: contentType,
    ContentLength: sizeBytes,
    IfNoneMatch: '*',
  })
  const url = await getSignedUrl(bucket.publicClient, command, {
    expiresIn: expiresInSeconds,
    signingDate,
    signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
  })
  return { url, headers: { 'content-type': contentType, 'if-none-match': '*' } }
}

async function presignGet(
  { publicClient, object }: Bucket,
  signingDate: Date,
  { key, fileName, expiresInSeconds, method = 'GET' }: Parameters<Storage['presignGet']>[0],
): Promise<string> {
  const Command = method === 'HEAD' ? HeadObjectCommand : GetObjectCommand
  const command = new Command({
    ...object(key),
    ResponseContentDisposition: contentDisposition(fileName, { type: 'attachment' }),
    ResponseContentType: 'application/octet-stream',
    ResponseCacheControl: 'private, no-store',
  })
  return getSignedUrl(publicClient, command, { expiresIn: expiresInSeconds, signingDate })
}

/** Writes an object once. */
async function put(
  { client, object }: Bucket,
  key: string,
  content: Pick<PutObjectCommandInput, 'Body' | 'ContentLength'>,
  options?: { requestTimeout: number },
): Promise<void> {
  const command = new PutObjectCommand({
    ...object(key),
    ...content,
    ContentType: 'application/octet-stream',
    IfNoneMatch: '*',
  })
  await client.send(command, options).catch(refuse)
}

async function sizeOf({ client, object, soon }: Bucket, key: string): Promise<number | null> {
  const info = await client
    .send(new HeadObjectCommand(object(key)), soon)
    .catch((error: unknown) => (statusOf(error) === 404 ? null : refuse(error)))
  return info?.ContentLength ?? null
}

async function sweep(bucket: Bucket, before: Date): Promise<number> {
  const { client, inBucket } = bucket
  let removed = 0
  for await (const { Key, UploadId, Initiated } of openUploads(bucket)) {
    if (!Initiated || Initiated > before) continue
    await client.send(new AbortMultipartUploadCommand({ ...inBucket, Key, UploadId })).catch(refuse)
    removed += 1
  }
  return removed
}

async function* bytesOf(
  { client, object, soon }: Bucket,
  key: string,
  range: Range | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    const command = new GetObjectCommand({
      ...object(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    })
    const { Body } = await client.send(command, soon)
    yield* Body as Readable // what the SDK answers in Node
  } catch (error) {
    if (statusOf(error) === 404) throw notFound()
    refuse(error)
  }
}

async function* keysIn({ client, inBucket }: Bucket, Prefix: string): AsyncGenerator<string> {
  for (let page: ListObjectsV2CommandOutput | undefined; !page || page.IsTruncated; ) {
    const after = { ContinuationToken: page?.NextContinuationToken }
    page = await client.send(new ListObjectsV2Command({ ...inBucket, Prefix, ...after })).catch(refuse)
    for (const { Key = '' } of page.Contents ?? []) if (isStorageKey(Key)) yield Key
  }
}

async function* openUploads({ client, inBucket }: Bucket): AsyncGenerator<MultipartUpload> {
  for (let page: ListMultipartUploadsCommandOutput | undefined; !page || page.IsTruncated; ) {
    const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    page = await client.send(new ListMultipartUploadsCommand({ ...inBucket, ...after })).catch(refuse)
    yield* page.Uploads ?? []
  }
}

/**
 * Tests whether a store refuses to overwrite an object: some accept the header and overwrite anyway.
 * @throws Error when it overwrites, or refuses the key or the bucket; HttpError 503 while it is down
 */
export async function requireWriteOnce(storage: Storage): Promise<void> {
  await storage.check()
  const key = `probes/${randomBytes(12).toString('hex')}`
  try {
    await storage.write(key, Buffer.from('first'))
    if (await writeOnce(storage, key, Buffer.from('second')))
      throw new Error(
        'The object store writes over objects in spite of "If-None-Match: *": the store needs one that answers 412, or files of games could be changed after they were checked.',
      )
  } finally {
    await storage.remove(key)
  }
}

/** Throws the HTTP error for an error of the store. */
export function refuse(error: unknown): never {
  if (error instanceof HttpError) throw error
  const status = statusOf(error)
  if (status === 412) throw conflict('already_uploaded', 'This address has already been used.')
  if (isUnavailable(error))
    throw unavailable('The file storage cannot answer right now. Please try again in a moment.')
  throw error
}

/** The SDK adds the response to each error of a call. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Whether the store, or the network, is at fault rather than the request. A 409 is a concurrent write of the key. */
function isUnavailable(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429 || status === 409
  return error instanceof Error && (error.name === 'TimeoutError' || 'code' in error)
}
