/** The HTTP side of a payment provider of ours, and all that can go wrong on the way to it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `lost` does what was asked and cuts the line, `unanswered` does it and never answers; a number is an answer of that status;
 * `limit` a 429 with the seconds to wait.
 */
export type Fault =
  | 'refuse'
  | 'hang'
  | 'garbage'
  | 'half'
  | 'huge'
  | 'redirect'
  | 'lost'
  | 'unanswered'
  | number
  | { limit: string }

/** Whatever becomes of a call to which there is no clear answer. */
export const UNCLEAR_FAULTS: readonly Fault[] = [
  'refuse',
  'hang',
  'unanswered',
  'lost',
  'half',
  'garbage',
  'redirect',
  500,
  502,
  408,
]

export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
/** A text is sent as it is: an empty one is an empty answer. */
export type Answer = { status: number; body: unknown }

export type ProviderServer = {
  url: string
  /** Every request that reached it. */
  calls: Call[]
  /** Answers the next calls this way: all or so many, of any kind or those whose `POST /path` begins so or matches. */
  fail(fault: Fault, times?: number, which?: string | RegExp): Promise<void>
  heal(): Promise<void>
  /** Every message that was made for the store, also those that were lost. */
  messages: SentMessage[]
  /** Whether messages are sent or get lost on the way. */
  delivery: 'sent' | 'lost'
  /** Aborts as soon as a call is left without an answer, so that no test waits for time to pass. */
  timeout(): AbortSignal
  close(): Promise<void>
}

const HUGE_BYTES = 100 * 1024 * 1024
const CHUNK = Buffer.alloc(256 * 1024, 32)

export async function providerServer(answer: (call: Call) => Answer): Promise<ProviderServer> {
  const calls: Call[] = []
  let fault: { what: Fault; left: number; which: RegExp } | null = null

  let timeout = new AbortController()
  const tryTimeout = () => {
    const lost = timeout
    timeout = new AbortController()
    lost.abort()
  }

  const server = createServer(async (request, response) => {
    response.on('error', () => undefined)
    const call = await readCall(request).catch(() => null)
    if (call === null) return // a store that was killed meanwhile
    calls.push(call)
    if (fault && fault.left > 0 && fault.which.test(`${call.method} ${call.path}`)) {
      fault.left -= 1
      if (fault.what === 'lost' || fault.what === 'unanswered') answer(call)
      if (fault.what === 'hang' || fault.what === 'unanswered') return tryTimeout()
      return misbehave(response, fault.what)
    }
    const { status, body } = answer(call)
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const stopListening = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo // a TCP server has no other kind

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    messages: [],
    delivery: 'sent',
    async fail(what, times = Number.POSITIVE_INFINITY, which = '') {
      if (what === 'refuse') await stopListening()
      else fault = { what, left: times, which: typeof which === 'string' ? new RegExp(`^${which}`) : which }
    },
    async heal() {
      fault = null
      if (!server.listening) await listen(port)
    },
    timeout: () => timeout.signal,
    close: stopListening,
  }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? '/', 'http://provider')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

function misbehave(response: ServerResponse, fault: Fault): void {
  const json = { 'content-type': 'application/json' }
  if (typeof fault === 'number')
    response.writeHead(fault, json).end('{"code":"SOME_CODE","message":"Not now"}')
  else if (typeof fault === 'object')
    response.writeHead(429, { ...json, 'retry-after': fault.limit }).end('{"message":"Too many requests"}')
  else if (fault === 'garbage') response.writeHead(200, json).end('<html>Just a moment ...</html>')
  else if (fault === 'lost') response.destroy()
  else if (fault === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end()
  else if (fault === 'half') {
    response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"id":"hal')
    setTimeout(() => response.destroy(), 50)
  } else if (fault === 'huge') void sendHuge(response)
}

/** The caller hangs up before the end. */
async function sendHuge(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  await pipeline(Readable.from(hugeJson()), response).catch(() => undefined)
}

function* hugeJson(): Generator<Buffer | string> {
  yield '{"id":"'
  for (let sent = 0; sent < HUGE_BYTES; sent += CHUNK.length) yield CHUNK
  yield '"}'
}

export type SentMessage = { url: string; headers: Record<string, string>; body: string }

/** Notes a message, and sends it unless messages get lost. */
export async function sendOrLose(
  { messages, delivery }: Pick<ProviderServer, 'messages' | 'delivery'>,
  message: SentMessage,
): Promise<SentMessage> {
  messages.push(message)
  if (delivery === 'sent' && message.url) await deliver(message)
  return message
}

/** Sends a message as providers do: again after a while when it was not taken. Answers the last status. */
export async function deliver({ url, headers, body }: SentMessage): Promise<number> {
  let status = 0
  for (const pauseMs of [100, 300, 1_000, 0]) {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error' }).catch(() => null)
    status = answer?.status ?? 0
    if (answer?.ok) break
    await sleep(pauseMs)
  }
  return status
}
