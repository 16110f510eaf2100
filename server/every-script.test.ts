import { createHash } from 'node:crypto'
import { cutText } from '@nofiller/contract/text/characters'
import { SAMPLES } from '@nofiller/contract/text/samples'
import { STACKED_TEXT } from '@nofiller/contract/text/text-length'
import { expect, it } from 'vitest'
import { escapeHtml } from './platform/mail/compose-mail.ts'
import { buyAndPay } from './testing/buying.ts'
import { aZip, createGame, editGame, filesJson, upload } from './testing/fixtures/game-form.ts'
import { addGame } from './testing/fixtures/games.ts'
import { usePerson } from './testing/fixtures/people.ts'
import { eventually, useTestStore } from './testing/store.ts'

const test = useTestStore({ pages: 'built' })
const june = usePerson(test, 'developer')
const buyer = usePerson(test)
const admin = usePerson(test, 'admin')

/** The samples as titles of games, eight in each, none of them longer than a title may be. */
const TITLES = [0, 8, 16, 24, 32].map((from) => SAMPLES.slice(from, from + 8).map(({ text }) => text))

it.each(TITLES)('shows %s, … correctly from the form to page, feed, email and export', async (...texts) => {
  const title = texts.join('/')
  const lines = texts.join('\n')
  const name = `${texts[0]}.zip`
  const { status, body } = await createGame(june, {
    title,
    description: `<p>${texts.join('</p><p>')}</p>`,
    tags: texts.map((text) => cutText(text, 15).trim()),
    category: 'NSFW',
    strongestScene: lines,
    gameFilesTempJson: filesJson({ tempKey: await upload(june, aZip(), name) }),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ title, tags: texts.map((text) => cutText(text, 15).trim()) })
  expect(body.reviewerNotes.strongestScene).toBe(lines)
  expect(body.gameFiles[0].name).toBe(name)

  const order = await buyAndPay(test, buyer, { id: body._id } as Parameters<typeof buyAndPay>[2])
  await test.forgetCatalog()
  const page = (await test.nobody.get(`/game/${body.slug}`)).text
  const feed = (await test.nobody.get('/games/feed.xml')).text
  const mail = await eventually(async () =>
    (await test.mailsTo(buyer.email)).find(({ text }) => text?.includes(title)),
  )
  const csv = (await admin.get(`/api/admin/orders.csv?q=${order.orderId}`)).text
  for (const text of texts) {
    expect(page).toContain(escapeHtml(text))
    expect(feed).toContain(escapeHtml(text))
    expect(mail.text).toContain(text)
    expect(csv).toContain(text)
  }
  for (const text of [page, feed, csv, mail.text ?? '', mail.html ?? '']) {
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\ufffd')
  }
})

/** Each takes four bytes, and what few of them begin alike: no index can pack them. */
const MARKS = [0x1d165, 0x1d16d, 0x1d185, 0x1d1aa, 0x16af0, 0x1e008, 0x1e01b, 0x1e026, 0x1e8d0].flatMap(
  (first) => [0, 1, 2, 3].map((nth) => String.fromCodePoint(first + nth)),
)
const PEOPLE = ['👨', '👩', '🧑', '👧', '👦', '👶', '🧓']
/** No two of these are alike, so that nothing in the database is small by chance. */
const EXTREMES: [string, (nth: number) => string][] = [
  [
    'families',
    (nth) =>
      digitsOf(nth, 4)
        .map((digit) => PEOPLE[digit % 7])
        .join('\u200d'),
  ],
  [
    'letters under 15 marks',
    (nth) =>
      `Z${digitsOf(nth, 15)
        .map((digit) => MARKS[digit % 36])
        .join('')}`,
  ],
]
const digitsOf = (nth: number, count: number) =>
  [...createHash('sha256').update(String(nth)).digest()].slice(0, count)

it.each(EXTREMES)('accepts titles, tags and notes of %s up to their limit', async (_, character) => {
  const of = (count: number) => Array.from({ length: count }, (_, nth) => character(nth)).join('')
  const strongestScene = `${of(400)}\n${of(400)}\n${of(198)}`
  const { status, body } = await createGame(june, {
    title: of(120),
    tags: [of(15)],
    contentWarningsJson: JSON.stringify({ gore: { level: 'mentioned', note: of(140) } }),
    strongestScene,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ title: of(120), tags: [of(15)], reviewerNotes: { strongestScene } })
  expect(body.contentWarnings.contains[0].note).toBe(of(140))
  const stacked = `Z${'\u0301'.repeat(16)}`
  const { body: answer } = await editGame(june, body._id, { title: stacked, tags: [stacked] })
  expect(answer.fields).toMatchObject({ title: STACKED_TEXT, tags: STACKED_TEXT })
})

it('cuts a description between characters in lists, profiles and the feed, however much markup it has', async () => {
  const family = '👨‍👩‍👧‍👦'
  await addGame(test, {
    developerId: june.id,
    title: 'Families',
    description: `<b>${family}</b><i></i>`.repeat(300),
  })
  await test.forgetCatalog()
  const listed = (await test.nobody.get('/api/games?q=families')).body[0].description
  const profile = (await test.nobody.get(`/api/profile/${june.id}`)).body.games
  const feed = (await test.nobody.get('/games/feed.xml')).text
  const summaries = [
    listed,
    profile.find(({ title }: { title: string }) => title === 'Families').summary,
    /Families.*?&lt;p&gt;(.*?)&lt;/s.exec(feed)?.[1] ?? '',
  ]
  for (const summary of summaries)
    expect(new Set(summary.replace('…', '').split(' ').filter(Boolean))).toEqual(new Set([family]))
})
