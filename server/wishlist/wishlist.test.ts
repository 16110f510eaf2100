import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import type { Notice } from '@nofiller/contract/notices/notices'
import type { WishlistEntry } from '@nofiller/contract/wishlist/wishlist'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { grant } from '../library/grants.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type NewGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { addDrafts } from '../testing/fixtures/releases.ts'
import { useTestStore } from '../testing/store.ts'
import { addWish } from './change-wishlist.ts'
import { countWishlists, wishlistFigures } from './count-wishlists.ts'
import { isStillTrue, mailWishlists } from './mail-wishlists.ts'
import { tellWishlists } from './tell-wishlists.ts'

const test = useTestStore({ pages: 'built' })
const dev = usePerson(test, 'developer')
const HOUR_MS = 3_600_000
/** The number of a theme of content warnings. */
const GORE = 15

const aGame = (game: Partial<NewGame> = {}) =>
  addGame(test, { developerId: dev.id, priceCents: 2_000, ...game })
const wish = (who: Person, { id }: Pick<TestGame, 'id'>, body?: object) =>
  who.put(`/api/wishlist/${id}`, body)
const unwish = (who: Person, { id }: TestGame) => who.send('DELETE', `/api/wishlist/${id}`)
const listOf = async (who: Person, query = ''): Promise<WishlistEntry[]> =>
  (await who.get(`/api/wishlist${query}`)).body
const idsOf = async (who: Person) => (await listOf(who)).map(({ gameId }) => gameId)
const own = (who: Person, { id }: TestGame) =>
  test.db
    .transaction()
    .execute((tx) => grant(tx, { accountId: who.id, gameId: id, fileId: null, orderId: null }))

/** A sale that runs from now on. @returns its id */
async function sell(games: readonly TestGame[], percent = 40, hours = 48): Promise<string> {
  const { status, body, text } = await dev.post('/api/dev/sales', {
    name: 'Autumn week',
    percent,
    price: null,
    beginsAt: new Date(Date.now() - 1_000).toISOString(),
    endsAt: new Date(Date.now() + hours * HOUR_MS).toISOString(),
    gameIds: games.map(({ id }) => id),
  })
  expect(status, text).toBe(200)
  return body._id
}
const endSale = (id: string) => dev.post(`/api/dev/sales/${id}/end`, {})

/** Somebody who wants games and asked for news. */
async function aReader(games: readonly TestGame[], body?: object): Promise<Person> {
  const reader = await signedIn(test)
  await reader.put('/api/settings', { notifyUpdates: true })
  for (const game of games) expect((await wish(reader, game, body)).status).toBe(204)
  return reader
}

async function noticesOf(who: Person): Promise<Notice[]> {
  await tellWishlists(test.store)
  return (await who.get('/api/notices')).body
}

/** What was emailed about the wishlist, once the 15 minutes are over. */
async function mailsTo(who: Person) {
  await tellWishlists(test.store)
  await test.sql`update notices set mail_at = now() where account_id = ${who.id} and mail_at > now()
    and mail_at <= now() + interval '15 minutes'`
  await mailWishlists(test.store)
  await test.drain()
  return (await test.mailsTo(who.email)).filter(({ text }) => text?.includes('your wishlist'))
}
const letPass = (who: Person, interval: string) =>
  test.sql`update notices set mailed_at = mailed_at - ${interval}::interval, mail_at = mail_at - ${interval}::interval
    where account_id = ${who.id}`

it('WI1 A game is put on the list and taken off it, each twice as well as once', async () => {
  const [june, game] = [await signedIn(test), await aGame()]
  for (const _ of [1, 2]) expect((await wish(june, game)).status).toBe(204)
  expect(await idsOf(june)).toEqual([game.id])
  expect((await june.get('/api/wishlist/ids')).body).toEqual({ gameIds: [game.id] })
  for (const _ of [1, 2]) expect((await unwish(june, game)).status).toBe(204)
  expect(await idsOf(june)).toEqual([])
})

