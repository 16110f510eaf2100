import { createHash } from 'node:crypto'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { type Limits, writeLimits } from '@nofiller/contract/content-limits/limit-rules'
import {
  BOUNDS_WITH_LIMITS,
  type Encoded,
  encode,
  responseCache,
} from '../platform/http/caching/response-cache.ts'

/** A rendered page, the same for every visitor who sees NSFW games in the same way and set the same limits. */
export type Page = Encoded & {
  status: number
  type: string
  policy: string
  preload: string | null
  /** Of a feed. */
  lastModified: string | undefined
}

/** The variables of a page that many share: its URL, the choice for NSFW games, and this browser's limits, null for none. */
export type PageKey = { address: string; view: ContentView; limits: Limits | null }

/** Keeps rendered pages until the catalog changes or the day ends, because pages show dates. */
export function pageCache(render: (key: PageKey) => Promise<Page>, today: () => string) {
  const mayCache = ({ status }: Page) => status < 400
  const pages = responseCache<Page>(mayCache)
  const pagesWithLimits = responseCache<Page>(mayCache, BOUNDS_WITH_LIMITS)
  const clear = () => {
    pages.clear()
    pagesWithLimits.clear()
  }
  let day = today()

  return {
    get(key: PageKey): Page | Promise<Page> {
      if (day !== today()) {
        day = today()
        clear()
      }
      const { address, view, limits } = key
      return limits === null
        ? pages.get(`${view} ${address}`, () => render(key))
        : pagesWithLimits.get(`${view} ${writeLimits(limits)} ${address}`, () => render(key))
    },
    clear,
  }
}

/** The scripts of a page, which the router names in its head. Styles, fonts and pictures, which are visible first, precede them. */
const MODULE = '<link rel="modulepreload"'

export type Rendered = {
  status: number
  type: string
  body: Buffer
  /** The mark of the store's own scripts, unknown to the authors of contents; null without scripts. */
  nonce: string | null
  /** Of a feed. */
  lastModified?: string
}

/**
 * Makes a page of rendered HTML: compressed, and with a policy that names its inline scripts by their hash.
 * @param uploadOrigins where its scripts may send files besides the site itself
 */
export async function toPage(
  { status, type, body, nonce, lastModified }: Rendered,
  uploadOrigins: readonly string[],
): Promise<Page> {
  const marked = nonce === null ? '' : body.toString('utf8')
  const html = marked.replaceAll(` nonce="${nonce}"`, '').replaceAll(MODULE, `${MODULE} fetchpriority="low"`)
  const plain = nonce === null ? body : Buffer.from(html)
  return {
    ...(await encode(plain)),
    status,
    type,
    policy: contentPolicy(nonce === null ? [] : scriptHashes(marked, nonce), uploadOrigins),
    preload: stylesheetPreloads(html),
    lastModified,
  }
}

/**
 * A page that is the same for all cannot keep its nonce, so the inline scripts that carry it are allowed by what they
 * are, and no other is (security E8).
 */
const scriptHashes = (html: string, nonce: string): string[] =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(
      ([, attributes = '']) => attributes.includes(` nonce="${nonce}"`) && !attributes.includes(' src='),
    )
    .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)

/** Styles may be in attributes: a game's colors and a progress bar's width are set there. Scripts may not. */
export const contentPolicy = (scripts: readonly string[], uploadOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...uploadOrigins].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The browser learns of the styles with the headers, before the page itself has come. */
function stylesheetPreloads(html: string): string | null {
  const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
    ([, address]) => `<${address}>; rel=preload; as=style`,
  )
  return links.length > 0 ? links.join(', ') : null
}
