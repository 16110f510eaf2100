import type { Journal } from '@nofiller/contract/content/information'
import { expect, it } from 'vitest'
import { journalFeed } from './feed.ts'

const STORE = { name: 'Pots & <Pans>', publicUrl: 'https://store.test' }
const journal: Journal = {
  name: 'devlog',
  title: 'Devlog',
  description: 'How & why.',
  intro: '',
  entries: [
    {
      id: '2026-11-21-b',
      title: 'B < "C"',
      date: '2026-11-21',
      html: '<p>One &amp; <a href="/faq">two</a></p>',
    },
    { id: '2026-10-01-a', title: 'A', date: '2026-10-01', html: '<p>]]></p>' },
  ],
}

/** Whether every tag is closed in order and no special character is unescaped. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  for (const [, close, name = '', empty] of xml.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
    if (close && open.pop() !== name) return false
    if (!close && !empty) open.push(name)
  }
  const text = xml.replace(/^<\?xml[^>]*\?>/, '').replace(/<\/?[a-z]+(?:\s+[a-z:]+="[^"<]*")*\/?>/g, '')
  return open.length === 0 && !/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.test(text)
}

it('a feed is well-formed whatever its texts contain', () => {
  expect(isWellFormed(journalFeed(journal, STORE))).toBe(true)
  expect(isWellFormed(journalFeed({ ...journal, entries: [] }, STORE))).toBe(true)
})

it('a feed has the dates, addresses and texts of its entries, and the newest date as its own', () => {
  const xml = journalFeed(journal, STORE)
  expect([...xml.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, date]) => date)).toEqual([
    '2026-11-21T00:00:00Z',
    '2026-11-21T00:00:00Z',
    '2026-10-01T00:00:00Z',
  ])
  expect([...xml.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)).toEqual([
    'https://store.test/devlog',
    'https://store.test/devlog#2026-11-21-b',
    'https://store.test/devlog#2026-10-01-a',
  ])
  expect(xml).toContain('href="https://store.test/devlog.atom"')
  expect(xml).toContain('&lt;p&gt;One &amp;amp; &lt;a href=&quot;/faq&quot;&gt;two&lt;/a&gt;&lt;/p&gt;')
})
