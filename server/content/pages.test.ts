import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pages as everyPage } from '@nofiller/contract/access'
import { CONTENT_COOKIE } from '@nofiller/contract/catalog/content-choice'
import type { JournalName, PageName } from '@nofiller/contract/content/information'
import { expect, it } from 'vitest'
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '../accounts/sessions/session.ts'
import { type Config, readConfig } from '../config.ts'
import { readJournal, readPage } from './pages.ts'
import { readRules } from './rules.ts'

const PAGES: PageName[] = [
  'how-to-buy',
  'detailed-how-to-buy',
  'faq',
  'support',
  'privacy',
  'terms',
  'roadmap',
]
const JOURNALS: JournalName[] = ['devlog', 'patch-notes']

const SECRET_KEY = 'a key for the tests, of 32 characters and more'
const configWith = (settings: Record<string, string> = {}): Config => readConfig({ SECRET_KEY, ...settings })
const config = configWith()

const htmlOf = async (name: PageName, settings?: Record<string, string>): Promise<string> => {
  const { intro, sections } = await readPage(configWith(settings), name)
  return [intro, ...sections.map(({ html }) => html)].join('\n')
}

it.each(PAGES)('%s has a title, a description, and sections with texts and unique names', async (name) => {
  const { title, description, sections } = await readPage(config, name)
  expect(title).not.toBe('')
  expect(description.length).toBeGreaterThan(30)
  expect(sections.length).toBeGreaterThan(2)
  expect(sections.filter(({ html }) => html === '')).toEqual([])
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  expect(await htmlOf(name)).not.toMatch(/\{\{|\}\}|undefined/)
})

it.each(JOURNALS)('%s has entries, the newest first', async (name) => {
  const { title, intro, entries } = await readJournal(config, name)
  expect([title, intro, ...entries.flatMap((entry) => [entry.title, entry.html])]).not.toContain('')
  const dates = entries.map(({ date }) => date)
  expect(dates.length).toBeGreaterThan(0)
  expect(dates).toEqual(dates.toSorted().reverse())
})

it.each([
  ['privacy', 13],
  ['terms', 12],
] as const)('%s has %i numbered sections', async (name, count) => {
  const { sections } = await readPage(config, name)
  expect(sections.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
})

it('uses the owner’s own texts instead, and an empty file removes an entry', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nofiller-texts-'))
  const own = configWith({ CONTENT_DIR: folder })
  const [entry] = (await readJournal(config, 'devlog')).entries
  await mkdir(join(folder, 'devlog'))
  await mkdir(join(folder, 'rules'))
  await writeFile(join(folder, 'terms.md'), '---\ntitle: Our terms\ndescription: Ours\n---\nPay first.')
  await writeFile(join(folder, 'devlog', `${entry?.id}.md`), '')
  await writeFile(join(folder, 'devlog/ours.md'), '---\ntitle: Ours\ndate: 2099-01-01\n---\nNews.')
  await writeFile(
    join(folder, 'rules/house-1.md'),
    '---\ntitle: House\nversion: 1\ndate: 2026-01-01\npoints: 1\nreason: Because\n---\nNo.',
  )
  expect(await readPage(own, 'terms')).toMatchObject({ title: 'Our terms', intro: '<p>Pay first.</p>' })
  expect((await readPage(own, 'privacy')).title).toBe((await readPage(config, 'privacy')).title)
  const ids = (await readJournal(own, 'devlog')).entries.map(({ id }) => id)
  expect(ids[0]).toBe('ours')
  expect(ids).not.toContain(entry?.id)
  const rules = (await readRules(own)).map(({ id }) => id)
  expect(rules).toEqual([...(await readRules(config)).map(({ id }) => id), 'house-1'].sort())

  await writeFile(join(folder, 'privacy.md'), 'no head')
  await expect(readPage(own, 'privacy')).rejects.toThrow(`${join(folder, 'privacy.md')}: a text begins with`)
  await rm(folder, { recursive: true })
  expect(() => configWith({ CONTENT_DIR: folder })).toThrow(
    `CONTENT_DIR is ${folder}, where there is no folder`,
  )
})

it('links only to existing pages', async () => {
  const texts = await Promise.all([
    ...PAGES.map((name) => htmlOf(name)),
    ...JOURNALS.map(async (name) => {
      const { intro, entries } = await readJournal(config, name)
      return [intro, ...entries.map(({ html }) => html)].join('\n')
    }),
  ])
  const links = texts.flatMap((html) => [...html.matchAll(/href="(\/[^"#?]*)/g)].map(([, path]) => path))
  expect(links.length).toBeGreaterThan(20)
  const served = [...Object.keys(everyPage), '/licenses.txt']
  expect(links.filter((link = '') => !served.includes(link))).toEqual([])
})

it('inserts settings as plain text', async () => {
  const html = await htmlOf('terms', { STORE_NAME: '*Odd_* <b>Store</b> & Co', SELLER_NAME: '[x](/y)' })
  expect(html).toContain('*Odd_* &lt;b&gt;Store&lt;/b&gt; &amp; Co')
  expect(html).toContain('[x](/y)')
})

it('marks the jurisdiction as missing until it is set', async () => {
  expect(await htmlOf('terms')).toContain('Governing jurisdiction: <mark>[jurisdiction]</mark>.')
  expect(await htmlOf('terms', { JURISDICTION: 'Iceland' })).toContain('Governing jurisdiction: Iceland.')
})

it('refers visitors who need help to the chat server, or to the contact page if there is none', async () => {
  expect(await htmlOf('support', { CHAT_URL: 'https://chat.test/x' })).toContain(
    '<a href="https://chat.test/x" target="_blank" rel="noopener">our chat server</a>',
  )
  const { intro } = await readPage({ ...config, chatUrl: null }, 'support')
  expect(intro).toContain('<a href="/contact">our contact page</a>')
})

it('contains the statements that the requirements name', async () => {
  const said = {
    faq: [
      'adults 18+',
      'All sales are final',
      'personal use only',
      '24-48 hours',
      '/contact',
      '/support',
      '/how-to-buy',
    ],
    support: [
      'within 24 hours, up to 48 hours at peak',
      'There are no refunds',
      'supported browser',
      'Clear the cache',
    ],
    privacy: ['used only to answer your inquiry', 'not shared'],
    terms: ['arbitration', 'capped at the amount you paid in the store in the prior 12 months', 'no refunds'],
  }
  for (const [name, parts] of Object.entries(said)) {
    const html = await htmlOf(name as PageName) // its keys
    expect(
      parts.filter((part) => !html.includes(part)),
      name,
    ).toEqual([])
  }
})

it('states the limits and times that the code uses', async () => {
  const privacy = await htmlOf('privacy')
  expect(privacy).toContain(
    `ends after ${SESSION_IDLE_DAYS} days without use, after ${SESSION_DAYS} days in any case`,
  )
  for (const cookie of ['refresh', 'registration', 'known', CONTENT_COOKIE])
    expect(privacy).toContain(`<li><code>${cookie}</code>`)
  expect(await htmlOf('detailed-how-to-buy', { INVOICE_TTL_MINUTES: '45' })).toContain('You have 45 minutes')
})
