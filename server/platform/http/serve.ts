import { Readable } from 'node:stream'
import { type Access, type AccountAccess, admits } from '@nofiller/contract/access'
import { ACCOUNT_CLOSED_CODE } from '@nofiller/contract/accounts/proof-codes'
import {
  REAUTHENTICATION_NEEDED,
  REAUTHENTICATION_NEEDED_CODE,
} from '@nofiller/contract/accounts/reauthentication-rules'
import { closesCall } from '@nofiller/contract/age/age-rules'
import type { Call } from '@nofiller/contract/call'
import { type CallName, calls, type Received, type ResponseBody } from '@nofiller/contract/calls'
import { ACCOUNT_CLOSED } from '@nofiller/contract/personal-data/personal-data-rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Account } from '../caller.ts'
import type { Page } from '../database/paginate.ts'
import { audienceKey, audienceOf, isLimited, isPersonal, type Viewer } from './audience.ts'
import { type FilePart, readMultipart } from './bodies/multipart.ts'
import {
  type Encoded,
  encode,
  type ResponseCache,
  sendCached,
  sendPrivate,
} from './caching/response-cache.ts'
import { forbidden, unauthorized } from './errors/errors.ts'
import type { EventStreams, Watched } from './event-stream.ts'
import { LIST_HEADERS, type ListHeaders, pageHeaders } from './paging.ts'
import { addressKey, type Counter, type RateLimits } from './rate-limits.ts'

const CACHED_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding, authorization, cookie',
}

type AccountFor<Name extends CallName> = (typeof calls)[Name]['access'] extends AccountAccess
  ? Account
  : Account | null

export type Input<Name extends CallName> = {
  params: Received<Name, 'params'>
  query: Received<Name, 'query'>
  body: Received<Name, 'body'>
  form: Received<Name, 'form'>
  /** The file parts of a multipart body, on disk until the answer is sent; none of a JSON body. */
  files: FilePart[]
  account: AccountFor<Name>
  request: FastifyRequest
  reply: FastifyReply
}

export type Serve = {
  <Name extends CallName>(name: Name, handler: (input: Input<Name>) => Promise<Made<Name>>): void
  /** One page of a list, with `X-Total-Count` and the `Link` of the next page. */
  list<Name extends CallName>(
    name: Name,
    handler: (input: Input<Name>) => Promise<Page<ResponseBody<Name> extends (infer Item)[] ? Item : never>>,
  ): void
  /** A file that the browser saves under a name. */
  csv<Name extends CsvName>(
    name: Name,
    fileName: string,
    handler: (input: Input<Name>) => AsyncIterable<string>,
  ): void
  /** The current state, and again after each change, as server-sent events. */
  events<Name extends EventsName>(
    name: Name,
    handler: (input: Input<Name>) => Promise<Watched<ResponseBody<Name>>>,
  ): void
}

type CsvName = {
  [Name in CallName]: (typeof calls)[Name] extends { responseType: 'text/csv' } ? Name : never
}[CallName]

type EventsName = {
  [Name in CallName]: (typeof calls)[Name] extends { responseType: 'text/event-stream' } ? Name : never
}[CallName]

/** The result of a handler; text comes in pieces. */
type Made<Name extends CallName> = Name extends CsvName
  ? AsyncIterable<string>
  : Name extends EventsName
    ? Watched<ResponseBody<Name>>
    : [ResponseBody<Name>] extends [undefined]
      ? unknown
      : ResponseBody<Name>

export type ServeOptions = {
  /** The caller of the bearer token, or null when there is none or its session is over. */
  authenticate(request: FastifyRequest): Promise<Account | null>
  /** Whose blocks and limits apply to a caller without a session, by a cookie; null for most. */
  viewerOf(request: FastifyRequest): Promise<Viewer | null>
  /** Requirements of admins besides the role. @throws HttpError 403 */
  admitAdmin(account: Account): Promise<void>
  /** The same caller by the current database row, or null when their session has ended. */
  askAgain(account: Account): Promise<Account | null>
  rateLimits: RateLimits
  /** The cache for calls that are marked `cached`. */
  answers: ResponseCache<CachedResponse>
  /** Another cache for callers with content limits. */
  responsesWithLimits: ResponseCache<CachedResponse>
  events: EventStreams
  tempDir: string
  /** The maximum size of a file part that the contract calls large. */
  largePartBytesMax: number
}