it('WI1 Nobody wants what they own or made, nor what is not in the store', async () => {
  const june = await signedIn(test)
  const [owned, draft, hidden] = [await aGame(), await aGame({ status: 'draft' }), await aGame()]
  await own(june, owned)
  await test.sql`update games set suspended_at = now() where id = ${hidden.id}`
  expect(await wish(june, owned)).toMatchObject({ status: 409, body: { code: 'already_owned' } })
  expect(await wish(dev, draft)).toMatchObject({ status: 409, body: { code: 'already_owned' } })
  for (const gone of [draft, hidden, { id: uuid() }]) expect((await wish(june, gone)).status).toBe(404)
  expect((await wish(june, { id: 'no-id' })).status).toBe(400)
})

it('WI1 A list holds 1,000 games, also when many are added at once', async () => {
  const june = await signedIn(test)
  const games = [await aGame(), await aGame(), await aGame()]
  await test.sql`
    with many as (
      insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, theme, screenshots, price_cents, is_free, status)
      select gen_random_uuid(), developer_id, slug || n, title, description, project_type, stage, category, tags, theme, screenshots, price_cents, is_free, 'draft'
      from games, generate_series(1, 998) as n where id = ${games[0]?.id} returning id
    ) insert into wishlist (account_id, game_id) select ${june.id}, id from many`
  const added = await Promise.all(games.map((game) => wish(june, game)))
  expect(added.map(({ status }) => status).sort()).toEqual([204, 204, 409])
  expect(added.find(({ status }) => status === 409)?.body.code).toBe('list_full')
  const late = { games: [{ gameId: (await aGame()).id, addedAt: new Date().toISOString() }] }
  expect((await june.post('/api/wishlist/merge', late)).body).toEqual({ noRoom: 1 })
})

it('WI1 What is bought or claimed leaves the list, and an extra does not', async () => {
  const june = await signedIn(test)
  const [bought, free, other] = [
    await aGame(),
    await aGame({ priceCents: 0 }),
    await aGame({ files: [{}, { customPriceCents: 300 }] }),
  ]
  for (const game of [bought, free, other]) await wish(june, game)
  await buyAndPay(test, june, bought)
  await june.post('/api/library/claim', { gameId: free.id })
  await buyAndPay(test, june, other, [other.files[1]?.id ?? ''])
  expect(await idsOf(june)).toEqual([other.id])
})

it('WI1 An order tells its buyer alone what it took off their wishlist, until they have read it', async () => {
  const [june, stranger, game] = [await signedIn(test), await signedIn(test), await aGame()]
  const admin = await signedIn(test, 'admin')
  await wish(june, game)
  const title = (await june.get('/api/wishlist')).body[0].game.title
  await buyAndPay(test, june, game)
  const orderId = (await june.get('/api/orders')).body[0].orderId
  const told = async (who: Person) => (await who.get(`/api/orders/${orderId}`)).body.leftWishlist
  expect(await told(june)).toEqual([{ gameId: game.id, title }])
  expect(await told(admin)).toEqual([])
  for (const who of [stranger, admin])
    expect((await who.send('DELETE', `/api/orders/${orderId}/left-wishlist`)).status).toBe(204)
  expect(await told(june)).toEqual([{ gameId: game.id, title }])
  expect((await june.send('DELETE', `/api/orders/${orderId}/left-wishlist`)).status).toBe(204)
  expect(await told(june)).toEqual([])
  expect(await idsOf(june)).toEqual([])
})

it('WI1 A wish and a grant in the same moment never leave a game both wanted and owned', async () => {
  const game = await aGame()
  for (const round of Array.from({ length: 10 }, (_, n) => n)) {
    const june = await signedIn(test)
    const steps = [() => addWish(test.db, june.id, game.id, {}).catch(() => undefined), () => own(june, game)]
    await Promise.all((round % 2 ? steps : steps.reverse()).map((step) => step()))
    expect(await idsOf(june)).toEqual([])
  }
})

it('WI1 A wish waits for a grant that is not committed yet', async () => {
  const [june, game] = [await signedIn(test), await aGame()]
  let wished: Promise<unknown> = Promise.resolve()
  await test.db.transaction().execute(async (tx) => {
    await grant(tx, { accountId: june.id, gameId: game.id, fileId: null, orderId: null })
    wished = addWish(test.db, june.id, game.id, {})
    wished.catch(() => undefined)
    await test.sql`select pg_sleep(0.1)`
  })
  await expect(wished).rejects.toMatchObject({ code: 'already_owned' })
})

