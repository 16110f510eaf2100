import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { deleteDueAccounts } from '../personal-data/deletion/delete-accounts.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { usePerson } from '../testing/fixtures/people.ts'
import { anOwner, aReview, fetchFile } from '../testing/fixtures/reviews.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { countReviews } from './count-nightly.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const dev = usePerson(test, 'developer')
let game: TestGame
beforeAll(async () => {
  game = await addGame(test, { developerId: dev.id })
})

const countsOf = ({ id }: { id: string }) =>
  test.row<Record<string, number | null>>`select reviews_counted as counted, reviews_positive as positive,
    reviews_shown as shown, round(review_rank::numeric, 3)::float8 as rank from games where id = ${id}`
const reviewsOf = async ({ id }: { id: string }, query = '') =>
  (await test.nobody.get(`/api/games/${id}/reviews${query}`)).body

it('RV6 The rank rises with each yes and falls with each no', async () => {
  const cases = fc.sample(
    fc.nat(400).chain((counted) => fc.tuple(fc.nat(counted), fc.constant(counted))),
    300,
  )
  const wrong = await test.sql`
    select p, n from unnest(${cases.map(([p]) => p)}::int[], ${cases.map(([, n]) => n)}::int[]) as sample (p, n)
    where n > 0 and (wilson(p + 1, n + 1, 1.96) <= wilson(p, n, 1.96) or wilson(p, n + 1, 1.96) > wilson(p, n, 1.96)
      or p > 0 and wilson(p, n + 1, 1.96) >= wilson(p, n, 1.96))`
  expect(wrong).toEqual([])
  expect(
    await test.row`select round(wilson(1, 1, 1.96)::numeric, 3)::float8 as lone, round(wilson(45, 50, 1.96)::numeric, 3)::float8 as many`,
  ).toEqual({ lone: 0.207, many: 0.786 })
})

it('RV4 RV10 A refund lowers the count and the rank in its transaction, and a suspension while it lasts', async () => {
  const writers = []
  for (let at = 0; at < 6; at += 1) writers.push((await aReview(test, game)).writer)
  expect(await countsOf(game)).toEqual({ counted: 6, positive: 6, shown: 6, rank: 0.61 })
  const [refunded, suspended] = writers
  const order = await test.row<{ id: string }>`select id from orders where account_id = ${refunded?.id}`
  const { status } = await admin.post(`/api/admin/orders/${order.id}/refunds`, {
    items: [{ position: 0 }],
    transactionId: 'tx-1',
    reason: 'Asked for.',
  })
  expect(status).toBeLessThan(300)
  expect(await countsOf(game)).toEqual({ counted: 5, positive: 5, shown: 6, rank: 0.566 })
  expect((await reviewsOf(game, '?counted=false')).map(({ mark }: { mark: string }) => mark)).toEqual([
    'refunded',
  ])
  await test.sql`update accounts set suspended_at = now() where id = ${suspended?.id}`
  expect(await countsOf(game)).toEqual({ counted: 4, positive: 4, shown: 6, rank: null })
  await test.sql`update accounts set suspended_at = null where id = ${suspended?.id}`
  expect(await countsOf(game)).toMatchObject({ counted: 5, rank: 0.566 })
})

it('RV4 In a paid game only who paid counts, in a free one a claim by an account of seven days', async () => {
  const free = await addGame(test, { developerId: dev.id, priceCents: 0 })
  await aReview(test, free, { through: 'claim', accountHours: 7 * 24 + 1 })
  const young = await aReview(test, free, { through: 'claim', accountHours: 30 })
  expect(await countsOf(free)).toMatchObject({ counted: 1, shown: 2 })
  await test.sql`update accounts set created_at = now() - interval '8 days' where id = ${young.writer.id}`
  expect(await countReviews(test.db, 1)).toBeGreaterThan(0)
  expect(await countsOf(free)).toMatchObject({ counted: 2, shown: 2 })
  expect(await countReviews(test.db)).toBe(0)
  await test.sql`update games set is_free = false, price_cents = 999 where id = ${free.id}`
  expect(await countsOf(free)).toMatchObject({ counted: 0, shown: 2 })
})

