import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const PAGES_MAX = 1_000
const BYTES_MAX = 64 * 1024 * 1024
/** Sales announce nothing, so an order by sales is at most this old. */
const KEPT_MS = 60_000
/** Far above what compresses fast, far below what hurts the event loop. */
const BROTLI_QUALITY = 5

/** A rendered page, the same for every visitor, in the encodings that browsers take. */
export type Page = {
  status: number
  type: string
  etag: string
  policy: string
  preload: string | null
  plain: Buffer
  brotli: Buffer
  gzip: Buffer
}

/**
 * Keeps rendered pages until the catalogue changes or the day ends, because pages show dates. Visitors who ask for the same
 * page at once share one rendering, and one that began before a change is answered but not kept.
 */
export function pageCache(render: (address: string) => Promise<Page>, today: () => string) {
  const kept = new LRUCache<string, Page>({
    max: PAGES_MAX,
    maxSize: BYTES_MAX,
    ttl: KEPT_MS,
    sizeCalculation: ({ plain, brotli, gzip }) => plain.length + brotli.length + gzip.length,
  })
  const rendering = new Map<string, Promise<Page>>()
  let generation = 0
  let day = today()

  const clear = (): void => {
    generation += 1
    kept.clear()
    rendering.clear()
  }

  const renderAndKeep = async (address: string): Promise<Page> => {
    const begun = generation
    const page = await render(address)
    if (begun === generation && page.status < 400) kept.set(address, page)
    return page
  }

  return {
    get(address: string): Page | Promise<Page> {
      if (day !== today()) {
        day = today()
        clear()
      }
      const found = kept.get(address) ?? rendering.get(address)
      if (found) return found
      const started = renderAndKeep(address).finally(() => {
        if (rendering.get(address) === started) rendering.delete(address)
      })
      rendering.set(address, started)
      return started
    },
    clear,
  }
}

export type Rendered = {
  status: number
  type: string
  body: Buffer
  /** What our own scripts carry, unknown to whoever wrote the contents; null where there are no scripts. */
  nonce: string | null
}

/**
 * Makes a page of what was rendered: compressed, and with a policy that names its inline scripts by their hash.
 * @param uploadOrigins where its scripts may send files besides the site itself
 */
export async function toPage(
  { status, type, body, nonce }: Rendered,
  uploadOrigins: readonly string[],
): Promise<Page> {
  const marked = nonce === null ? '' : body.toString('utf8')
  const html = marked.replaceAll(` nonce="${nonce}"`, '')
  const plain = nonce === null ? body : Buffer.from(html)
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    compressGzip(plain),
  ])
  return {
    status,
    type,
    etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
    policy: contentPolicy(nonce === null ? [] : scriptHashes(marked, nonce), uploadOrigins),
    preload: stylesheetPreloads(html),
    plain,
    brotli,
    gzip: gzipped,
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

/** Styles may stand in attributes: a game's colours and a progress bar's width are set there. Scripts may not. */
export const contentPolicy = (scripts: readonly string[], uploadOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...uploadOrigins].join(' '),
    "manifest-src 'self'",
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