it('WI1 The list of a browser joins that of the account, without what is owned, gone or there already', async () => {
  const june = await signedIn(test)
  const [there, owned, gone, later, first] = [
    await aGame(),
    await aGame(),
    await aGame({ status: 'draft' }),
    await aGame(),
    await aGame(),
  ]
  await wish(june, there, { notify: 'nothing' })
  await own(june, owned)
  const games = [there, owned, gone, later, first].map(({ id }, nth) => ({
    gameId: id,
    addedAt: new Date(Date.UTC(2026, 0, 9 - nth)).toISOString(),
  }))
  expect((await june.post('/api/wishlist/merge', { games: [...games, ...games] })).body).toEqual({
    noRoom: 0,
  })
  expect(await idsOf(june)).toEqual([there.id, later.id, first.id])
  expect((await listOf(june))[0]).toMatchObject({ notify: 'nothing' })
})

it('WI2 Nobody else reads a list, and its calls are logged without their caller', async () => {
  const [june, game] = [await signedIn(test), await aGame()]
  await wish(june, game)
  expect((await test.nobody.get('/api/wishlist')).status).toBe(401)
  expect(await idsOf(await signedIn(test, 'admin'))).toEqual([])
  const lines = test.logged.filter((line) => line.includes('wishlist'))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('\n')).not.toContain(june.id)
  const audited = await test.sql`select * from audit_log where subject_id = ${game.id}`
  expect(audited).toEqual([])
})

it('WI2 Developers see counts of the night, rounded down to 10, and the changes of a week', async () => {
  const [game, quiet] = [await aGame(), await aGame()]
  const crowd = await Promise.all(Array.from({ length: 23 }, () => signedIn(test)))
  for (const who of crowd) await wish(who, game)
  await wish(crowd[0] as Person, quiet)
  expect(await wishlistFigures(test.db, game.id)).toMatchObject({ wanted: 0 })
  await countWishlists(test.db)
  const [buyer, ...others] = crowd
  await own(buyer as Person, game)
  for (const who of others.slice(0, 11)) await unwish(who, game)
  expect(await wishlistFigures(test.db, game.id)).toMatchObject({ wanted: 20 })
  await countWishlists(test.db)
  const { wanted, weeks } = await wishlistFigures(test.db, game.id)
  expect(wanted).toBe(10)
  expect(weeks).toHaveLength(12)
  expect(weeks[0]).toMatchObject({ added: 20, removed: 10 })
  expect(weeks.slice(1).every(({ added, removed }) => added + removed === 0)).toBe(true)
  expect(await wishlistFigures(test.db, quiet.id)).toMatchObject({ wanted: 0 })
})

it('WI2 Developers see what share of those who were told bought within 30 days, once ten did', async () => {
  const game = await aGame()
  const crowd = await Promise.all(Array.from({ length: 20 }, () => signedIn(test)))
  for (const who of crowd) await wish(who, game)
  const percent = async () => {
    await countWishlists(test.db)
    return (await wishlistFigures(test.db, game.id)).boughtPercent
  }
  const tellAll = () =>
    test.sql`insert into notices (account_id, topic, game_id, thing_id, is_on_site)
      select account_id, 'wishlist', game_id, gen_random_uuid(), true from wishlist where game_id = ${game.id}`
  await own(crowd[0] as Person, game)
  await tellAll()
  for (const who of crowd.slice(1, 10)) await buyAndPay(test, who, game)
  expect(await percent()).toBeNull()
  await buyAndPay(test, crowd[10] as Person, game)
  expect(await percent()).toBe(53)
  await test.sql`update grants set created_at = now() + interval '31 days'
    where game_id = ${game.id} and account_id = ${(crowd[1] as Person).id}`
  expect(await percent()).toBeNull()
})

