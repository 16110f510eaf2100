import { expect, it } from 'vitest'
import { sha256 } from '../platform/signatures.ts'
import { type Page, pageCache, toPage } from './page-cache.ts'

const rendered = (html: string, nonce: string | null = 'n-1') =>
  toPage({ status: 200, type: 'text/html', body: Buffer.from(html), nonce }, [])
const named = (script: string) => `'sha256-${sha256(script).toString('base64')}'`

it('E8 allows the inline scripts that carry the nonce, and no others', async () => {
  const { policy, plain } = await rendered(
    '<script nonce="n-1">own()</script><script type="module" nonce="n-1" async="">import "/a.js"</script>' +
      '<p><script>steal()</script><script nonce="">steal2()</script><script nonce="n-2">steal3()</script></p>' +
      '<script nonce="n-1" src="/b.js"></script><link rel="modulepreload" nonce="n-1" href="/a.js">',
  )
  expect(policy.split('; ').find((part) => part.startsWith('script-src'))).toBe(
    `script-src 'self' ${named('own()')} ${named('import "/a.js"')}`,
  )
  expect(plain.toString()).toContain('<script>own()</script>')
  expect(plain.toString()).not.toContain('n-1')
})

it('E8 allows no inline script in a page that was rendered without a nonce', async () => {
  const { policy } = await rendered('<script>steal()</script>', null)
  expect(policy).toContain("script-src 'self';")
})

it('renders a page again once a day, after midnight', async () => {
  let day = '2026-11-21'
  const days: string[] = []
  const cache = pageCache(
    (): Promise<Page> => {
      days.push(day)
      return rendered(day)
    },
    () => day,
  )
  const shown = async () =>
    (await cache.get({ address: '/terms', view: 'blur', limits: null })).plain.toString()
  expect([await shown(), await shown()]).toEqual(['2026-11-21', '2026-11-21'])
  day = '2026-11-22'
  expect([await shown(), await shown()]).toEqual(['2026-11-22', '2026-11-22'])
  expect(days).toEqual(['2026-11-21', '2026-11-22'])
})

it('renders a page once for simultaneous visitors, and again after it failed or was missing', async () => {
  const outcomes = [new Error('no database'), 404, 200]
  const page = await rendered('a page')
  const cache = pageCache(
    async () => {
      const outcome = outcomes.shift()
      if (outcome instanceof Error) throw outcome
      return { ...page, status: outcome ?? 500 }
    },
    () => '2026-11-21',
  )
  const status = async () => (await cache.get({ address: '/terms', view: 'blur', limits: null })).status
  const failed = await Promise.allSettled([status(), status()])
  expect(failed.map((each) => each.status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([status(), status()])).toEqual([404, 404])
  expect([await status(), await status()]).toEqual([200, 200])
})