it('RV10 A code of the developer for a free copy and the team of the last year are marked', async () => {
  const marked = await addGame(test, { developerId: dev.id })
  const { id, writer } = await aReview(test, marked)
  await test.sql`insert into discount_codes (id, developer_id, code, percent, is_once, is_for_all)
    values (gen_random_uuid(), ${dev.id}, 'FREECOPY', 100, true, true)`
  await test.sql`update order_items set price_cents = 0, discount_code_id = (select id from discount_codes where code = 'FREECOPY')
    where order_id = (select id from orders where account_id = ${writer.id})`
  await countReviews(test.db)
  expect(await reviewsOf(marked)).toMatchObject([{ id, counted: false, mark: 'free_copy' }])
  await test.sql`update games set developer_id = ${writer.id} where id = ${marked.id}`
  await test.sql`update games set developer_id = ${dev.id} where id = ${marked.id}`
  expect(await reviewsOf(marked)).toMatchObject([{ id, counted: false, mark: 'team' }])
})

it('RV1 RV16 Who may not is told why, and the 31st edit of a day when to go on', async () => {
  const put = (who: { put: typeof dev.put }, of = game) =>
    who.put(`/api/games/${of.id}/review`, { recommends: true })
  expect((await put(dev)).body.code).toBe('own_game')
  expect((await put(admin)).body.code).toBe('not_an_owner')
  const early = await anOwner(test, game, { fetchedHours: 23 })
  expect(await put(early)).toMatchObject({
    status: 403,
    body: { code: 'too_early', error: expect.stringMatching(/^You can review this from .+ UTC\.$/) },
  })
  expect((await early.get(`/api/games/${game.id}/review`)).body).toMatchObject({
    state: 'too_early',
    from: expect.any(String),
    review: null,
  })
  await fetchFile(test, early, game, 25)
  const { writer } = await aReview(test, game)
  const edit = (recommends: boolean) => writer.put(`/api/games/${game.id}/review`, { recommends })
  for (let at = 0; at < 30; at += 1) expect((await edit(at % 2 === 0)).status).toBe(200)
  expect(await edit(true)).toMatchObject({ status: 429, body: { error: expect.stringContaining(' UTC') } })
})

it('RV5 RV15 The page tells the share from five on, and reviews are back with a game that was taken down', async () => {
  const told = await addGame(test, { developerId: dev.id })
  const summary = async () => {
    await test.forgetCatalog()
    return (await test.nobody.get(`/api/games/${told.id}`)).body.reviews
  }
  for (let at = 0; at < 4; at += 1) await aReview(test, told)
  expect(await summary()).toMatchObject({ shown: 4, counted: 4, share: null, recent: null })
  const { writer } = await aReview(test, told, { recommends: false })
  await aReview(test, told)
  expect(await summary()).toMatchObject({
    shown: 6,
    counted: 6,
    share: 83,
    recent: { share: 83, counted: 6 },
  })
  const { first, next } = await summary()
  const rest = await reviewsOf(told, `?after=${next}`)
  expect(new Set([...first, ...rest].map(({ id }: { id: string }) => id)).size).toBe(6)
  const best = await test.nobody.get('/api/games?sort=reviews')
  expect(best.body.find(({ _id }: { _id: string }) => _id === told.id).recommended).toEqual({
    share: 83,
    counted: 6,
  })
  await test.sql`update games set suspended_at = now() where id = ${told.id}`
  expect((await test.nobody.get(`/api/games/${told.id}/reviews`)).status).toBe(404)
  expect((await writer.get(`/api/games/${told.id}/reviews`)).body).toHaveLength(6)
  await test.sql`update games set suspended_at = null where id = ${told.id}`
  expect(await reviewsOf(told)).toHaveLength(6)
})

