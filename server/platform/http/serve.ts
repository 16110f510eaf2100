import { Readable } from 'node:stream'
import type { Call } from '@nofiller/contract/call'
import { type Answer, type CallName, calls, type Received } from '@nofiller/contract/calls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, unauthorized } from './errors.ts'
import { addressKey, type Counter, type Limits } from './limits.ts'
import { type FilePart, type Multipart, readMultipart } from './multipart.ts'

/** The signed-in caller, as read from the database for this request. */
export type Account = {
  id: string
  sessionId: string
  username: string
  email: string
  role: 'player' | 'developer' | 'admin'
}

type AccountFor<Name extends CallName> = (typeof calls)[Name]['access'] extends
  | 'signed-in'
  | 'developer'
  | 'admin'
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
  limits: Limits
  tempDir: string
}

/**
 * Makes `serve`: a call of the contract by its name, with everything the contract says of it (access, limit, shapes)
 * enforced before the handler runs and the answer's shape after it.
 */
export function serving(app: FastifyInstance, { authenticate, limits, tempDir }: ServeOptions): Serve {
  return (name, handler) => {
    const call: Call = calls[name]
    const { form, limit, answer: shape, answerType } = call
    const [method, url] = name.split(' ') as [string, string]
    app.route({
      method,
      url,
      config: { access: call.access, ...(form && { form }) },
      schema: {
        summary: call.summary,
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
        response: { 200: answerType ? { content: { [answerType]: { schema: shape } } } : shape },
      },
      // Before the body is read: who is not let in does not get to send one.
      onRequest: async (request) => {
        request.account = await callerOf(call, request, authenticate)
        if (limit) await countUse(limits, limit, request)
      },
      // As early as a JSON body is read, so that a handler begins when all has arrived.
      ...(form && {
        preValidation: async (request, reply) => {
          request.body = await readMultipart(request, reply, form, tempDir)
        },
      }),
      handler: async (request, reply) => {
        const { params, query, body, account } = request
        const received = form ? (body as Multipart) : { body, form: undefined, files: [] }
        const input = { params, query, ...received, account, request, reply }
        const answer = await handler(input as Input<typeof name>) // the schemas above have given each part its type
        return answerType ? sendText(reply, answerType, answer as AsyncIterable<string>) : answer
      },
    })
  }
}

/**
 * Text goes out as fast as it is taken, and is made no faster. The first piece is made before the answer begins, so that
 * what fails at once is answered as an error.
 */
async function sendText(
  reply: FastifyReply,
  type: string,
  text: AsyncIterable<string>,
): Promise<FastifyReply> {
  const pieces = text[Symbol.asyncIterator]()
  const first = await pieces.next()
  const all = async function* () {
    if (!first.done) yield first.value
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(all(), { highWaterMark: 1 }))
}

/** By address and, where there is one, by account: neither can be changed to escape the other (security G1). */
async function countUse(limits: Limits, counter: Counter, { ip, account }: FastifyRequest): Promise<void> {
  await limits.consume(counter, addressKey(ip))
  if (account) await limits.consume(counter, account.id)
}

async function callerOf(
  call: Call,
  request: FastifyRequest,
  authenticate: ServeOptions['authenticate'],
): Promise<Account | null> {
  const account = request.headers.authorization ? await authenticate(request) : null
  if (call.access === 'anyone' || call.access === 'refresh' || call.access === 'provider') return account
  if (!account) throw unauthorized()
  if (call.access === 'admin' && account.role !== 'admin') throw forbidden('Admins only.')
  if (call.access === 'developer' && account.role === 'player') throw forbidden('Developers only.')
  return account
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null
  }
  interface FastifyContextConfig {
    access?: Call['access']
    /** The text fields of a multipart body, for the OpenAPI document. */
    form?: NonNullable<Call['form']>
    /** Bytes go straight through: no body limit, no body time-out. */
    streams?: boolean
  }
}