it('WI3 A sale is told on the site to those who want to hear of it', async () => {
  const game = await aGame({ title: 'Low Tide Motel' })
  const [all, cheaper, dearer, none] = await Promise.all([
    aReader([game]),
    aReader([game], { notify: 'my-price', myPrice: 12 }),
    aReader([game], { notify: 'my-price', myPrice: 11.99 }),
    aReader([game], { notify: 'nothing', myPrice: 12 }),
  ])
  await sell([game])
  expect(await noticesOf(all)).toMatchObject([
    { topic: 'wishlist', title: 'Low Tide Motel', wishReasons: ['on-sale'], price: 12, isNew: true },
  ])
  expect(await noticesOf(cheaper)).toMatchObject([{ wishReasons: ['at-my-price'] }])
  for (const who of [dearer, none]) expect(await noticesOf(who)).toEqual([])
  await Promise.all([tellWishlists(test.store), tellWishlists(test.store)])
  expect(await noticesOf(all)).toHaveLength(1)
})

it('WI3 A price that falls without a sale is told to whose price it reaches, and leaving development to all', async () => {
  const game = await aGame({ stage: 'In Development' })
  const [all, mine] = [await aReader([game]), await aReader([game], { notify: 'my-price', myPrice: 15 })]
  await test.sql`update games set price_cents = 1500 where id = ${game.id}`
  expect(await noticesOf(all)).toEqual([])
  expect(await noticesOf(mine)).toMatchObject([{ wishReasons: ['at-my-price'], price: 15 }])
  await test.sql`update games set stage = 'Released' where id = ${game.id}`
  expect(await noticesOf(all)).toMatchObject([{ wishReasons: ['left-development'] }])
  expect(await noticesOf(mine)).toHaveLength(1)
})

it('WI3 A price is told once in 30 days, unless it is lower than what was told', async () => {
  const game = await aGame()
  const reader = await aReader([game])
  const told = async () => {
    await tellWishlists(test.store)
    const { count } = await test.row<{ count: number }>`
      select count(*)::integer as count from notices where account_id = ${reader.id}`
    return { count, mails: (await mailsTo(reader)).length, shown: (await noticesOf(reader)).length }
  }
  const first = await sell([game])
  expect(await told()).toEqual({ count: 1, mails: 1, shown: 1 })
  await endSale(first)
  expect(await told()).toEqual({ count: 1, mails: 1, shown: 0 })
  const again = await sell([game])
  expect(await told()).toEqual({ count: 1, mails: 1, shown: 1 })
  await endSale(again)
  await letPass(reader, '8 days')
  const lower = await sell([game], 50)
  expect(await told()).toEqual({ count: 2, mails: 2, shown: 1 })
  await endSale(lower)
  const between = await sell([game], 45)
  expect(await told()).toMatchObject({ count: 2, mails: 2 })
  await endSale(between)
  await test.sql`update notices set created_at = created_at - interval '31 days', mailed_at = mailed_at - interval '31 days'
    where account_id = ${reader.id}`
  await sell([game], 45)
  expect(await told()).toEqual({ count: 3, mails: 3, shown: 1 })
})

it('WI3 WI4 A sale that ended before its email was due is told by email once it begins again at the same price', async () => {
  const game = await aGame()
  const [reader, onSite] = [await aReader([game]), await aReader([game])]
  await onSite.put('/api/settings', { notifyUpdates: false })
  const first = await sell([game])
  await tellWishlists(test.store)
  await endSale(first)
  expect(await mailsTo(reader)).toEqual([])
  await sell([game])
  expect(await mailsTo(reader)).toHaveLength(1)
  expect(await noticesOf(reader)).toHaveLength(1)
  expect(await test.sql`select 1 from notices where account_id = ${onSite.id}`).toHaveLength(1)
})

it('WI3 That a game left development is told once for ever', async () => {
  const game = await aGame({ stage: 'In Development' })
  const reader = await aReader([game])
  const stage = (now: string) => test.sql`update games set stage = ${now} where id = ${game.id}`
  await stage('Released')
  expect(await mailsTo(reader)).toHaveLength(1)
  await letPass(reader, '8 days')
  await test.sql`delete from notices where account_id = ${reader.id}`
  await stage('In Development')
  await stage('Released')
  expect(await mailsTo(reader)).toHaveLength(1)
  expect(await noticesOf(reader)).toEqual([])
})

