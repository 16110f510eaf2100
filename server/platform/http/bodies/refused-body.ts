import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const READ_ON_MS = 1_000

/**
 * Reads on where a call is answered before its body has come. When the connection closes after the answer, for a moment: Node
 * closes it at once, and whoever is still sending then sees a broken connection instead of the answer. On a connection that
 * stays open Node reads on by itself, but for a body of which a part was read.
 */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete) return
    if (reply.raw.shouldKeepAlive) raw.resume()
    else await readOn(raw)
  })
}

/** The bytes of a body. Whoever stops in the middle can still answer: by itself Node would break the connection. */
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
