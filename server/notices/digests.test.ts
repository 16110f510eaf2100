import type { Game } from '@nofiller/contract/catalog/catalog'
import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import { DIGEST_MAX, type MailChoice } from '@nofiller/contract/notices/notice-rules'
import { beforeAll, expect, it } from 'vitest'
import type { Mail } from '../platform/mail/mail.ts'
import { updatePrices } from '../sales/update-prices.ts'
import { buyAndPay } from '../testing/buying.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { approveGames, mayPost, publishPost } from '../testing/fixtures/posts.ts'
import { anOwner, draftRelease, fetchFile, publishGame, releaseGame } from '../testing/fixtures/publishing.ts'
import { useTestStore } from '../testing/store.ts'
import { isStillTrue, mailWishlists } from '../wishlist/mail-wishlists.ts'
import { tellWishlists } from '../wishlist/tell-wishlists.ts'
import { digestToSend, mailDigests } from './mail-digests.ts'
import { isStillWanted, mailNotices } from './mail-notices.ts'

const test = useTestStore({ pages: 'built' })
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

/** An owner who asked for news and chose nothing else. */
async function aReader(...games: readonly Game[]): Promise<Person> {
  const [first, ...others] = games
  if (!first) throw new Error('an owner owns something')
  const owner = await anOwner(test, first)
  for (const game of others) {
    await buyAndPay(test, owner, { id: game._id, slug: game.slug, files: [] })
    await fetchFile(owner, game)
  }
  await owner.put('/api/settings', { notifyUpdates: true })
  await mailDigests(test.store)
  return owner
}

const choose = (who: Person, mail: MailChoice, site = true) =>
  who.put('/api/notice-preferences', { topics: [{ topic: 'owned-release', site, mail }] })
const settled = async (who: Person) => (await who.get('/api/notice-preferences')).body

/** The weekly emails that somebody has got once a week is over. */
async function weeklyTo(who: Person) {
  await test.drain()
  await test.sql`update digests set next_at = now()`
  await Promise.all([mailDigests(test.store), mailDigests(test.store)])
  await test.drain()
  return (await test.mailsTo(who.email)).filter(({ subject }) => subject?.startsWith('Your week at'))
}
const textsOf = async (who: Person) => (await weeklyTo(who)).map(({ text }) => text ?? '')

it('N9 With the consent to news topics are emailed weekly, and a choice of the topic stands', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  expect(await settled(reader)).toEqual({
    topics: [
      { topic: 'owned-release', site: true, mail: 'weekly' },
      { topic: 'owned-post', site: true, mail: 'weekly' },
      { topic: 'window-changed', site: true, mail: 'each' },
      { topic: 'wishlist', site: true, mail: 'each' },
      { topic: 'follow-release', site: true, mail: 'weekly' },
      { topic: 'follow-post', site: true, mail: 'weekly' },
      { topic: 'follow-game', site: true, mail: 'weekly' },
      { topic: 'review-answer', site: true, mail: 'weekly' },
      { topic: 'review-reminder', site: true, mail: 'never' },
      { topic: 'review-new', site: true, mail: 'weekly' },
    ],
    digest: { day: 5, hour: 18, zone: 'UTC' },
    asksForMore: false,
  })
  await choose(reader, 'never', false)
  await reader.put('/api/settings', { notifyUpdates: false })
  await reader.put('/api/settings', { notifyUpdates: true })
  expect((await settled(reader)).topics[0]).toEqual({ topic: 'owned-release', site: false, mail: 'never' })
})

