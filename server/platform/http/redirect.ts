import type { FastifyReply, FastifyRequest } from 'fastify'

/** Redirects without a body, because the same handler answers HEAD. */
export const redirect = (reply: FastifyReply, address: string) =>
  reply.code(302).header('location', address).send() as never

/** The way a file is requested, which decides whether a download starts. */
export const fetchingOf = ({ method, headers, ip }: FastifyRequest) => ({ method, range: headers.range, ip })
