import type { FastifyInstance, FastifyRequest } from 'fastify'

const MESSAGE_BYTES_MAX = 64 * 1024

/** Providers sign the raw bytes, so on routes registered here, and only on those, a body stays bytes. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MESSAGE_BYTES_MAX },
    (_request, bytes, done) => done(null, bytes),
  )
}

export const rawBodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)