it('N10 One email tells of a week, each thing once, and without news there is none', async () => {
  const games = [
    await publishGame(dev, ['Windows'], { title: 'Night Ferry' }),
    await publishGame(dev, ['Windows'], { title: 'Low Tide' }),
  ] as const
  const reader = await aReader(...games)
  expect(await weeklyTo(reader)).toEqual([])
  await releaseGame(dev, games[0], { label: '0.5', notify: 'mail' })
  await releaseGame(dev, games[0], { label: '0.6', summary: 'Chapter two.', saves: 'all', notify: 'mail' })
  await releaseGame(dev, games[1], { label: '2.0', notify: 'mail' })
  const [mail, more] = await weeklyTo(reader)
  expect(more).toBeUndefined()
  expect(mail?.subject).toBe('Your week at No Filler')
  for (const line of [
    'Games you own\n-------------',
    `Night Ferry: 2 updates: ${test.url}/library?updated=1`,
    'Chapter two.\n0.6 and 0.5. You have 1. Your saves work.',
    'Low Tide 2.0 is out',
  ])
    expect(mail?.text).toContain(line)
  expect(await weeklyTo(reader)).toHaveLength(1)
  await releaseGame(dev, games[1], { label: '2.1', notify: 'mail' })
  const [, second] = await textsOf(reader)
  expect(second).toContain('Low Tide 2.1 is out')
  expect(second).not.toContain('Night Ferry')
})

it('N10 What was read, what its developer keeps off email, and what is told by an email of its own is left out', async () => {
  const game = await publishGame(dev)
  const [reader, each] = [await aReader(game), await aReader(game)]
  await choose(each, 'each')
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  await test.drain()
  await reader.post('/api/notices/read', { all: true })
  await releaseGame(dev, game, { label: '0.6', notify: 'site' })
  for (const who of [reader, each]) expect(await weeklyTo(who)).toEqual([])
})

it('N10 A topic that is not told on the site is told in the weekly email', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  await choose(reader, 'weekly', false)
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  expect(await textsOf(reader)).toEqual([expect.stringContaining('0.5 is out')])
})

it('N10 A choice holds for what waits too: for the weekly email, an own one, or none', async () => {
  const game = await publishGame(dev)
  const [toWeekly, toNever] = [await aReader(game), await aReader(game)]
  await choose(toWeekly, 'each')
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  await test.drain()
  await choose(toWeekly, 'weekly')
  await choose(toNever, 'never')
  expect(await textsOf(toWeekly)).toEqual([expect.stringContaining('0.5 is out')])
  expect(await weeklyTo(toNever)).toEqual([])
})

it('N10 What a queued email tells goes to the weekly one when its topic is set to weekly meanwhile, and is told once', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  await choose(reader, 'each')
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  await test.drain()
  const queued = await queuedDigest(reader)
  await choose(reader, 'weekly')
  expect(await isStillWanted(test.store, withoutTemplate(queued))).toBe(false)
  await mailNotices(test.store)
  expect(await textsOf(reader)).toEqual([expect.stringContaining('0.5 is out')])
  expect(await weeklyTo(reader)).toHaveLength(1)
})

it('N10 What a queued email tells of a wishlist goes to the weekly one when that is chosen meanwhile, and is told once', async () => {
  const game = await publishGame(dev, ['Windows'], { price: '20' })
  const reader = await aWisher(game, 'each')
  await sell(game, 40)
  const queued = await queuedDigest(reader)
  await reader.put('/api/notice-preferences', { topics: [{ topic: 'wishlist', site: true, mail: 'weekly' }] })
  expect(await isStillTrue(test.store, withoutTemplate(queued))).toBe(false)
  await mailWishlists(test.store)
  expect(await textsOf(reader)).toEqual([expect.stringContaining('$12.00 instead of $20.00')])
  await test.drain()
  expect(await test.mailsTo(reader.email)).toHaveLength(1)
})

