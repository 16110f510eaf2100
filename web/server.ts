import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type Services, servicesContext } from './app/services.ts'

export type { Services } from './app/services.ts'

const handler = createRequestHandler(build, import.meta.env.MODE)

/**
 * Answers a request for a page or for the data of one. The page is whole when it is answered, the same for every
 * visitor, and holds no cookie and no user; what it reads, it reads through `services`.
 */
export function render(request: Request, services: Services): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  return handler(request, context)
}
