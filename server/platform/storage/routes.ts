/** The URLs of stored objects: public pictures below `/uploads/`, and with files on disk signed PUT and GET below `/files/`. */
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { bytesOf } from '../http/bodies/refused-body.ts'
import { namesStrongly, namesWeakly } from '../http/caching/preconditions.ts'
import {
  badRequest,
  forbidden,
  HttpError,
  notFound,
  tooLarge,
  unsupportedType,
} from '../http/errors/errors.ts'
import { requestedRange } from './byte-range.ts'
import type { DiskStorage } from './disk.ts'
import type { AddressSigner } from './signed-address.ts'
import { type Holder, isPrivate, isStorageKey, type Range, type Storage } from './storage.ts'
import { streamFile } from './stream-file.ts'

const UPLOAD_IDLE_MS = 30_000
/** A paused download may be resumed; its socket does not stay open forever. */
const DOWNLOAD_IDLE_MS = 300_000
/** Objects below `/uploads/`: pictures that the store encoded itself, and nothing else (security E3). */
const PICTURE_TYPES = new Map([
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
])

/** Browsers cache a picture; a shared cache revalidates each minute, because it is not notified of withheld ones. */
const PICTURE_CACHING = 'public, s-maxage=60, max-age=31536000, immutable'

type FileRouteOptions = {
  storage: Storage
  siteOrigin: string
  /** Whether an object is withheld from everyone, at any URL. */
  isWithheld(key: string): boolean
  /** Makes a picture's missing blurred file. */
  ensureBlurred(key: string): Promise<void>
  /** Null when an object store receives and sends the files of games itself. */
  disk: DiskRouteOptions | null
}

type DiskRouteOptions = {
  storage: DiskStorage
  signer: AddressSigner
  /** An internal nginx location that sends the bytes instead (`X-Accel-Redirect`). */
  accelRedirect: string | undefined
  /** Whether an account may still have an object of a file, checked when its bytes are requested. */
  mayHave(holder: Holder, key: string): Promise<boolean>
}

export async function fileRoutes(app: FastifyInstance, options: FileRouteOptions) {
  const { siteOrigin, disk } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null)) // the body stays a stream

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': siteOrigin,
      vary: 'origin',
      'referrer-policy': 'no-referrer',
    })
    if (request.method === 'OPTIONS') return
    request.raw.socket.setTimeout(UPLOAD_IDLE_MS)
  })

  pictureRoutes(app, options)
  if (disk) diskRoutes(app, disk, options)
}

const readable = {
  method: ['GET', 'HEAD'],
  config: { access: 'anyone', streams: true },
} satisfies Partial<RouteOptions>

function pictureRoutes(app: FastifyInstance, { storage, isWithheld, ensureBlurred }: FileRouteOptions): void {
  app.route({
    ...readable,
    url: '/uploads/*',
    config: { ...readable.config, closesByCountry: true },
    handler: async (request, reply) => {
      const key = `uploads/${wildcard(request)}`
      const type = PICTURE_TYPES.get(key.split('.').at(-1) ?? '')
      if (!isStorageKey(key) || type === undefined || isWithheld(key)) throw notFound()
      await ensureBlurred(key)
      const headers = {
        'content-type': type,
        'cache-control': PICTURE_CACHING,
        'cross-origin-resource-policy': 'same-origin',
      }
      return sendObject(storage, key, headers, request, reply, fromStorage(storage))
    },
  })
}

function diskRoutes(
  app: FastifyInstance,
  { storage, signer, accelRedirect, mayHave }: DiskRouteOptions,
  { isWithheld }: FileRouteOptions,
): void {
  app.options('/files/*', { config: { access: 'anyone' } }, async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type, if-none-match',
        'access-control-max-age': '3600',
      })
      .code(204)
      .send(),
  )

  app.put('/files/*', { config: { access: 'anyone', streams: true } }, async (request, reply) => {
    const allowed = allowedBy(signer, request, 'PUT')
    const length = lengthOf(request)
    if (request.headers['content-type'] !== allowed.contentType)
      throw unsupportedType('This address takes another content type.')
    if (allowed.sizeBytes !== undefined && length !== allowed.sizeBytes)
      throw badRequest('wrong_size', 'This address takes a file of another size.')
    if (length > allowed.maxBytes) throw tooLarge('This file is too large.')
    await storage.receive(
      allowed.key,
      Readable.from(exactly(bytesOf(request.raw), length), { objectMode: false }),
    )
    return reply.code(201).send({ ok: true })
  })

  app.route({
    ...readable,
    url: '/files/*',
    handler: async (request, reply) => {
      const allowed = allowedBy(signer, request, 'GET')
      if (isWithheld(allowed.key)) throw notFound()
      if (allowed.holder && !(await mayHave(allowed.holder, allowed.key))) throw ended()
      request.raw.socket.setTimeout(DOWNLOAD_IDLE_MS)
      const headers = {
        'content-disposition': contentDisposition(allowed.fileName, { type: 'attachment' }),
        'cache-control': 'private, no-store',
        'content-security-policy': 'sandbox',
        'content-type': 'application/octet-stream',
      }
      if (!accelRedirect || isPrivate(allowed.key))
        return sendObject(storage, allowed.key, headers, request, reply, fromDisk(storage))
      return reply.headers(headers).header('x-accel-redirect', `${accelRedirect}/${allowed.key}`).send()
    },
  })
}