export type CachedResponse = Encoded & { headers: ListHeaders }

/**
 * Makes `serve`: registers a call of the contract by its name, and enforces its access, limit and request
 * schemas before the handler runs and its response schema after it.
 */
export function serving(
  app: FastifyInstance,
  {
    authenticate,
    viewerOf,
    admitAdmin,
    askAgain,
    rateLimits,
    answers,
    responsesWithLimits,
    events,
    tempDir,
    largePartBytesMax,
  }: ServeOptions,
): Serve {
  const cacheOf = (request: FastifyRequest) =>
    isLimited(audienceOf(request)) ? responsesWithLimits : answers
  const serve = <Name extends CallName>(
    name: Name,
    handler: (input: Input<Name>) => Promise<Made<Name>>,
  ): void => {
    const call: Call = calls[name]
    const { form, largeParts = [], filesMax, limit, response: shape, responseType } = call
    const [method, url] = name.split(' ') as [string, string]
    /** Access is checked again after a slow body and during a large response, because it may have ended meanwhile (security A9). */
    const reauthorize = async (request: FastifyRequest) => {
      if (admits(call.access, 'nobody')) return
      request.account = request.account && (await askAgain(request.account))
      authorize(call, request.account)
    }
    app.route({
      method,
      url,
      config: {
        access: call.access,
        anonymous: call.anonymous ?? false,
        closesByCountry: closesCall(name, call.access),
        ...(form && { form, hasLargeParts: largeParts.length > 0 }),
        ...(responseType === 'text/event-stream' && { streams: true }),
      },
      schema: {
        summary: call.summary,
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
        response: responsesOf(call),
      },
      // Access is checked before the body is read, so a refused caller cannot send one.
      onRequest: async (request, reply) => {
        request.account = request.headers.authorization ? await authenticate(request) : null
        authorize(call, request.account)
        if (call.access === 'anyone' && !request.account) request.viewer = await viewerOf(request)
        if (call.access === 'admin' && request.account) await admitAdmin(request.account)
        request.cacheKey = cacheKeyOf(call, request)
        const cached = request.cacheKey === null ? undefined : cacheOf(request).find(request.cacheKey)
        if (cached) return sendCachedResponse(request, reply, cached) // costs less than counting it would
        if (limit) await countUse(rateLimits, limit, request)
      },
      // A form is read as early as a JSON body, so a handler starts when everything has arrived.
      preValidation: async (request, reply) => {
        if (form && (!call.body || request.isMultipart())) {
          const options = { tempDir, largeParts, largePartBytesMax, filesMax }
          const read = await readMultipart(request, reply, form, options)
          request.body = read.form
          request.fileParts = read.files
        }
        if (request.body !== undefined) await reauthorize(request)
      },
      handler: async (request, reply) => {
        const { params, query, body, account } = request
        const files = request.fileParts ?? []
        const input = { params, query, body, form: body, files, account, request, reply }
        const make = () => handler(input as Input<typeof name>) // the schemas above have checked each part's type
        if (responseType === 'text/event-stream') {
          const watched = (await make()) as Watched<unknown>
          return events.open(request, reply, watched, (value) =>
            String(reply.serializeInput(value as Record<string, unknown>, '200', responseType)),
          )
        }
        if (responseType) {
          const text = (await make()) as AsyncIterable<string>
          return sendText(reply, responseType, text, () => reauthorize(request))
        }
        if (!shape) {
          await make()
          return reply.code(204).send()
        }
        if (request.cacheKey === null) return make()
        const cached = await cacheOf(request).get(request.cacheKey, async () =>
          encodeResponse(reply, await make()),
        )
        return sendCachedResponse(request, reply, cached)
      },
    })
  }
  return Object.assign(serve, {
    list: <Name extends CallName>(name: Name, handler: (input: Input<Name>) => Promise<Page<unknown>>) =>
      serve(name, async (input) => {
        const { items, total, next } = await handler(input)
        pageHeaders(input.request, input.reply, { total, next })
        return items as Made<Name> // the type of `list` guarantees it
      }),
    csv: <Name extends CsvName>(
      name: Name,
      fileName: string,
      handler: (input: Input<Name>) => AsyncIterable<string>,
    ) =>
      serve(name, async (input) => {
        const text = handler(input)
        input.reply.header('content-disposition', `attachment; filename="${fileName}"`)
        return text as Made<Name> // a call of this name returns text
      }),
    events: <Name extends EventsName>(
      name: Name,
      handler: (input: Input<Name>) => Promise<Watched<ResponseBody<Name>>>,
    ) => serve(name, async (input) => (await handler(input)) as Made<Name>), // a call of this name returns events
  })
}

