import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store as StoreInfo } from '../../web/app/services.ts'
import { sendPrivate } from '../platform/http/caching/response-cache.ts'
import { type Page, toPage } from './page-cache.ts'
import type { PageSource } from './page-source.ts'

/** How many rendered refusals are cached, so an overloaded store need not render them. */
const KEPT_MAX = 50

/** Answers a person's browser with an error page, in place of the JSON for programs. */
export function refusalPage(info: StoreInfo, pages: PageSource) {
  const kept = new Map<string, Promise<Page>>()
  const render = async (status: number, message: string): Promise<Page> => {
    const nonce = crypto.randomUUID()
    const body = Buffer.from(await pages.renderRefusal(info, status, message, nonce))
    return toPage({ status, type: 'text/html; charset=utf-8', body, nonce }, [])
  }
  const pageOf = (status: number, message: string): Promise<Page> => {
    const key = `${status} ${message}`
    const known = kept.get(key)
    if (known) return known
    const page = render(status, message)
    if (status === 500 || kept.size >= KEPT_MAX) return page // each 500 names its own request
    kept.set(key, page)
    page.catch(() => kept.delete(key))
    return page
  }

  return async (request: FastifyRequest, reply: FastifyReply, status: number, message: string) => {
    const page = await pageOf(status, message)
    reply.code(status).headers({
      'content-type': page.type,
      'content-security-policy': page.policy,
      vary: 'accept, accept-encoding',
      'x-robots-tag': 'noindex',
    })
    return sendPrivate(request, reply, page)
  }
}