it('WI1 WI4 A game wanted as nobody, joined at log-in with a price and a choice, is told in one email of a sale that began an hour ago', async () => {
  const game = await aGame()
  const june = await signedIn(test)
  await june.post('/api/wishlist/merge', { games: [{ gameId: game.id, addedAt: new Date().toISOString() }] })
  await wish(june, game, { myPrice: 15 })
  await wish(june, game, { notify: 'my-price' })
  await june.put('/api/settings', { notifyUpdates: true })
  const [beginsAt, endsAt] = [-1, 48].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString())
  const sale = { name: 'Autumn', percent: 40, price: null, beginsAt, endsAt, gameIds: [game.id] }
  expect((await dev.post('/api/dev/sales', sale)).status).toBe(200)
  const [mail, more] = await mailsTo(june)
  expect(more).toBeUndefined()
  expect(mail?.text).toContain('$12.00 instead of $20.00')
  expect(mail?.text).toContain('At your price: $15.00 or less')
})

it('WI3 What no longer holds is told no more: a price that rose, a game that was bought, taken off the list or hidden', async () => {
  const game = await aGame()
  const [reader, buyer, leaver] = [await aReader([game]), await aReader([game]), await aReader([game])]
  const id = await sell([game])
  for (const who of [reader, buyer, leaver]) expect(await noticesOf(who)).toHaveLength(1)
  await own(buyer, game)
  await unwish(leaver, game)
  for (const who of [buyer, leaver]) expect(await noticesOf(who)).toEqual([])
  await test.sql`update games set suspended_at = now() where id = ${game.id}`
  expect(await noticesOf(reader)).toEqual([])
  await test.sql`update games set suspended_at = null where id = ${game.id}`
  expect(await noticesOf(reader)).toHaveLength(1)
  await endSale(id)
  expect(await noticesOf(reader)).toEqual([])
})

it('WI4 One email tells of all, the largest saving first, with price, old price, lowest price and the end of the sale', async () => {
  const games = [
    await aGame({ title: 'Small Saving', priceCents: 500 }),
    await aGame({ title: 'Large Saving' }),
  ]
  for (const { id } of games)
    await test.sql`insert into price_history (game_id, since, price_cents)
      values (${id}, now() - interval '9 days', 400) on conflict do nothing`
  const reader = await aReader(games, { myPrice: 12 })
  await sell(games)
  const [mail, more] = await mailsTo(reader)
  expect(more).toBeUndefined()
  expect(mail?.subject).toBe('News about 2 games on your wishlist')
  const text = mail?.text ?? ''
  expect(text.indexOf('Large Saving')).toBeLessThan(text.indexOf('Small Saving'))
  expect(text).toMatch(
    /Large Saving: \$12\.00 instead of \$20\.00 \(−40%\), until \w+ \d+, \d{4}, \d\d:\d\d UTC/,
  )
  expect(text).toContain('Lowest price of the 30 days before: $4.00')
  expect(text).toContain('At your price: $12.00 or less')
  expect(text).toContain(`${test.url}/wishlist`)
  expect(text).toMatch(/\/u\/\S+topic=wishlist/)
})

it('WI4 The next email waits for seven days and then says what holds', async () => {
  const [first, second, third] = [
    await aGame(),
    await aGame({ title: 'Second' }),
    await aGame({ title: 'Third' }),
  ]
  const reader = await aReader([first, second, third])
  await sell([first])
  expect(await mailsTo(reader)).toHaveLength(1)
  await sell([second])
  const ended = await sell([third])
  expect(await mailsTo(reader)).toHaveLength(1)
  await letPass(reader, '6 days 23 hours')
  expect(await mailsTo(reader)).toHaveLength(1)
  await endSale(ended)
  await letPass(reader, '1 hour')
  const mails = await mailsTo(reader)
  expect(mails).toHaveLength(2)
  const texts = mails.map(({ text }) => text).join()
  expect(texts).toContain('Second')
  expect(texts).not.toContain('Third')
  await letPass(reader, '8 days')
  expect(await mailsTo(reader)).toHaveLength(2)
})

it('WI4 An email names 12 games and counts the others, which no later one names', async () => {
  const games = await Promise.all(
    Array.from({ length: 14 }, (_, nth) => aGame({ title: `Many ${nth}`, priceCents: 1_000 + 100 * nth })),
  )
  const reader = await aReader(games)
  await sell(games)
  const [mail] = await mailsTo(reader)
  expect(mail?.text?.match(/^Many \d+:/gm)).toHaveLength(12)
  expect(mail?.text).toContain('And 2 more games on your wishlist.')
  expect(mail?.text).not.toMatch(/^Many 0:/m)
  await letPass(reader, '8 days')
  expect(await mailsTo(reader)).toHaveLength(1)
})

