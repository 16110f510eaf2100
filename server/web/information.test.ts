import { readFile } from 'node:fs/promises'
import { EVENT_TYPES } from '@nofiller/contract/webhooks/webhook-rules'
import { expect, it } from 'vitest'
import { exampleFile } from '../testing/fixtures/webhook-requests.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built', clock: () => now })
let now = new Date('2026-11-21T23:59:00Z')

const shownAt = async (path: string): Promise<string> =>
  (await test.nobody.get(path)).text.replace(/<script[\s\S]*?<\/script>/g, '')

it.each([
  ['/how-to-buy', 'How to Buy', 'Send the exact amount'],
  ['/detailed-how-to-buy', 'How to Buy, step by step', 'After you have paid'],
  ['/faq', 'FAQ', 'All content is for adults 18+'],
  ['/sell', 'Sell your game', 'No listing fee, no exclusivity'],
  ['/transparency', 'Transparency', 'No names, no titles'],
  ['/reviews-policy', 'How reviews work', 'from 24 hours after they first downloaded'],
  ['/how-we-order', 'How we order games', 'Nobody pays for a place'],
  ['/developers', 'For developers', 'timingSafeEqual'],
  ['/support', 'Support', 'Join the chat server'],
  ['/privacy', 'Privacy Policy', '13. Changes and contact'],
  ['/terms', 'Terms of Service', '12. Changes and contact'],
  ['/devlog', 'Devlog', 'Atom feed'],
  ['/roadmap', 'Roadmap', 'Not planned'],
  ['/patch-notes', 'Patch notes', 'Atom feed'],
])('%s is readable without scripts, and describes itself to search engines', async (path, title, part) => {
  const html = await shownAt(path)
  expect(html).toContain(`<title>${title} · No Filler</title>`)
  expect(html).toContain(`<link rel="canonical" href="${test.url}${path}"/>`)
  expect(html).toMatch(/<meta name="description" content="[^"]{30,}"/)
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).toContain(part)
})

it('HO7 /developers shows each event with a body as it is sent, and the files that tests run', async () => {
  const text = (await shownAt('/developers')).replace(/<[^>]+>/g, '').replaceAll('&quot;', '"')
  for (const type of Object.keys(EVENT_TYPES)) expect(text).toContain(`"type": "${type}"`)
  for (const name of ['verify.mjs', 'verify.py', 'verify.php'])
    for (const line of (await readFile(exampleFile(name), 'utf8')).split('\n'))
      expect(text, name).toContain(escaped(line))
})

/** As React writes it, with the quotes read back. */
const escaped = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#x27;')

it('provides the license notices of the software, styles and fonts in the pages', async () => {
  expect(await shownAt('/terms')).toContain('href="/licenses.txt"')
  const { status, headers, text } = await test.nobody.get('/licenses.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const named = [...text.matchAll(/^## (\S+) - \S+ \(.+\)$/gm)].map(([, name]) => name)
  const styles = await readFile(new URL('../../web/app/app.css', import.meta.url), 'utf8')
  const imported = [...styles.matchAll(/^@import "(?!\.)((?:@[^/"]+\/)?[^/"]+)/gm)].map(([, name]) => name)
  expect(imported).toContain('tailwindcss')
  expect(named).toEqual(
    expect.arrayContaining(['react', 'react-router', '@fontsource-variable/archivo', ...imported]),
  )
  expect(text).toContain('Permission is hereby granted, free of charge')
  expect(text).toContain('SIL OPEN FONT LICENSE')
})

it('shows the terms as last updated today, even after midnight', async () => {
  expect(await shownAt('/terms')).toContain('Last Updated: <time dateTime="2026-11-21">November 21, 2026')
  now = new Date('2026-11-22T00:00:01Z')
  expect(await shownAt('/terms')).toContain('Last Updated: <time dateTime="2026-11-22">November 22, 2026')
})

it.each(['/devlog', '/patch-notes'])('%s has a feed', async (path) => {
  expect(await shownAt(path)).toContain(`type="application/atom+xml" href="${path}.atom"`)
  const { status, headers, text } = await test.nobody.get(`${path}.atom`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${test.url}${path}.atom"/>`)
})
