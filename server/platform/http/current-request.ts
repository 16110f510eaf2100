import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

const current = new AsyncLocalStorage<FastifyReply>()

type Requester = { reqId: string; account?: string | undefined; address?: string }

/** The account of a request, which every log line of that request includes (security H2), except for anonymous calls. */
export const requesterOf = (request: FastifyRequest): Requester => ({
  reqId: request.id,
  ...(!request.routeOptions.config.anonymous && { account: request.account?.id, address: request.ip }),
})

/** The log fields of the current request; empty in a job and after the response was sent. */
export function currentRequester(): Partial<Requester> {
  const reply = current.getStore()
  return reply && !reply.raw.closed ? requesterOf(reply.request) : {}
}

/** Runs each request in an AsyncLocalStorage context, from which logs read it. */
export function followRequests(app: FastifyInstance): void {
  const follow = (_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) =>
    current.run(reply, done)
  app.addHook('onRequest', follow)
  app.addHook('preValidation', follow) // a body arrives by socket events outside the request's context
}