it('WI4 A sale of less than eight hours is told on the site and in no email', async () => {
  const [brief, long] = [await aGame(), await aGame()]
  const [one, other] = [await aReader([brief]), await aReader([long])]
  await sell([brief], 40, 7.9)
  await sell([long], 40, 8)
  expect(await noticesOf(one)).toHaveLength(1)
  expect(await mailsTo(one)).toEqual([])
  expect(await mailsTo(other)).toHaveLength(1)
})

it('WI4 N3 The email about an 18+ game names it neither in the subject nor in the first line', async () => {
  const game = await aGame({ category: 'NSFW', title: 'Velvet Orbit' })
  const reader = await aReader([game])
  await sell([game])
  const [mail] = await mailsTo(reader)
  expect(mail?.subject).toBe('News about a game on your wishlist')
  const [line, ...others] = mail?.text?.split('\n\n') ?? []
  expect(line).toBe('There is news about your wishlist.')
  expect(others.join()).toContain('Velvet Orbit')
})

const NO_LONGER_TRUE: Record<string, (reader: Person, game: TestGame, saleId: string) => Promise<unknown>> = {
  'the sale ended': (_reader, _game, saleId) => endSale(saleId),
  'the game was bought': (reader, game) => own(reader, game),
  'the game was taken off the list': (reader, game) => unwish(reader, game),
  'nothing is to be told of it': (reader, game) => wish(reader, game, { notify: 'nothing' }),
  'the game is held': (_reader, { id }) => test.sql`update games set suspended_at = now() where id = ${id}`,
  'the game is a draft again': (_reader, { id }) =>
    test.sql`update games set status = 'draft' where id = ${id}`,
  'limits hide it': (reader) =>
    reader.put('/api/limits', { levels: levelsWith({ gore: 3 }), allowsAvoidable: false }),
  '18+ games are hidden': (reader) => reader.put('/api/settings', { contentChoice: 'sfw' }),
  'it was read on the site': (reader) => reader.post('/api/notices/read', { all: true }),
  'the topic is off': (reader) =>
    reader.put('/api/notice-preferences', { topics: [{ topic: 'wishlist', site: true, mail: 'never' }] }),
  'the consent is taken back': (reader) => reader.put('/api/settings', { notifyUpdates: false }),
}

it.each(Object.keys(NO_LONGER_TRUE))(
  'WI4 N6 No email names a game when %s, not even one that is queued',
  async (what) => {
    const game = await aGame({ category: 'NSFW' })
    const [reader, late] = [await aReader([game]), await aReader([game])]
    const saleId = await sell([game])
    expect(await noticesOf(reader)).toHaveLength(1)
    const queued = await queuedMail(late)
    expect(await isStillTrue(test.store, queued)).toBe(true)
    for (const who of [reader, late]) await NO_LONGER_TRUE[what]?.(who, game, saleId)
    expect(await mailsTo(reader)).toEqual([])
    expect(await isStillTrue(test.store, queued)).toBe(false)
    expect(await mailsTo(late)).toEqual([])
  },
)

it('WI4 A queued email whose price changed is made again at the price of then', async () => {
  const game = await aGame()
  const reader = await aReader([game])
  await sell([game])
  await tellWishlists(test.store)
  const queued = await queuedMail(reader)
  await sell([game], 50)
  await tellWishlists(test.store)
  expect(await isStillTrue(test.store, queued)).toBe(false)
  const [mail, more] = await mailsTo(reader)
  expect(more).toBeUndefined()
  expect(mail?.text).toContain('$10.00 instead of $20.00')
})