it('N10 An email tells of ten games at most, and the next one of the others', async () => {
  const reader = await signedIn(test)
  await reader.put('/api/settings', { notifyUpdates: true })
  await mailDigests(test.store)
  for (let one = 0; one <= DIGEST_MAX; one += 1) {
    const { id } = await addGame(test, { developerId: dev.id, title: `Island ${one}` })
    await test.sql`insert into grants (id, account_id, game_id) values (gen_random_uuid(), ${reader.id}, ${id})`
    await test.sql`insert into notices (account_id, topic, game_id, thing_id, is_on_site, is_weekly)
      select ${reader.id}, 'owned-release', game_id, id, true, true from releases where game_id = ${id}`
  }
  const told = (text = '') => text.match(/Island \d+ 1 is out/g) ?? []
  const first = told((await textsOf(reader))[0])
  expect(first).toHaveLength(DIGEST_MAX)
  const both = (await textsOf(reader)).flatMap(told)
  expect(new Set(both).size).toBe(DIGEST_MAX + 1)
})

it('N10 The weekly email comes at the day and hour chosen, in the zone of who chose, and not before', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  const digest = { day: 2, hour: 7, zone: 'Asia/Tokyo' }
  expect((await reader.put('/api/notice-preferences', { digest })).body.digest).toEqual(digest)
  const { next_at } = await test.row<{
    next_at: Date
  }>`select next_at from digests where account_id = ${reader.id}`
  expect(
    next_at.toLocaleString('en-GB', {
      timeZone: 'Asia/Tokyo',
      weekday: 'short',
      timeStyle: undefined,
      hour: '2-digit',
    }),
  ).toBe('Tue, 07')
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  await test.drain()
  await mailDigests(test.store)
  await test.drain()
  expect(await test.mailsTo(reader.email)).toHaveLength(1)
  for (const wrong of [{ zone: 'Mars/Olympus' }, { zone: '+05:30' }, { day: 0 }, { hour: 24 }])
    expect((await reader.put('/api/notice-preferences', { digest: { ...digest, ...wrong } })).status).toBe(
      422,
    )
})

const NO_LONGER_WANTED: Record<string, (reader: Person, game: Game, releaseId: string) => Promise<unknown>> =
  {
    'it was read': (reader) => reader.post('/api/notices/read', { all: true }),
    'the release is withdrawn': async (_reader, _game, id) =>
      dev.post(`/api/releases/${id}/withdraw`, { reason: 'It crashes.' }),
    'the game is muted': (reader, { _id }) =>
      test.db.insertInto('muted_games').values({ account_id: reader.id, game_id: _id }).execute(),
    'the game is hidden in the library': (reader, { _id }) =>
      reader.patch(`/api/library/${_id}`, { hidden: true }),
    'the game is taken down': (_reader, { _id }) =>
      test.sql`update games set suspended_at = now() where id = ${_id}`,
    'the game is held': (_reader, { _id }) =>
      test.sql`update games set is_illegal = true, suspended_at = now() where id = ${_id}`,
    'the game is not owned any more': (reader) =>
      test.sql`delete from grants where account_id = ${reader.id}`,
    'limits hide it': (reader) =>
      reader.put('/api/limits', { levels: levelsWith({ gore: 3 }), allowsAvoidable: false }),
    '18+ games are hidden': (reader) => reader.put('/api/settings', { contentChoice: 'sfw' }),
    'the topic is off': (reader) => choose(reader, 'never'),
    'all news are off': (reader) => reader.put('/api/settings', { notifyUpdates: false }),
    'the account is to be deleted': (reader) =>
      test.sql`update accounts set deletion_at = now() + interval '9 days' where id = ${reader.id}`,
    'the version was downloaded': (reader, game) => fetchFile(reader, game),
  }

it.each(Object.keys(NO_LONGER_WANTED))(
  'N6 N12 The weekly email is not sent about a game when %s, before it is queued or after',
  async (what) => {
    const game = await publishGame(dev, ['Windows'], { category: 'NSFW' })
    const [reader, late] = [await aReader(game), await aReader(game)]
    const id = await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
    await test.drain()
    const queued = await queuedDigest(late)
    expect((await digestToSend(test.store, queued))?.text).toContain(game.title)
    for (const who of [reader, late]) await NO_LONGER_WANTED[what]?.(who, game, id)
    expect(await weeklyTo(reader)).toEqual([])
    expect(await digestToSend(test.store, queued)).toBeNull()
  },
)