const wildcard = (request: FastifyRequest): string => (request.params as { '*': string })['*']

function allowedBy<Method extends 'GET' | 'PUT'>(
  signer: AddressSigner,
  request: FastifyRequest,
  method: Method,
) {
  const key = wildcard(request)
  const search = request.raw.url?.split('?')[1] ?? ''
  const allowed = isStorageKey(key) ? signer.check(method, key, search) : null
  if (allowed?.method !== method) throw ended()
  return allowed as Extract<typeof allowed, { method: Method }>
}

const ended = () => forbidden('This address is not valid or has expired.', 'bad_address')

function lengthOf(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'])
  if (!Number.isSafeInteger(length) || length < 0)
    throw new HttpError(411, 'length_required', 'The length of the file must be given.')
  return length
}

/** Passes bytes on and fails when there are more or fewer than announced, so an interrupted upload is never linked. */
async function* exactly(source: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const chunk of source) {
    seen += chunk.length
    if (seen > length) throw tooLarge('This file is too large.')
    yield chunk
  }
  if (seen < length) throw badRequest('upload_incomplete', 'The upload ended too early.')
}

/** Responds with an object, or its requested `Range`. Objects never change under their key, so the key is the ETag. */
async function sendObject(
  storage: Storage,
  key: string,
  headers: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
  openRange: OpenRange,
) {
  const size = await storage.sizeOf(key)
  if (size === null) throw notFound()
  const etag = `"${key.split('/').at(-1)}"`
  const described = { ...headers, 'accept-ranges': 'bytes', etag }
  const ifMatch = request.headers['if-match']
  if (ifMatch !== undefined && !namesStrongly(ifMatch, etag))
    throw new HttpError(412, 'changed', 'This file is another one by now.')
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && namesWeakly(ifNoneMatch, etag))
    return reply.code(304).headers(described).send()
  if (request.method === 'HEAD') return reply.headers({ ...described, 'content-length': size }).send()

  const ifRange = request.headers['if-range']
  const range =
    ifRange === undefined || ifRange === etag ? requestedRange(request.headers.range, size) : 'full'
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new HttpError(416, 'bad_range', 'This range is beyond the end of the file.')
  }
  if (range === 'full') {
    const send = await openRange(key, { start: 0, end: size - 1 })
    return send(reply.headers({ ...described, 'content-length': size }))
  }
  const send = await openRange(key, range)
  return send(
    reply.code(206).headers({
      ...described,
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': range.end - range.start + 1,
    }),
  )
}

/** Opens a range of an object and returns the function that sends it. Opening fails while the response can still say so. */
type OpenRange = (key: string, range: Range) => Promise<(reply: FastifyReply) => unknown>

/** From whatever storage. */
const fromStorage =
  (storage: Storage): OpenRange =>
  async (key, range) => {
    const bytes = await withFirstChunk(range.end < 0 ? storage.read(key) : storage.read(key, range))
    return (reply) => reply.send(bytes)
  }

/** From disk, for large files: faster, and without garbage. */
const fromDisk =
  (storage: DiskStorage): OpenRange =>
  async (key, range) => {
    const file = await open(storage.pathOf(key))
    return (reply) => {
      reply.hijack()
      reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders) // Fastify's type allows undefined
      return streamFile(file, range, reply.raw)
    }
  }

/** Waits for the first bytes: if they cannot be read, the response must not have started. */
async function withFirstChunk(bytes: Readable): Promise<Readable> {
  await once(bytes, 'readable')
  return bytes
}
