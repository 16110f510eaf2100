import { nextPath } from '@nofiller/contract/accounts/next-path'
import { CLOSED_HERE_STATUS } from '@nofiller/contract/age/age-rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store as StoreInfo } from '../../web/app/services.ts'
import { countryName, placeOf } from '../platform/http/age-rule.ts'
import { sendPrivate } from '../platform/http/caching/response-cache.ts'
import type { Store } from '../store.ts'
import { toPage } from './page-cache.ts'
import type { PageSource } from './page-source.ts'

const DATA = /(?:\/_root|\/_)?\.data$/

/** The path of a page as the renderer reads it, also of the data that a browser asks for on the way to it. */
export const pathOf = (request: FastifyRequest): string => asked(request).replace(DATA, '') || '/'

/** Without the dots that the renderer's `Request` resolves as well. */
const asked = ({ url }: FastifyRequest): string => new URL(`http://store${url}`).pathname

/** Answers with the page for visitors from where the law closes the store. */
export const unavailableHere =
  ({ config }: Store, info: StoreInfo, pages: PageSource) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (DATA.test(asked(request))) return sendThere(request, reply)
    const nonce = crypto.randomUUID()
    const country = countryName(placeOf(request, config.COUNTRY_HEADER))
    const body = Buffer.from(await pages.renderUnavailable(info, country, nonce))
    const rendered = { status: CLOSED_HERE_STATUS, type: 'text/html; charset=utf-8', body, nonce }
    const page = await toPage(rendered, [])
    reply.code(page.status).headers({
      'content-type': page.type,
      'content-security-policy': page.policy,
      vary: 'accept-encoding',
      'x-robots-tag': 'noindex',
    })
    return sendPrivate(request, reply, page)
  }

/** Makes the router load the page completely, which is then the one above: a 204 with these headers is its redirect. */
const sendThere = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(204)
    .headers({
      'x-remix-redirect': nextPath(pathOf(request)),
      'x-remix-reload-document': 'true',
      'cache-control': 'private, no-store',
    })
    .send()
