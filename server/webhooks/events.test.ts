import { eventData } from '@nofiller/contract/webhooks/webhook-events'
import type { EventType } from '@nofiller/contract/webhooks/webhook-rules'
import { beforeAll, expect, it } from 'vitest'
import { queueFailedReleases } from '../checks/queue-failed.ts'
import { updatePrices } from '../sales/update-prices.ts'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, usePerson } from '../testing/fixtures/people.ts'
import { mayPost, publishPost } from '../testing/fixtures/posts.ts'
import { draftRelease, publishGame } from '../testing/fixtures/publishing.ts'
import { aDecidedReport } from '../testing/fixtures/reports.ts'
import { anOwner, aReview } from '../testing/fixtures/reviews.ts'
import { EVERYTHING } from '../testing/fixtures/webhooks.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { queuePayoutEvent } from './payout-events.ts'

/** The far side is the sandbox's: what was sent is read from the log. */
const test = useTestStore()
const june = usePerson(test, 'developer')
const other = usePerson(test, 'developer')
const admin = usePerson(test, 'admin')
const buyer = usePerson(test)
let game: TestGame

beforeAll(async () => {
  game = await addGame(test, { developerId: june.id, title: 'Velvet Orbit', priceCents: 1_800 })
  for (const developer of [june, other])
    await developer.post('/api/endpoints', {
      url: 'https://sandbox.example/sandbox/endpoint',
      types: EVERYTHING,
    })
})

/** The data of the last event of a type, which fits its schema and tells of no buyer. */
async function last(type: EventType, developer: Person = june) {
  const text = await eventually(async () => {
    const [row] = await test.sql<{ body: string }>`
      select body from webhook_deliveries
      where account_id = ${developer.id} and type = ${type} and state = 'delivered' order by id desc limit 1`
    return row?.body
  })
  const {
    data: { sequence, ...data },
  } = JSON.parse(text)
  expect(sequence).toBeGreaterThan(0)
  expect(eventData[type].strict().parse(data)).toEqual(data)
  const orders = await test.sql<{ id: string }>`select id from orders`
  for (const secret of [buyer.id, buyer.email, buyer.username, ...orders.map(({ id }) => id)])
    expect(text).not.toContain(secret)
  return data
}

const countOf = async (type: EventType, developer: Person): Promise<number> => {
  const { count } = await test.row<{ count: number }>`
    select (select count(*) from webhook_deliveries where account_id = ${developer.id} and type = ${type})
      + (select count(*) from webhook_events where account_id = ${developer.id} and type = ${type}) as count`
  return count
}

it('HO2 tells of an order that is paid, and of what was given back of it', async () => {
  const { orderId } = await buyAndPay(test, buyer, game)
  const { number } = await test.row<{ number: string }>`select number from orders where id = ${orderId}`
  const sold = { gameId: game.id, game: 'Velvet Orbit', amountCents: 1_800 }
  expect(await last('order.paid')).toEqual({ order: number, games: [sold], amountCents: 1_800 })
  const refund = await admin.post(`/api/admin/orders/${orderId}/refunds`, {
    items: [{ position: 0, amount: 5 }],
    transactionId: 'a-transaction-of-the-store',
    reason: 'It did not start',
  })
  expect(refund.status, refund.text).toBe(200)
  expect(await last('order.refunded')).toEqual({
    order: number,
    games: [{ ...sold, amountCents: 500 }],
    amountCents: 500,
  })
  expect([await countOf('order.paid', june), await countOf('order.paid', other)]).toEqual([1, 0])
})

it('HO2 tells of a release that is live', async () => {
  const published = await publishGame(june)
  const id = await draftRelease(june, published, { label: '1.1' })
  expect((await june.post(`/api/releases/${id}/live`, {})).status).toBe(200)
  await eventually(async () => (await last('release.live')).version === '1.1')
  expect(await last('release.live')).toMatchObject({ gameId: published._id, releaseId: id })
})