const withoutTemplate = ({ template: _, ...mail }: Mail): Mail => mail

/** A weekly email that was queued and is not sent yet. */
async function queuedDigest({ id }: Person): Promise<Mail> {
  const mailId = crypto.randomUUID()
  await test.sql`update notices set is_weekly = false, mail_at = null, mailed_at = now(), mail_id = ${mailId} where account_id = ${id}`
  return {
    id: mailId,
    to: '',
    subject: '',
    text: '',
    html: '',
    unsubscribeUrl: `${test.url}/u/1`,
    template: 'digest',
  }
}

it('N10 A weekly email that waits leads to the notices already, for a version that would send it as it lies', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  await test.drain()
  const queued: Mail[] = []
  const { mail, ...store } = test.store
  await test.sql`update digests set next_at = now() where account_id = ${reader.id}`
  await mailDigests({
    ...store,
    mail: { ...mail, queue: async (_tx, message) => void queued.push(message) },
  })
  expect(queued).toMatchObject([{ to: reader.email, template: 'digest' }])
  for (const body of [queued[0]?.text, queued[0]?.html]) expect(body).toContain(`${test.url}/notices`)
})

it('N3 The weekly email names an 18+ game neither in its subject nor in its first line', async () => {
  const game = await publishGame(dev, ['Windows'], { category: 'NSFW', title: 'Velvet Orbit' })
  const reader = await aReader(game)
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  const [mail] = await weeklyTo(reader)
  const [first, ...others] = mail?.text?.split('\n\n') ?? []
  expect([mail?.subject, first].join()).not.toContain('Velvet')
  expect(others.join()).toContain('Velvet Orbit 0.5 is out')
})