it('RV14 Reviews go with their account, unless they stay as Owner, cut off from it', async () => {
  const left = await addGame(test, { developerId: dev.id })
  const going = await aReview(test, left, { name: 'username' })
  const staying = await aReview(test, left, { name: 'username' })
  await test.sql`update accounts set keeps_reviews = true where id = ${staying.writer.id}`
  await test.sql`update accounts set deletion_at = now() - interval '1 hour' where id in (${going.writer.id}, ${staying.writer.id})`
  await deleteDueAccounts(test.store)
  expect(await reviewsOf(left)).toMatchObject([{ id: staying.id, name: null, counted: true, mark: null }])
  expect(await test.sql`select account_id from reviews where game_id = ${left.id}`).toEqual([
    { account_id: null },
  ])
  await countReviews(test.db)
  expect(await countsOf(left)).toMatchObject({ counted: 1, shown: 1 })
})

it('RV3 Nobody finds by its release a review of one that only some were let into', async () => {
  const early = await addGame(test, { developerId: dev.id })
  await aReview(test, early)
  const { release } = await test.row<{ release: string }>`
    select release_id as release from reviews where game_id = ${early.id}`
  expect(await reviewsOf(early, `?release=${release}`)).toHaveLength(1)
  await test.sql`update releases set live_at = null where id = ${release}`
  expect(await reviewsOf(early, `?release=${release}`)).toEqual([])
})

it('RV4 A kept review of a deleted account counts on if its writer paid for the game', async () => {
  const [paid, free] = [
    await addGame(test, { developerId: dev.id }),
    await addGame(test, { developerId: dev.id, priceCents: 0 }),
  ]
  for (const [at, through] of (['order', 'claim'] as const).entries()) {
    const of = [paid, free][at] as TestGame
    const { writer } = await aReview(test, of, { through })
    expect(await countsOf(of)).toMatchObject({ counted: 1 })
    await test.sql`update accounts set keeps_reviews = true, deletion_at = now() - interval '1 second' where id = ${writer.id}`
    await deleteDueAccounts(test.store)
  }
  expect([await countsOf(paid), await countsOf(free)]).toMatchObject([
    { counted: 1, shown: 1 },
    { counted: 0, shown: 1 },
  ])
  expect(await countReviews(test.db)).toBe(0)
})

it('RV4 A piece of the night that fails does not keep the others from being counted', async () => {
  const games = [
    await addGame(test, { developerId: dev.id }),
    await addGame(test, { developerId: dev.id }),
  ] as const
  for (const one of games) await aReview(test, one)
  await test.sql`update games set reviews_counted = 7 where id in (${games[0].id}, ${games[1].id})`
  const locked = await test.db.transaction().execute(async (tx) => {
    await sql`select from games where id = ${games[0].id} for update`.execute(tx)
    return countReviews(test.db, 1).then(
      () => 'counted',
      () => 'said that one failed',
    )
  })
  expect(locked).toBe('said that one failed')
  expect(await countsOf(games[1])).toMatchObject({ counted: 1 })
  await countReviews(test.db)
  expect(await countsOf(games[0])).toMatchObject({ counted: 1 })
})

/** Waits until so many statements wait for a lock. */
const whoWaits = (count: number) =>
  eventually(async () => {
    const waiting = await test.sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length === count
  })

it('RV4 Taking a game back and saving its review at once wait for each other, and neither fails', async () => {
  const one = await addGame(test, { developerId: dev.id })
  const { writer } = await aReview(test, one)
  const order = await test.row<{ id: string }>`select id from orders where account_id = ${writer.id}`
  const [revoked, saved] = await test.db
    .transaction()
    .execute(async (tx) => {
      await sql`select from games where id = ${one.id} for no key update`.execute(tx)
      const saving = writer.put(`/api/games/${one.id}/review`, { recommends: false, text: '' })
      await whoWaits(1)
      const revoking = admin.post(`/api/admin/orders/${order.id}/revocations`, {
        positions: [0],
        reason: 'Taken back for the test.',
      })
      await whoWaits(2)
      return [revoking, saving] as const
    })
    .then((both) => Promise.all(both))
  expect(revoked.status, revoked.text).toBeLessThan(300)
  expect([200, 403]).toContain(saved.status)
})
