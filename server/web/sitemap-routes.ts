import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validate as isUuid } from 'uuid'
import {
  SITEMAP_PARTS,
  type SitemapEntry,
  type SitemapPart,
  sitemapPage,
  sitemapPages,
} from '../catalog/sitemap.ts'
import { type Encoded, encode, responseCache, sendCached } from '../platform/http/caching/response-cache.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import { escapeHtml } from '../platform/mail/compose-mail.ts'
import type { Store } from '../store.ts'
import { STANDING_PAGES } from './public-pages.ts'

const PAGE = /^(\w+)-([0-9a-f-]+)$/

/**
 * For search engines: which URLs to ignore, and an index of the existing pages. The index names pages of
 * at most 10,000 addresses, each by the id that it begins at, so that one is a bounded query in a catalog of any size.
 */
export function sitemapRoutes(app: FastifyInstance, { publicDb, config, catalogChanged }: Store): void {
  const answers = responseCache<Encoded>()
  catalogChanged.onChange(answers.clear)
  const site = config.publicUrl

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    make: () => Promise<string>,
  ) => {
    const body = await answers.get(name, async () => encode(Buffer.from(await make())))
    reply.header('content-type', 'application/xml; charset=utf-8').header('vary', 'accept-encoding')
    return sendCached(request, reply, body)
  }
  const readIndex = async () => {
    const pages = (await sitemapPages(publicDb)).map(({ part, from }) => `${part}-${from}`)
    return sitemapIndex(['pages', ...pages].map((page) => `${site}/sitemap-${page}.xml`))
  }
  /** Made-up ids cause no writes. */
  const isNamed = async (page: string): Promise<boolean> => {
    const index = await answers.get('index', async () => encode(Buffer.from(await readIndex())))
    return index.plain.includes(`/sitemap-${page}.xml<`)
  }
  const forAnyone = { config: { access: 'anyone' } } as const
  const closing = { config: { access: 'anyone', closesByCountry: true } } as const

  app.get('/robots.txt', forAnyone, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robotsText(site)),
  )

  app.get('/sitemap.xml', closing, (request, reply) => send(request, reply, 'index', readIndex))

  app.get('/sitemap-pages.xml', closing, (request, reply) =>
    send(request, reply, 'pages', async () =>
      urlSet(
        site,
        STANDING_PAGES.map((path) => ({ path })),
      ),
    ),
  )

  app.get<{ Params: { page: string } }>('/sitemap-:page.xml', closing, async (request, reply) => {
    const { part, from } = pageOf(request.params.page)
    if (!(await isNamed(request.params.page))) throw notFound()
    return send(request, reply, `${part}-${from}`, async () =>
      urlSet(site, await sitemapPage(publicDb, part, from)),
    )
  })
}

/** @throws HttpError 404 for an unknown page */
function pageOf(name: string): { part: SitemapPart; from: string } {
  const [, kind, from = ''] = PAGE.exec(name) ?? []
  const part = SITEMAP_PARTS.find((each) => each === kind)
  if (!part || !isUuid(from)) throw notFound()
  return { part, from }
}

/** Pages marked `noindex` are not disallowed here, because a crawler must be able to read the mark. */
const robotsText = (site: string): string =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /files/', '', `Sitemap: ${site}/sitemap.xml`, ''].join('\n')

const XML = '<?xml version="1.0" encoding="utf-8"?>'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const sitemapIndex = (addresses: readonly string[]): string =>
  `${XML}\n<sitemapindex xmlns="${SCHEMA}">\n${addresses
    .map((address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>`)
    .join('\n')}\n</sitemapindex>\n`

const urlSet = (site: string, entries: readonly SitemapEntry[]): string =>
  `${XML}\n<urlset xmlns="${SCHEMA}">\n${entries
    .map(
      ({ path, changedAt }) =>
        `<url><loc>${escapeHtml(site + path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>`,
    )
    .join('\n')}\n</urlset>\n`
