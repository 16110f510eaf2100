import fastifyStatic from '@fastify/static'
import { staysOpen } from '@nofiller/contract/age/age-rules'
import { GamesQuery } from '@nofiller/contract/catalog/catalog'
import { type Limits, NO_LIMITS, writeLimits } from '@nofiller/contract/content-limits/limit-rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { watchStatus } from '../monitoring/watch-status.ts'
import { hiddenBy, limitsIn, type Viewer } from '../platform/http/audience.ts'
import { sendCached, sendEncoded, sendPrivate } from '../platform/http/caching/response-cache.ts'
import { contentChoiceOf } from '../platform/http/content-choice.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { forAnyone } from '../platform/http/guard.ts'
import { readableBy, type Store } from '../store.ts'
import { ageGateRoute } from './age-gate-route.ts'
import { feedAt } from './feed-at.ts'
import { movedPages } from './moved-pages.ts'
import { type Page, type PageKey, pageCache, toPage } from './page-cache.ts'
import type { PageSource } from './page-source.ts'
import { isForSearchEngines } from './public-pages.ts'
import { refusalPage } from './refusal-page.ts'
import { pageServices } from './services.ts'
import { sitemapRoutes } from './sitemap-routes.ts'
import { pathOf, unavailableHere } from './unavailable-in-country.ts'
import { UNSUBSCRIBE_PATH, unsubscribeRoute } from './unsubscribe-route.ts'
import { wellKnownRoutes } from './well-known-routes.ts'

const DATA_TYPE = 'text/x-script'
/** The query parameters of a page; a URL with any other is rendered, but never cached. */
const KNOWN_QUERY = new Set([...Object.keys(GamesQuery.shape), '_routes'])
/** Addresses that open something: no other site may learn them. */
const HOLDS_SECRET = /^\/(?:reset-password|pay|u)(?:\/|$)/
/** Says how things are at this moment, as the router reads addresses. */
const OF_NOW = /^\/status(?:\.data)?\/?$/i
const DEV_POLICY = "frame-ancestors 'none'"

/** Serves what browsers show: pages, their data for navigation, and the files of the web build. */
export async function pageRoutes(
  app: FastifyInstance,
  store: Store,
  pages: PageSource,
  viewerOf: (request: FastifyRequest) => Promise<Viewer | null>,
): Promise<void> {
  if (pages.assets) await assetRoutes(app, pages.assets)
  sitemapRoutes(app, store)
  wellKnownRoutes(app, store)
  movedPages(app)
  await ageGateRoute(app, store.config.publicUrl)
  const status = store.config.STATUS_PAGE === '1' ? watchStatus(store) : null
  app.addHook('onClose', async () => status?.stop())
  const services = {
    none: pageServices(store, status, 'none', NO_LIMITS, null),
    sfw: pageServices(store, status, 'sfw', NO_LIMITS, null),
    blur: pageServices(store, status, 'blur', NO_LIMITS, null),
    show: pageServices(store, status, 'show', NO_LIMITS, null),
  }
  const origin = new URL(store.config.publicUrl).origin
  const uploadOrigins = store.config.s3 ? [store.config.s3.publicUrl] : []

  const servicesFor = ({ view, limits }: PageKey, viewer: Viewer | null) =>
    limits === null && viewer === null
      ? services[view]
      : pageServices(store, status, view, limits ?? NO_LIMITS, viewer)
  const render = async (key: PageKey, viewer: Viewer | null, method = 'GET'): Promise<Page> => {
    const { address, view, limits } = key
    const audience = { view, hidden: hiddenBy([limits, viewer?.limits ?? null], viewer?.blocks ?? null) }
    const feed = await feedAt(readableBy(store, viewer), store.config, pathIn(address), audience)
    if (feed) return toPage(feed, [])
    // The renderer gets no header of the visitor's, so a cached page holds nothing personal.
    const response = await pages.render(
      new Request(origin + key.address, { method }),
      servicesFor(key, viewer),
    )
    const location = response.headers.get('location')
    if (location) throw new Redirect(response.status, location)
    const rendered = {
      status: response.status,
      type: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      body: Buffer.from(await response.arrayBuffer()),
      nonce: response.headers.get('x-script-nonce'), // web/app/entry.server.tsx
    }
    return toPage(rendered, uploadOrigins)
  }
  const cache = pageCache((key) => render(key, null), services.none.today)
  store.catalogChanged.onChange(cache.clear)

  app.refusalPage = refusalPage(services.none.store, pages)
  const sendUnavailable = unavailableHere(store, services.none.store, pages)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(?:api|files|uploads)(?:\/|$)/.test(decodedPath(request))) throw notFound()
    if (pages.vite && (await answeredByVite(pages.vite, request, reply))) return reply.hijack()
    if (request.isUnavailableHere && !staysOpen(pathOf(request))) return sendUnavailable(request, reply)
    try {
      const isOfNow = OF_NOW.test(decodedPath(request))
      const viewer = await viewerOf(request)
      const keep = !pages.vite && !isOfNow && isCacheable(request) && viewer === null
      const key = pageKey(request)
      const page = await (keep ? cache.get(key) : render(key, viewer))
      pageHeaders(request, reply, page, keep, pages.vite !== null)
      if (key.limits !== null || viewer !== null || isOfNow) return sendPrivate(request, reply, page)
      return keep ? sendCached(request, reply, page) : sendEncoded(request, reply, page)
    } catch (error) {
      if (error instanceof Redirect) return reply.redirect(error.location, error.status)
      throw error
    }
  }
  app.get('/*', { config: { access: 'anyone' } }, sendPage)
  app.get(UNSUBSCRIBE_PATH, { config: { access: 'anyone' } }, sendPage) // by a route of its own its token is not logged
  await unsubscribeRoute(app, async (request, reply) => {
    const page = await render(pageKey(request), null, 'POST')
    pageHeaders(request, reply, page, false, pages.vite !== null)
    return sendPrivate(request, reply, page)
  })
}

