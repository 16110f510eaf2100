/** Everything that can stop a payout between its approval and its release. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GOOD_FATE, playedPayouts } from '../../testing/fakes/payout-provider.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { addPayoutAddress, addSale } from '../../testing/fixtures/sales.ts'
import { useTestStore } from '../../testing/store.ts'
import type { PayoutProvider } from '../providers/payout-provider.ts'
import { prepare } from './steps.ts'
import { workOnce } from './work.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let now = new Date()
const test = useTestStore({
  clock: () => now,
  settings: { PAYOUT_POLL_SCALE: '0.01', PAYOUT_SELLER_DAY_CENTS: '10000' },
})
let admin: Person
let buyer: Person
let bank: ReturnType<typeof playedPayouts>
beforeAll(async () => {
  buyer = await signedIn(test)
})
beforeEach(async () => {
  now = new Date(new Date().setUTCHours(12, 0, 0, 0)) // no test goes past midnight
  admin = await signedIn(test, 'admin')
  bank = playedPayouts(() => GOOD_FATE)
  await workOnce({ store: test.store, provider: bank.provider }) // requests rates
})

type Approved = { developer: Person; id: string }

/** A payout that the admin has approved. */
async function approved(cents = 6_000): Promise<Approved> {
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id })
  await addPayoutAddress(test, developer.id, `address-of-${developer.id}`)
  return approvedFor(developer, game, cents)
}

async function approvedFor(developer: Person, game: TestGame, cents: number): Promise<Approved> {
  const soldAt = new Date(now.getTime() - 10 * DAY_MS)
  await addSale(test, buyer, game, { developerId: developer.id, cents, soldAt })
  const asked = await developer.post('/api/dev/payouts', {})
  const answer = await admin.post('/api/admin/payouts/approve', { ids: [asked.body._id] })
  expect(answer.body.approved, answer.text).toBe(1)
  return { developer, id: asked.body._id }
}

/** Rounds of the payout process, a minute apart: here for more than an hour and a half. */
async function work(rounds: number, provider: PayoutProvider = bank.provider): Promise<number[]> {
  const steps: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    steps.push(await workOnce({ store: test.store, provider }))
    now = new Date(now.getTime() + MINUTE_MS)
  }
  return steps
}

const payoutOf = async ({ developer }: Approved) => (await developer.get('/api/dev/payouts')).body[0]
const rowOf = ({ id }: Approved) =>
  test.db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const availableOf = async ({ developer }: Approved) =>
  (await developer.get('/api/dev/payouts/summary')).body.available

const freeze = ({ developer }: Approved) =>
  test.db.insertInto('payout_freezes').values({ developer_id: developer.id, frozen_at: now }).execute()
const suspend = ({ developer }: Approved) =>
  test.db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', developer.id).execute()
const changeEmail = ({ developer }: Approved) =>
  test.db
    .insertInto('security_events')
    .values({
      id: randomUUID(),
      account_id: developer.id,
      kind: 'email_changed',
      user_agent: '',
      happened_at: now,
    })
    .execute()

describe('what is made at the provider and not released', () => {
  it.each([
    ['frozen', freeze, 'The seller has frozen payouts.'],
    ['suspended', suspend, 'The account is suspended.'],
    ['changed', changeEmail, /^A key of the account was changed/],
  ] as const)(
    'is given up there when the account is %s meanwhile, and its money comes back',
    async (_, happens, reason) => {
      const one = await approved()
      await prepare({ store: test.store, provider: bank.provider }, one.id)
      await happens(one)
      await work(3)
      expect(bank.made).toMatchObject([{ externalId: one.id, phase: 'not_sent', isReleased: false }])
      const payout = await test.db
        .selectFrom('payouts')
        .select(['state', 'reason'])
        .where('id', '=', one.id)
        .executeTakeFirstOrThrow()
      expect(payout).toEqual({ state: 'CANCELLED', reason: expect.stringMatching(reason) })
      await test.drain()
      const subjects = (await test.mailsTo(one.developer.email)).map(({ subject }) => subject)
      expect(subjects).toContain('Your payout of $60.00 was cancelled')
    },
  )

  it('an unreleased payout keeps its money until the provider shows that nothing was sent, and lets others continue', async () => {
    const frozen = await approved()
    const other = await approved()
    const slow: PayoutProvider = { ...bank.provider, discard: async () => undefined }
    await prepare({ store: test.store, provider: slow }, frozen.id)
    await freeze(frozen)
    await work(4, slow)
    expect(await payoutOf(other)).toMatchObject({ state: 'PAID' })
    expect(await availableOf(frozen)).toBe(0)
    for (const made of bank.made) if (!made.isReleased) made.phase = 'not_sent'
    await work(1, slow)
    expect(await payoutOf(frozen)).toMatchObject({ state: 'CANCELLED' })
    expect(await availableOf(frozen)).toBe(60)
  })

  it('an unreleased payout needs an admin when the provider sent it anyway', async () => {
    const one = await approved()
    await prepare({ store: test.store, provider: bank.provider }, one.id)
    await freeze(one)
    for (const made of bank.made) made.phase = 'sending'
    await work(1)
    expect(await payoutOf(one)).toMatchObject({
      state: 'UNKNOWN',
      reason: expect.stringContaining('went on by itself'),
    })
  })

  it('no more payouts are made than the provider releases in time', async () => {
    const perMinute: PayoutProvider = { ...bank.provider, name: 'nowpayments' }
    const all: Approved[] = []
    for (let count = 0; count < 5; count += 1) all.push(await approved())
    const ids = all.map(({ id }) => id)
    await test.db.updateTable('payouts').set({ provider: 'nowpayments' }).where('id', 'in', ids).execute()
    for (const made of [2, 4, 5]) {
      await work(1, perMinute)
      expect(bank.made.map(({ isReleased }) => isReleased)).toEqual(Array(made).fill(true))
    }
    await work(2, perMinute)
    for (const one of all) expect(await payoutOf(one)).toMatchObject({ state: 'PAID' })
  })
})

describe('what is approved and waits', () => {
  it('an approved payout lets others go first while a key of the account was just changed', async () => {
    const held = await approved()
    await changeEmail(held)
    await work(1)
    const { state, next_look_at } = await rowOf(held)
    expect(state).toBe('APPROVED')
    expect(next_look_at.getTime()).toBeGreaterThanOrEqual(now.getTime() - MINUTE_MS + HOUR_MS / 100)
    now = new Date(now.getTime() + 4 * DAY_MS)
    await work(4)
    expect((await rowOf(held)).state).toBe('PAID')
  })

  it('an approved payout continues the next day when the daily limit is reached', async () => {
    const one = await approved(6_000)
    await work(4)
    const game = await addGame(test, { developerId: one.developer.id })
    const next = await approvedFor(one.developer, game, 6_000)
    await work(4)
    expect([(await rowOf(one)).state, (await rowOf(next)).state]).toEqual(['PAID', 'APPROVED'])
    now = new Date(now.getTime() + DAY_MS)
    await work(4)
    expect((await rowOf(next)).state).toBe('PAID')
  })
})
