import fastifyStatic from '@fastify/static'
import { GamesQuery } from '@nofiller/contract/catalogue'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../platform/http/errors.ts'
import { forAnyone } from '../platform/http/guard.ts'
import type { Store } from '../store.ts'
import { type Page, pageCache, toPage } from './page-cache.ts'
import type { PageSource } from './page-source.ts'
import { pageServices } from './services.ts'

const DATA_TYPE = 'text/x-script'
/** What a page may depend on besides its path; an address with anything else is rendered, but never kept. */
const KNOWN_QUERY = new Set([...Object.keys(GamesQuery.shape), '_routes'])
const DEV_POLICY = "frame-ancestors 'none'"

/** Serves what browsers show: pages, their data for navigation, and the files of the web build. */
export async function pageRoutes(app: FastifyInstance, store: Store, pages: PageSource): Promise<void> {
  if (pages.assets) await assetRoutes(app, pages.assets)
  const services = pageServices(store)
  const origin = new URL(store.config.publicUrl).origin
  const uploadOrigins = store.config.s3 ? [store.config.s3.publicUrl] : []

  const render = async (address: string): Promise<Page> => {
    // No header of the visitor's goes in, so nothing personal can come out.
    const response = await pages.render(new Request(origin + address), services)
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
  const cache = pageCache(render, services.today)
  store.catalogueChanged.onChange(cache.clear)

  app.get('/*', { config: { access: 'anyone' } }, async (request, reply) => {
    if (/^\/(?:api|files|uploads)(?:\/|$)/.test(decodedPath(request))) throw notFound()
    if (pages.vite && (await answeredByVite(pages.vite, request, reply))) return reply.hijack()
    try {
      const keep = !pages.vite && isKept(request)
      const page = await (keep ? cache.get(request.url) : render(request.url))
      return sendPage(request, reply, page, keep, pages.vite !== null)
    } catch (error) {
      if (error instanceof Redirect) return reply.redirect(error.location, error.status)
      throw error
    }
  })
}

/** As the router reads it: an address may spell any letter of it as `%xx`. */
const decodedPath = (request: FastifyRequest): string => `/${(request.params as { '*': string })['*']}`

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

const isKept = (request: FastifyRequest): boolean =>
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

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, keep: boolean, dev: boolean) {
  const isHidden = page.type.startsWith(DATA_TYPE) || page.status !== 200 || !keep
  reply.headers({
    'content-type': page.type,
    'content-security-policy': dev ? DEV_POLICY : page.policy,
    'cache-control': dev || !keep ? 'private, no-store' : 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
    ...(isHidden && { 'x-robots-tag': 'noindex' }),
    ...(page.preload && { link: page.preload }),
    ...(page.status === 503 && { 'retry-after': '10' }),
    ...(decodedPath(request).startsWith('/reset-password') && { 'referrer-policy': 'no-referrer' }),
  })
  if (keep) reply.header('etag', page.etag)
  if (keep && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  reply.code(page.status)
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.plain)
}