/** The path of an address, decoded; one that cannot be is that of no feed. */
function pathIn(address: string): string {
  try {
    return decodeURIComponent(address.replace(/\?.*/s, ''))
  } catch {
    return ''
  }
}

const pageKey = (request: FastifyRequest): PageKey => ({
  address: request.url,
  view: contentChoiceOf(request),
  limits: setLimits(request),
})

/** The limits of this browser; null when it has none, or when they are the same as none. */
function setLimits(request: FastifyRequest): Limits | null {
  const limits = limitsIn(request)
  return limits && writeLimits(limits) !== writeLimits(NO_LIMITS) ? limits : null
}

/** As the router reads it: an address may spell any letter of it as `%xx`. */
const decodedPath = ({ params }: FastifyRequest): string => {
  const of = params as { '*': string } | { token: string } // by the two patterns of `pageRoutes`
  return '*' in of ? `/${of['*']}` : UNSUBSCRIBE_PATH.replace(':token', of.token)
}

class Redirect extends Error {
  readonly status: number
  readonly location: string
  constructor(status: number, location: string) {
    super(`redirect to ${location}`)
    this.status = status
    this.location = location
  }
}

/** Scripts, styles and fonts, compressed when built. Each file is a route, so no path can lead anywhere else. */
async function assetRoutes(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (assets) => {
    forAnyone(assets)
    await assets.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = /[\\/]assets[\\/]/.test(path)
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
  })
}

const isCacheable = (request: FastifyRequest): boolean =>
  Object.keys(request.query as object).every((name) => KNOWN_QUERY.has(name))

function answeredByVite(
  vite: NonNullable<PageSource['vite']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    reply.raw.once('finish', () => resolve(true))
    vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? reject(error) : resolve(false)))
  })
}

function pageHeaders(request: FastifyRequest, reply: FastifyReply, page: Page, keep: boolean, dev: boolean) {
  const isHidden =
    page.type.startsWith(DATA_TYPE) ||
    page.status !== 200 ||
    !keep ||
    !isForSearchEngines(decodedPath(request))
  reply.code(page.status).headers({
    'content-type': page.type,
    'content-security-policy': dev ? DEV_POLICY : page.policy,
    vary: 'accept-encoding, cookie',
    ...(isHidden && { 'x-robots-tag': 'noindex' }),
    ...(page.preload && { link: page.preload }),
    ...(page.lastModified && { 'last-modified': page.lastModified }),
    ...(page.status === 503 && { 'retry-after': '10' }),
    ...(HOLDS_SECRET.test(decodedPath(request)) && { 'referrer-policy': 'no-referrer' }),
  })
}