it('WI4 With the consent to news the wishlist is emailed, and the click in its email ends that topic alone', async () => {
  const game = await aGame()
  const reader = await aReader([game])
  const { topics } = (await reader.get('/api/notice-preferences')).body
  expect(topics).toContainEqual({ topic: 'wishlist', site: true, mail: 'each' })
  await sell([game])
  const [mail] = await mailsTo(reader)
  const [ending = ''] = /http\S+\/u\/\S+topic=wishlist/.exec(mail?.text ?? '') ?? []
  await fetch(ending)
  expect((await reader.get('/api/notice-preferences')).body.topics).toEqual(topics)
  await fetch(ending, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect((await reader.get('/api/notice-preferences')).body.topics).toContainEqual({
    topic: 'wishlist',
    site: true,
    mail: 'never',
  })
  expect((await reader.get('/api/whoami')).body.notifyUpdates).toBe(true)
})

it('WI5 The list is sorted, filtered and paged, and says what costs what', async () => {
  const june = await signedIn(test)
  const [cheap, saved, dear] = [
    await aGame({ title: 'Cheap', priceCents: 300 }),
    await aGame({ title: 'Saved', priceCents: 3_000 }),
    await aGame({ title: 'Dear', priceCents: 2_500 }),
  ]
  for (const [nth, game] of [cheap, saved, dear].entries())
    await test.sql`update games set published_at = now() - make_interval(days => ${nth}) where id = ${game.id}`
  for (const game of [saved, cheap, dear]) await wish(june, game, { myPrice: game === dear ? 30 : null })
  await sell([saved], 30)
  const order = async (query: string) => (await listOf(june, query)).map(({ game }) => game?.title)
  expect(await order('')).toEqual(['Dear', 'Cheap', 'Saved'])
  expect(await order('?sort=price')).toEqual(['Cheap', 'Saved', 'Dear'])
  expect((await order('?sort=saving'))[0]).toBe('Saved')
  expect(await order('?sort=release')).toEqual(['Cheap', 'Saved', 'Dear'])
  expect(await order('?sale=1')).toEqual(['Saved'])
  const [entry] = await listOf(june, '?sale=1')
  expect(entry).toMatchObject({
    state: 'for-sale',
    game: { price: 21, sale: { percent: 30 } },
    myPrice: null,
  })
  expect((await listOf(june))[0]).toMatchObject({ myPrice: 30, isAtMyPrice: true, lowestPrice: 25 })
  const first = await june.get('/api/wishlist?limit=2&sort=price')
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect((await june.get(next)).body).toMatchObject([{ game: { title: 'Dear' } }])
  expect((await june.get('/api/wishlist/summary')).body).toEqual({
    count: 3,
    onSale: 1,
    hidden: 0,
    hiddenBy: { limits: 0, blocks: 0, choice: 0 },
    notForSale: { coming: 0, free: 0, paused: 0, gone: 0 },
    forSale: [
      { gameId: saved.id, price: 21 },
      { gameId: cheap.id, price: 3 },
      { gameId: dear.id, price: 25 },
    ],
  })
})

it('WI5 What limits hide is counted and not named, and what left the store is not sold', async () => {
  const june = await signedIn(test)
  const [hidden, gone, held, free] = [
    await aGame({ category: 'NSFW' }),
    await aGame({ title: 'Gone' }),
    await aGame({ title: 'Held' }),
    await aGame({ priceCents: 0 }),
  ]
  for (const game of [hidden, gone, held, free]) await wish(june, game)
  await june.put('/api/settings', { contentChoice: 'sfw' })
  await test.sql`update games set status = 'draft' where id = ${gone.id}`
  await test.sql`update games set suspended_at = now() where id = ${held.id}`
  expect(await listOf(june)).toMatchObject([
    { gameId: free.id, state: 'free' },
    { gameId: held.id, state: 'gone', game: null },
    { gameId: gone.id, state: 'gone', game: { title: 'Gone' } },
  ])
  expect((await june.get('/api/wishlist/summary')).body).toEqual({
    count: 4,
    onSale: 0,
    hidden: 1,
    hiddenBy: { limits: 0, blocks: 0, choice: 1 },
    notForSale: { coming: 0, free: 1, paused: 0, gone: 2 },
    forSale: [],
  })
})

it('WI5 What is hidden is counted by what hides it, each game once', async () => {
  const [june, other] = [await signedIn(test), await signedIn(test, 'developer')]
  const [byDeveloper, byGame, both, limited, shown] = [
    await addGame(test, { developerId: other.id }),
    await aGame(),
    await aGame(),
    await aGame(),
    await aGame(),
  ]
  for (const game of [byDeveloper, byGame, both, limited, shown]) await wish(june, game)
  for (const [game, level] of [
    [byDeveloper, 0],
    [byGame, 0],
    [both, 3],
    [limited, 3],
    [shown, 0],
  ] as const)
    await test.sql`insert into content_warnings (game_id, theme, level) values (${game.id}, ${GORE}, ${level})`
  await june.put('/api/limits', { levels: levelsWith({ gore: 3 }), allowsAvoidable: true })
  await june.put(`/api/blocks/developer/${other.id}`, undefined)
  for (const { id } of [byGame, both]) await june.put(`/api/blocks/game/${id}`, undefined)
  expect((await june.get('/api/wishlist/summary')).body).toMatchObject({
    count: 5,
    hidden: 4,
    hiddenBy: { limits: 1, blocks: 3, choice: 0 },
    forSale: [{ gameId: shown.id }],
  })
})

it('WI5 What is not for sale is counted by why, and what finds no room in a basket is not sold', async () => {
  const june = await signedIn(test)
  const games = [await aGame(), await aGame()]
  for (const game of games) await wish(june, game)
  const [coming, paused] = games
  await test.sql`update game_files set paused_at = now() where game_id = ${paused?.id}`
  const draftId = (await addDrafts(test.db, [coming?.id ?? ''], '2')).get(coming?.id ?? '')
  await test.sql`delete from file_builds where live_at is not null and file_id in
    (select id from game_files where game_id = ${coming?.id})`
  await test.sql`insert into release_steps (release_id, audience, opens_at)
    values (${draftId}, 'owners', now() + interval '1 day')`
  await test.sql`update releases set opens_at = now() + interval '1 day' where id = ${draftId}`
  expect((await june.get('/api/wishlist/summary')).body).toMatchObject({
    count: 2,
    notForSale: { coming: 1, free: 0, paused: 1, gone: 0 },
    forSale: [],
  })
})

it('WI5 A visitor’s list is looked up at the prices of today, and nothing of it is stored', async () => {
  const [game, gone] = [await aGame(), await aGame({ status: 'draft' })]
  const addedAt = new Date().toISOString()
  const games = [
    { gameId: game.id, addedAt },
    { gameId: gone.id, addedAt },
    { gameId: uuid(), addedAt },
  ]
  const { body } = await test.nobody.post('/api/wishlist/look-up', { games })
  expect(body.entries).toMatchObject([
    { gameId: gone.id, state: 'gone', game: null },
    { gameId: game.id, game: { price: 20 } },
  ])
  expect(body.summary).toMatchObject({ count: 2, forSale: [{ gameId: game.id, price: 20 }] })
})

it('WI3 My price is between $0.50 and $1,000, and what a change leaves out stays as it is', async () => {
  const [june, game] = [await signedIn(test), await aGame()]
  for (const myPrice of [0, 0.49, 1000.01, -1])
    expect((await wish(june, game, { myPrice })).body.code).toBe('invalid_fields')
  await wish(june, game, { myPrice: 0.5 })
  await wish(june, game, { notify: 'my-price' })
  expect(await listOf(june)).toMatchObject([{ myPrice: 0.5, notify: 'my-price' }])
  await wish(june, game, { myPrice: 1000 })
  await wish(june, game, { myPrice: null })
  await wish(june, game)
  expect(await listOf(june)).toMatchObject([{ myPrice: null, notify: 'my-price' }])
})

/** The email about a wishlist that was queued and is not sent yet. */
async function queuedMail(who: Person): Promise<Mail> {
  const queued: Mail[] = []
  const { mail, ...store } = test.store
  await test.sql`update notices set mail_at = now() where account_id = ${who.id} and mail_at is not null`
  await mailWishlists({
    ...store,
    mail: { ...mail, queue: async (_tx, message) => void queued.push(message) },
  })
  const mine = queued.find(({ to }) => to === who.email)
  expect(
    await test.sql`select 1 from notices where account_id = ${who.id} and mailed_at is not null`,
  ).toHaveLength(1)
  if (!mine) throw new Error('nothing was queued')
  return mine
}