const NO_CONTENT = z.null().describe('Done; the response has no body')

const responsesOf = ({ response, responseType }: Call) => {
  if (!response) return { 204: NO_CONTENT }
  return { 200: responseType ? { content: { [responseType]: { schema: response } } } : response }
}

/**
 * The cache key of a response; null when it is only for this request: because it belongs to an account, or is within the
 * blocks of one, or because its query has unknown parameters, which have endless variants.
 */
function cacheKeyOf({ cached, query }: Call, request: FastifyRequest): string | null {
  if (!cached || request.account) return null
  for (const name of Object.keys(request.query as object))
    if (!query || !Object.hasOwn(query.shape, name)) return null
  const audience = audienceOf(request)
  return isPersonal(audience) ? null : `${audienceKey(audience)} ${request.url}`
}

function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): FastifyReply {
  reply.headers(cached.headers).headers(CACHED_HEADERS)
  return isLimited(audienceOf(request))
    ? sendPrivate(request, reply, cached)
    : sendCached(request, reply, cached)
}

async function encodeResponse(reply: FastifyReply, answer: unknown): Promise<CachedResponse> {
  const headers: ListHeaders = {}
  for (const name of LIST_HEADERS) if (reply.hasHeader(name)) headers[name] = reply.getHeader(name) as string // pageHeaders sets them
  return { ...(await encode(Buffer.from(reply.serialize(answer) as string))), headers }
}

/**
 * Text is sent as fast as the client reads it, and produced no faster. The first piece is made before the response starts, so
 * an immediate failure becomes an error response. `reauthorize` throws before a later piece to stop it.
 */
async function sendText(
  reply: FastifyReply,
  type: string,
  text: AsyncIterable<string>,
  reauthorize: () => Promise<void>,
): Promise<FastifyReply> {
  const pieces = text[Symbol.asyncIterator]()
  const first = await pieces.next()
  const all = async function* () {
    if (!first.done) yield first.value
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) {
      await reauthorize()
      yield piece
    }
  }
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(all(), { highWaterMark: 1 }))
}

/** Counts by address and, if signed in, by account, so that changing one does not escape the other (security G1). */
async function countUse(
  rateLimits: RateLimits,
  counter: Counter,
  { ip, account }: FastifyRequest,
): Promise<void> {
  await rateLimits.consume(counter, addressKey(ip))
  if (account) await rateLimits.consume(counter, account.id)
}

/**
 * An account that is being deleted may call what everyone may, and what cancels the deletion or exports its data. Some calls
 * ask for the password again, unless it was entered recently.
 */
function authorize({ access, whileClosing, fresh }: Call, account: Account | null): void {
  if (admits(access, 'nobody')) return
  if (admits(access, account?.role ?? 'nobody')) {
    if (account?.isClosing && !whileClosing) throw forbidden(ACCOUNT_CLOSED, ACCOUNT_CLOSED_CODE)
    if (fresh && !account?.isFresh) throw forbidden(REAUTHENTICATION_NEEDED, REAUTHENTICATION_NEEDED_CODE)
    return
  }
  if (account === null) throw unauthorized()
  throw forbidden(access === 'admin' ? 'Admins only.' : 'Developers only.')
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null
    /** Whose blocks and limits apply to a page, or to a call without an account. */
    viewer: Viewer | null
    /** The value of `Input.files`; null without a form. */
    fileParts: FilePart[] | null
    /** The key of its cached response, if any. */
    cacheKey: string | null
  }
  interface FastifyContextConfig {
    access?: Access
    /** No log line names the caller, or what the path names. */
    anonymous?: boolean
    /** The text fields of a multipart body, for the OpenAPI document. */
    form?: NonNullable<Call['form']>
    /** Its body may take as long as an upload. */
    hasLargeParts?: boolean
    /** Bytes are passed on: no body limit, no body timeout. */
    streams?: boolean
  }
}
