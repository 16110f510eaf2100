import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorResponse } from '@nofiller/contract/call'
import type { ConnectionError, FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { responseHeaders } from '../caching/response-headers.ts'
import { answerError } from '../errors/error-response.ts'

type Refusal = { status: number } & ErrorResponse

const MALFORMED: Refusal = { status: 400, code: 'bad_request', error: 'This request is malformed.' }
const BY_CODE: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'timeout', error: 'This request took too long.' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large', error: 'These headers are too large.' },
}

/** Answers requests that fail before routing, in the format and with the headers of all responses (security F7). */
export const answerBroken = (log: FastifyBaseLogger, https: boolean) => ({
  /** A URL that cannot be decoded. */
  frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(responseHeaders(request.id, https))
    answerError(error, request, reply)
  },

  /** Not HTTP, or too large: there is only a socket to write to. */
  clientErrorHandler({ code }: ConnectionError, socket: Socket): void {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const requestId = crypto.randomUUID()
    log.debug({ reqId: requestId, code }, 'a broken request was refused')
    socket.write(rawAnswer(BY_CODE[code] ?? MALFORMED, responseHeaders(requestId, https)))
    socket.destroySoon()
  },
})

function rawAnswer({ status, ...answer }: Refusal, headers: Record<string, string>): string {
  const body = JSON.stringify(answer)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
