import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { namesWeakly } from './preconditions.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The maximum size of a cache. */
type Bounds = { answers: number; bytes: number }
const BOUNDS: Bounds = { answers: 1_000, bytes: 64 * 1024 * 1024 }
/** For responses to viewers with content limits, in a separate cache, so they do not evict widely shared ones. */
export const BOUNDS_WITH_LIMITS: Bounds = { answers: 250, bytes: 16 * 1024 * 1024 }
/** Sales send no signal, so a list sorted by sales is at most this old. */
const TTL_MS = 60_000
/** Well above what compresses fast, well below what blocks the event loop. */
const BROTLI_QUALITY = 5

/** A response body shared by many requests, in the encodings that browsers accept. */
export type Encoded = { etag: string; plain: Buffer; brotli: Buffer; gzip: Buffer }

export async function encode(plain: Buffer): Promise<Encoded> {
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    compressGzip(plain),
  ])
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`
  return { etag, plain, brotli, gzip: gzipped }
}

/** An encoding with a weight of zero (RFC 9110 §12.4.2). */
const REFUSED = /[\w*]+\s*;\s*q=0(?:\.0*)?\s*(?=,|$)/g

/** Sends the smallest encoding that the browser accepts. */
export function sendEncoded({ headers }: FastifyRequest, reply: FastifyReply, body: Encoded): FastifyReply {
  const accepted = (headers['accept-encoding'] ?? '').replace(REFUSED, '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(body.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(body.gzip)
  return reply.send(body.plain)
}

/** Sends a private response that the browser does not cache. */
export const sendPrivate = (request: FastifyRequest, reply: FastifyReply, body: Encoded): FastifyReply =>
  sendEncoded(request, reply.header('cache-control', 'private, no-store'), body)

/** Sends a response that the browser revalidates before each use: it then gets 304, or the new one. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, body: Encoded): FastifyReply {
  reply.header('etag', body.etag).header('cache-control', 'public, max-age=0, must-revalidate')
  if (isKnown(request, reply, body.etag)) return reply.code(304).removeHeader('content-type').send()
  return sendEncoded(request, reply, body)
}

/** By its tag, or for a client without tags by its time, where it has one (RFC 9110 §13.2.2). */
function isKnown({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) return namesWeakly(known, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Date.parse(String(reply.getHeader('last-modified'))) <= since
}

export type ResponseCache<Cached extends Encoded> = {
  /** Returns the cached response of this name, else makes it; concurrent requests share the result. */
  get(name: string, make: () => Promise<Cached>): Cached | Promise<Cached>
  find(name: string): Cached | undefined
  clear(): void
}

/**
 * Caches responses until they are cleared, for a minute at most, limited by number and bytes. A response whose making started
 * before a clearing is returned, but neither cached nor shared with later requests.
 * @param mayKeep for responses about something missing, which may exist soon
 */
export function responseCache<Cached extends Encoded>(
  mayCache: (answer: Cached) => boolean = () => true,
  { answers, bytes }: Bounds = BOUNDS,
): ResponseCache<Cached> {
  const cache = new LRUCache<string, Cached, () => Promise<Cached>>({
    max: answers,
    maxSize: bytes,
    ttl: TTL_MS,
    sizeCalculation: ({ plain, brotli, gzip }) => plain.length + brotli.length + gzip.length,
    fetchMethod: (_name, _stale, { context: make }) => make(),
    ignoreFetchAbort: true, // what is being made when the cache is cleared is still answered
  })
  const fetch = async (name: string, make: () => Promise<Cached>): Promise<Cached> => {
    const answer = await cache.forceFetch(name, { context: make })
    if (!mayCache(answer)) cache.delete(name)
    return answer
  }

  return {
    find: (name) => cache.get(name),
    get: (name, make) => cache.get(name) ?? fetch(name, make),
    clear: () => cache.clear(),
  }
}
