import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const READ_ON_MS = 1_000

/**
 * Drains the body of a call answered before the body was read. If the connection closes after the response, for a moment: Node
 * would close it at once, and a client that is still sending would get a reset instead of the response. On a keep-alive
 * connection Node drains the body itself, unless a part of it was read.
 */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete) return
    if (reply.raw.shouldKeepAlive) raw.resume()
    else await readOn(raw)
  })
}

/** The bytes of a body. A reader who stops early can still respond: by itself Node would close the connection. */
export const bytesOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false })

const readOn = (body: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timeout)
      resolve()
    }
    const timeout = setTimeout(stop, READ_ON_MS)
    body.once('end', stop).once('close', stop).resume()
  })
