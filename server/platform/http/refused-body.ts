import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const READ_ON_MS = 1_000

/**
 * Reads on for a moment where a call is answered before its body has come and the connection closes after the answer: Node
 * closes it at once, and whoever is still sending then sees a broken connection instead of the answer. On a connection that
 * stays open Node reads on by itself.
 */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && !reply.raw.shouldKeepAlive) await readOn(raw)
  })
}

const readOn = (body: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      clearTimeout(patience)
      resolve()
    }
    const patience = setTimeout(stop, READ_ON_MS)
    body.once('end', stop).once('close', stop).resume()
  })