it('HO2 tells of a release whose build is malware', async () => {
  const published = await publishGame(june)
  const draft = await draftRelease(june, published, { label: '2.0' })
  const builds = await test.sql<{ id: string }>`
    select build_id as id from release_builds where release_id = ${draft}`
  await test.sql`
    insert into malware_scans (sha256, state, signature)
    select sha256, 'infected', 'Test' from file_builds where id = ${builds[0]?.id}
    on conflict (sha256) do update set state = 'infected', signature = 'Test'`
  await test.db.transaction().execute((tx) =>
    queueFailedReleases(
      test.store,
      tx,
      builds.map(({ id }) => id),
    ),
  )
  expect(await last('release.failed')).toMatchObject({ releaseId: draft, version: '2.0' })
})

it('HO2 tells of a review and its change, and nothing of who wrote it', async () => {
  const reviewed = await addGame(test, { developerId: june.id })
  await anOwner(test, reviewed, { who: buyer })
  const at = `/api/games/${reviewed.id}/review`
  expect((await buyer.put(at, { recommends: true })).status).toBe(200)
  const created = await last('review.created')
  expect(created).toMatchObject({ gameId: reviewed.id, recommends: true })
  await buyer.put(at, { recommends: true })
  await buyer.put(at, { recommends: false })
  expect(await last('review.changed')).toMatchObject({ reviewId: created.reviewId, recommends: false })
  expect(await countOf('review.changed', june)).toBe(1)
})

it('HO2 tells of a held review once it is released: as new, or as changed if it was shown before', async () => {
  const reviewed = await addGame(test, { developerId: june.id })
  for (const [isTold, type] of [
    [false, 'review.created'],
    [true, 'review.changed'],
  ] as const) {
    const { id } = await aReview(test, reviewed)
    const before = await countOf(type, june)
    await test.sql`update reviews set held_at = now(), held_reason = 'copy', is_told = ${isTold} where id = ${id}`
    const at = `/api/admin/held-reviews/${id}/decision`
    const { status, text } = await admin.post(at, {
      outcome: 'release',
      reason: 'Both texts quote the same line of the game itself.',
    })
    expect(status, text).toBe(200)
    await eventually(async () => (await last(type)).reviewId === id)
    expect(await countOf(type, june)).toBe(before + 1)
  }
})

it('HO2 tells of a post that is out', async () => {
  await mayPost(test, june)
  const post = await publishPost(june, game.id)
  expect(await last('post.published')).toMatchObject({ postId: post.id, title: post.title })
})

it('HO2 tells of a sale that began and ended, each developer of their own games', async () => {
  const theirs = await addGame(test, { developerId: other.id })
  const saleId = crypto.randomUUID()
  await test.sql`insert into sales (id, developer_id, name, percent, begins_at, ends_at)
    values (${saleId}, ${null}, 'Winter Sale', 25, now() - interval '1 hour', now() + interval '1 hour')`
  for (const { id } of [game, theirs])
    await test.sql`insert into sale_games (sale_id, game_id) values (${saleId}, ${id})`
  await updatePrices(test.store)
  expect(await last('sale.started')).toMatchObject({ saleId, percent: 25, games: [{ gameId: game.id }] })
  expect((await last('sale.started', other)).games).toMatchObject([{ gameId: theirs.id }])
  await test.sql`update sales set ends_at = now() where id = ${saleId}`
  await updatePrices(test.store)
  expect(await last('sale.ended')).toMatchObject({ saleId })
})

it('HO2 tells of a payout', async () => {
  const payout = { id: crypto.randomUUID(), developer_id: june.id, amount_cents: 48_250 }
  await queuePayoutEvent(test.db, payout)
  expect(await last('payout.sent')).toEqual({ payoutId: payout.id, amountCents: 48_250 })
})

it('HO2 tells of a decision about a game', async () => {
  const reported = await addGame(test, { developerId: june.id })
  await aDecidedReport(test, admin, reported.id, { kind: 'take_down' })
  expect(await last('game.moderation')).toMatchObject({ gameId: reported.id })
})