it('N1 One click in the weekly email ends what is emailed weekly, and opening its link changes nothing', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  const [mail] = await weeklyTo(reader)
  const link = /Unsubscribe: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(link).toMatch(/\/u\/\w+\?topic=weekly$/)
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toBe(`<${link}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const opened = await fetch(link)
  expect((await opened.text()).includes('the weekly email')).toBe(true)
  expect((await settled(reader)).topics[0]).toMatchObject({ mail: 'weekly' })
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  const { topics } = await settled(reader)
  expect(topics.map(({ mail }: { mail: MailChoice }) => mail)).toEqual([
    'never',
    'never',
    'each',
    'each',
    'never',
    'never',
    'never',
    'never',
    'never',
    'never',
  ])
  expect((await reader.get('/api/whoami')).body.notifyUpdates).toBe(true)
  await releaseGame(dev, game, { label: '0.6', notify: 'mail' })
  expect(await weeklyTo(reader)).toHaveLength(1)
})

it('N9 Who agreed to news before a topic existed is asked once for the rest', async () => {
  const game = await publishGame(dev)
  const [one, other] = [await aReader(game), await aReader(game)]
  for (const who of [one, other]) {
    await test.sql`update news_consents set text_version = 1 where account_id = ${who.id}`
    await choose(who, 'never')
    expect((await settled(who)).asksForMore).toBe(true)
  }
  expect((await one.put('/api/notice-preferences', { wantsMore: false })).body).toMatchObject({
    asksForMore: false,
    topics: expect.arrayContaining([{ topic: 'owned-release', site: true, mail: 'never' }]),
  })
  expect((await other.put('/api/notice-preferences', { wantsMore: true })).body).toMatchObject({
    asksForMore: false,
    topics: expect.arrayContaining([{ topic: 'owned-release', site: true, mail: 'weekly' }]),
  })
  const consents = await test.sql<{ text_version: number; is_open: boolean }>`
    select text_version, withdrawn_at is null as is_open from news_consents where account_id = ${other.id} order by id`
  expect(consents).toEqual([
    { text_version: 1, is_open: false },
    { text_version: 4, is_open: true },
  ])
  await choose(other, 'never')
  expect((await other.put('/api/notice-preferences', { wantsMore: true })).body.topics[0]).toMatchObject({
    mail: 'never',
  })
})

it('N10 Posts and what is followed are told in the weekly email below their headings, each with its link', async () => {
  const writer = await signedIn(test, 'developer')
  await mayPost(test, writer)
  const [own, other] = [
    await publishGame(writer, ['Windows'], { title: 'Night Ferry' }),
    await publishGame(writer, ['Windows'], { title: 'Low Tide' }),
  ]
  await approveGames(test, writer)
  const reader = await aReader(own)
  await reader.put(`/api/follows/game/${other._id}`, undefined)
  const posts = [
    await publishPost(writer, own._id, { isEmailed: true }),
    await publishPost(writer, other._id, { isEmailed: true }),
  ] as const
  await releaseGame(writer, other, { label: '2.0', notify: 'mail' })
  const [text = ''] = await textsOf(reader)
  const at = (line: string) => text.indexOf(line)
  expect(at('Games you own\n')).toBeGreaterThan(0)
  expect(at(`/game/${own.slug}/posts/${posts[0].id}`)).toBeGreaterThan(at('Games you own\n'))
  expect(at('Following\n')).toBeGreaterThan(at(`/game/${own.slug}/posts/`))
  expect(at(`/game/${other.slug}/posts/${posts[1].id}`)).toBeGreaterThan(at('Following\n'))
  expect(at(`Low Tide 2.0 is out: ${test.url}/game/${other.slug}/releases`)).toBeGreaterThan(
    at('Following\n'),
  )
})

it('A draft of a release is not told before it is live', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  await draftRelease(dev, game, { label: '0.5', notify: 'mail' })
  expect(await weeklyTo(reader)).toEqual([])
})

it('N10 The wishlist set to weekly is told in the weekly email alone, at the prices of when it is sent, and nothing of a sale that ended', async () => {
  const game = await publishGame(dev, ['Windows'], { price: '20' })
  const [weekly, each, late] = [
    await aWisher(game, 'weekly'),
    await aWisher(game, 'each'),
    await aWisher(game, 'weekly'),
  ]
  await sell(game, 40)
  const queued = await queuedDigest(late)
  await sell(game, 50)
  expect((await digestToSend(test.store, queued))?.text).toContain('$10.00 instead of $20.00')
  const [text, more] = await textsOf(weekly)
  expect(more).toBeUndefined()
  expect(text).toContain('Wishlist\n--------')
  expect(text).toContain('$10.00 instead of $20.00')
  expect(await weeklyTo(each)).toEqual([])
  await mailWishlists(test.store)
  await test.drain()
  expect(await test.mailsTo(weekly.email)).toHaveLength(1)
  await test.sql`update sales set ends_at = now() - interval '10 milliseconds' where state = 'running'`
  await updatePrices(test.store)
  expect(await digestToSend(test.store, queued)).toBeNull()
})

/** Somebody who wants a game, and chose how the wishlist is emailed. */
async function aWisher({ _id }: Game, mail: MailChoice): Promise<Person> {
  const wisher = await signedIn(test)
  await wisher.put('/api/settings', { notifyUpdates: true })
  await mailDigests(test.store)
  await wisher.put('/api/notice-preferences', { topics: [{ topic: 'wishlist', site: true, mail }] })
  expect((await wisher.put(`/api/wishlist/${_id}`, {})).status).toBe(204)
  return wisher
}

async function sell({ _id }: Game, percent: number): Promise<void> {
  const [begins, ends] = [-1_000, 48 * 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const sale = { name: 'Autumn week', percent, price: null, beginsAt: begins, endsAt: ends, gameIds: [_id] }
  const { status, text } = await dev.post('/api/dev/sales', sale)
  expect(status, text).toBe(200)
  await tellWishlists(test.store)
}
