import { Readable } from 'node:stream'
import { type Access, type AccountAccess, admits } from '@nofiller/contract/access'
import type { Role } from '@nofiller/contract/accounts'
import type { Call } from '@nofiller/contract/call'
import { type Answer, type CallName, calls, type Received } from '@nofiller/contract/calls'
import type { ContentChoice } from '@nofiller/contract/content-choice'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentChoiceOf } from './content-choice.ts'
import { forbidden, unauthorized } from './errors.ts'
import { type Encoded, encode, type KeptAnswers, sendKept } from './kept-answers.ts'
import { addressKey, type Counter, type Limits } from './limits.ts'
import { type FilePart, type Multipart, readMultipart } from './multipart.ts'
import { LIST_HEADERS, type ListHeaders } from './paging.ts'

const KEPT_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding, authorization, cookie',
}

/** The signed-in caller, as read from the database for this request. */
export type Account = {
  id: string
  sessionId: string
  username: string
  email: string
  role: Role
  /** Where the request came from. */
  address: string
  /** What it last chose; null when it never did. `contentChoiceOf` says what counts. */
  contentChoice: ContentChoice | null
}

type AccountFor<Name extends CallName> = (typeof calls)[Name]['access'] extends AccountAccess
  ? Account
  : Account | null

export type Input<Name extends CallName> = {
  params: Received<Name, 'params'>
  query: Received<Name, 'query'>
  body: Received<Name, 'body'>
  form: Received<Name, 'form'>
  /** The file parts of a multipart body, on disk until the answer is sent. */
  files: FilePart[]
  account: AccountFor<Name>
  request: FastifyRequest
  reply: FastifyReply
}

export type Serve = <Name extends CallName>(
  name: Name,
  handler: (input: Input<Name>) => Promise<Made<Name>>,
) => void

/** What a handler answers; text comes in pieces. */
type Made<Name extends CallName> = (typeof calls)[Name] extends { answerType: string }
  ? AsyncIterable<string>
  : Answer<Name>

export type ServeOptions = {
  /** The caller behind the bearer token, or null when there is none or its session is dead. */
  authenticate(request: FastifyRequest): Promise<Account | null>
  /** The same caller as the database knows them now, or null when their session has ended. */
  askAgain(account: Account): Promise<Account | null>
  limits: Limits
  /** Where the answers of `kept` calls are kept. */
  answers: KeptAnswers<KeptAnswer>
  tempDir: string
}

export type KeptAnswer = Encoded & { headers: ListHeaders }

/**
 * Makes `serve`: a call of the contract by its name, with everything the contract says of it (access, limit, shapes)
 * enforced before the handler runs and the answer's shape after it.
 */
export function serving(
  app: FastifyInstance,
  { authenticate, askAgain, limits, answers, tempDir }: ServeOptions,
): Serve {
  return (name, handler) => {
    const call: Call = calls[name]
    const { form, limit, answer: shape, answerType } = call
    const [method, url] = name.split(' ') as [string, string]
    /** What takes long, as a slow body or a large answer, may outlive the right to it (security A9). */
    const letInAgain = async (request: FastifyRequest) => {
      if (admits(call.access, 'nobody')) return
      request.account = request.account && (await askAgain(request.account))
      letIn(call.access, request.account)
    }
    app.route({
      method,
      url,
      config: { access: call.access, anonymous: call.anonymous ?? false, ...(form && { form }) },
      schema: {
        summary: call.summary,
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
        response: { 200: answerType ? { content: { [answerType]: { schema: shape } } } : shape },
      },
      // Before the body is read: who is not let in does not get to send one.
      onRequest: async (request, reply) => {
        request.account = request.headers.authorization ? await authenticate(request) : null
        letIn(call.access, request.account)
        if (limit) await countUse(limits, limit, request)
        request.keptAs = keptNameOf(call, request)
        const kept = request.keptAs === null ? undefined : answers.find(request.keptAs)
        return kept && sendKeptAnswer(request, reply, kept)
      },
      // A form is read as early as a JSON body, so that a handler begins when all has arrived.
      preValidation: async (request, reply) => {
        if (form) request.body = await readMultipart(request, reply, form, tempDir)
        if (request.body !== undefined) await letInAgain(request)
      },
      handler: async (request, reply) => {
        const { params, query, body, account } = request
        const received = form ? (body as Multipart) : { body, form: undefined, files: [] }
        const input = { params, query, ...received, account, request, reply }
        const make = () => handler(input as Input<typeof name>) // the schemas above have given each part its type
        if (answerType) {
          const text = (await make()) as AsyncIterable<string>
          return sendText(reply, answerType, text, () => letInAgain(request))
        }
        if (request.keptAs === null) return make()
        const kept = await answers.get(request.keptAs, async () => encodeAnswer(reply, await make()))
        return sendKeptAnswer(request, reply, kept)
      },
    })
  }
}

/**
 * Under which name the answer to a request is kept; null when it is made for this one alone: because it is for an account,
 * or because its address says something that the call does not know, of which there is no end.
 */
function keptNameOf({ kept, query }: Call, request: FastifyRequest): string | null {
  if (!kept || request.account) return null
  for (const name of Object.keys(request.query as object))
    if (!query || !Object.hasOwn(query.shape, name)) return null
  return `${contentChoiceOf(request)} ${request.url}`
}

function sendKeptAnswer(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): FastifyReply {
  reply.headers(kept.headers).headers(KEPT_HEADERS)
  return sendKept(request, reply, kept)
}

async function encodeAnswer(reply: FastifyReply, answer: unknown): Promise<KeptAnswer> {
  const headers: ListHeaders = {}
  for (const name of LIST_HEADERS) if (reply.hasHeader(name)) headers[name] = reply.getHeader(name) as string // pageHeaders sets them
  return { ...(await encode(Buffer.from(reply.serialize(answer) as string))), headers }
}

/**
 * Text goes out as fast as it is taken, and is made no faster. The first piece is made before the answer begins, so that
 * what fails at once is answered as an error. `letInAgain` cuts it off before a later piece by throwing.
 */
async function sendText(
  reply: FastifyReply,
  type: string,
  text: AsyncIterable<string>,
  letInAgain: () => Promise<void>,
): Promise<FastifyReply> {
  const pieces = text[Symbol.asyncIterator]()
  const first = await pieces.next()
  const all = async function* () {
    if (!first.done) yield first.value
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) {
      await letInAgain()
      yield piece
    }
  }
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(all(), { highWaterMark: 1 }))
}

/** By address and, where there is one, by account: neither can be changed to escape the other (security G1). */
async function countUse(limits: Limits, counter: Counter, { ip, account }: FastifyRequest): Promise<void> {
  await limits.consume(counter, addressKey(ip))
  if (account) await limits.consume(counter, account.id)
}

function letIn(access: Access, account: Account | null): void {
  if (admits(access, account?.role ?? 'nobody')) return
  if (account === null) throw unauthorized()
  throw forbidden(access === 'admin' ? 'Admins only.' : 'Developers only.')
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null
    /** Under which name its answer is kept, if it is. */
    keptAs: string | null
  }
  interface FastifyContextConfig {
    access?: Access
    /** No line of the log says who made the call. */
    anonymous?: boolean
    /** The text fields of a multipart body, for the OpenAPI document. */
    form?: NonNullable<Call['form']>
    /** Bytes go straight through: no body limit, no body time-out. */
    streams?: boolean
  }
}
