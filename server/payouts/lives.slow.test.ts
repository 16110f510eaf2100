/** Payouts through random lives: sales, refunds, runs, new addresses, crashes at any statement and every outcome at the provider. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMMAND_LINE } from '../platform/database/audit.ts'
import { type Connection, connect } from '../platform/database/database.ts'
import { HttpError } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { type Cut, type CutDatabase, CutOff, cutDatabase } from '../testing/cut-database.ts'
import { longLockTimeoutDatabase } from '../testing/database.ts'
import { type PayoutOutcome, playedPayouts } from '../testing/fakes/payout-provider.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { addPayoutAddress, addSale, takeBack } from '../testing/fixtures/sales.ts'
import { propertyRuns } from '../testing/properties.ts'
import { IS_SOAK, LIVES } from '../testing/rounds.ts'
import { openTestStore, type TestStore } from '../testing/store.ts'
import { approve } from './approval/approve.ts'
import { giveEvidence } from './approval/evidence.ts'
import { cancelForNewAddress } from './approval/hold-back.ts'
import { draftAll } from './drafts/weekly-run.ts'
import { workOnce } from './sending/work.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let now = new Date()
let test: TestStore
let connection: Connection
let cuts: CutDatabase
let store: Store
let admins: [Person, Person]
let buyer: Person
let developer: Person
let game: TestGame
const outcomes = new Map<string, PayoutOutcome>()
let nextOutcomes: PayoutOutcome[] = []
const bank = playedPayouts((id) => {
  const fate = outcomes.get(id) ?? nextOutcomes.shift() ?? GOOD
  outcomes.set(id, fate)
  return fate
})
const GOOD: PayoutOutcome = { prepare: 'made', release: 'accepted', end: 'paid', unanswered: 0 }

beforeAll(async () => {
  test = await openTestStore({
    database: await longLockTimeoutDatabase(),
    clock: () => now,
    settings: { LOG_LEVEL: 'silent', PAYOUT_POLL_SCALE: '0.01', PAYOUT_MINIMUM_CENTS: '1000' },
  })
  admins = [await signedIn(test, 'admin'), await signedIn(test, 'admin')]
  buyer = await signedIn(test)
  connection = connect(test.databaseUrl, console)
  cuts = cutDatabase(connection.pool)
  store = {
    ...test.store,
    db: cuts.db,
    // Emails have their own tests; here they would take most of the time.
    mail: { ...test.store.mail, queue: async () => undefined },
  }
})
afterAll(async () => {
  await connection.close()
  await test.close()
})

const fate = fc.record({
  prepare: fc.oneof(
    { weight: 4, arbitrary: fc.constant('made' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'refused' as const,
        'lost before' as const,
        'lost after' as const,
        'another amount' as const,
        'another address' as const,
        'sent at once' as const,
      ),
    },
  ),
  release: fc.constantFrom<PayoutOutcome['release']>(
    'accepted',
    'accepted',
    'refused',
    'lost before',
    'lost after',
  ),
  end: fc.constantFrom<PayoutOutcome['end']>(
    'paid',
    'paid',
    'not sent',
    'unclear',
    'silent',
    'paid without transaction',
  ),
  unanswered: fc.integer({ min: 0, max: 2 }),
})

type Deed = {
  what: 'sale' | 'refund' | 'run' | 'approve' | 'work' | 'address' | 'freeze' | 'evidence' | 'wait'
  cents: number
}
const deed = fc.record<Deed>({
  what: fc.constantFrom(
    'sale',
    'refund',
    'run',
    'approve',
    'work',
    'work',
    'work',
    'address',
    'freeze',
    'evidence',
    'wait',
  ),
  cents: fc.integer({ min: 1_000, max: 9_999 }),
})
const cut = fc.option(
  fc.record<Cut>({ statement: fc.integer({ min: 0, max: 25 }), when: fc.constantFrom('before', 'after') }),
  { freq: 2 },
)
const life = fc.record({
  outcomes: fc.array(fate, { minLength: 3, maxLength: 3 }),
  deeds: fc.array(fc.tuple(deed, cut), { minLength: 8, maxLength: 24 }),
})

type Sale = { orderId: string; left: number; bookings: number }

async function act({ what, cents }: Deed, sales: Sale[]): Promise<void> {
  switch (what) {
    case 'sale': {
      const soldAt = new Date(now.getTime() - (cents % 2 === 0 ? 8 : 6) * 24 * HOUR_MS)
      const orderId = await addSale({ db: test.db }, buyer, game, {
        developerId: developer.id,
        cents,
        soldAt,
      })
      sales.push({ orderId, left: cents, bookings: 1 })
      return
    }
    case 'refund': {
      const sale = sales.find(({ left }) => left > 0)
      if (!sale) return
      const back = Math.min(sale.left, cents)
      await takeBack({ db: test.db }, sale.orderId, {
        developerId: developer.id,
        cents: back,
        booking: sale.bookings,
      })
      sale.left -= back
      sale.bookings += 1
      return
    }
    case 'run':
      return void (await draftAll(store))
    case 'approve': {
      const ids = await idsIn('DRAFT')
      if (ids.length > 0) await approve(store, { ...COMMAND_LINE, id: admins[0].id }, { ids, rates: {} })
      return
    }
    case 'work':
      now = new Date(now.getTime() + MINUTE_MS)
      return void (await workOnce({ store, provider: bank.provider }))
    case 'address':
      return store.db.transaction().execute((tx) => cancelForNewAddress(tx, developer.id, now))
    case 'freeze':
      return void (await sql`
        with lifted as (delete from payout_freezes where developer_id = ${developer.id} returning 1)
        insert into payout_freezes (developer_id, frozen_at)
        select ${developer.id}, ${now} where not exists (select from lifted)`.execute(store.db))
    case 'evidence':
      return sayWhatIsTrue()
    case 'wait':
      now = new Date(now.getTime() + (cents % 3 === 0 ? 30 * HOUR_MS : 20 * MINUTE_MS))
  }
}

const idsIn = async (state: 'DRAFT' | 'UNKNOWN'): Promise<string[]> => {
  const rows = await test.db
    .selectFrom('payouts')
    .select('id')
    .where('developer_id', '=', developer.id)
    .where('state', '=', state)
    .execute()
  return rows.map(({ id }) => id)
}

/** For payouts that have started and not ended. */
async function statesAtWork(): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from payouts where developer_id = ${developer.id}
      and state not in ('DRAFT', 'PAID', 'FAILED', 'CANCELLED', 'BLOCKED')`.execute(test.db)
  return rows.map(({ state }) => state)
}

/** Two admins look into the bank's books and give evidence. */
async function sayWhatIsTrue(): Promise<void> {
  for (const id of await idsIn('UNKNOWN')) {
    const left = bank.sentFor(id).length > 0
    const evidence = left
      ? { outcome: 'paid' as const, transactionId: `seen-${id}`, note: '' }
      : { outcome: 'not_sent' as const, transactionId: null, note: 'Not in the books' }
    for (const admin of admins)
      await giveEvidence(store, { ...COMMAND_LINE, id: admin.id }, id, evidence).catch((error) => {
        if (!(error instanceof HttpError)) throw error
      })
  }
}

async function checkBooks(sales: readonly Sale[]): Promise<void> {
  const { rows: payouts } = await sql<{ id: string; state: string; amount: number }>`
    select id, state, amount_cents as amount from payouts where developer_id = ${developer.id}`.execute(
    test.db,
  )
  const { rows: sums } = await sql<{
    owed: number
    parts: number
    moved: number
    held: number
    negative: number
  }>`
    select
      (select coalesce(-sum(amount_cents), 0)::bigint from ledger_entries where developer_id = ${developer.id}) as owed,
      coalesce(sum(pending_cents + reserve_cents + available_cents + in_payout_cents + paid_cents), 0)::bigint as parts,
      (select coalesce(sum(case when source = 'sales' then amount_cents when target = 'sales' then -amount_cents else 0 end), 0)::bigint
        from balance_transfers where developer_id = ${developer.id}) as moved,
      (select coalesce(sum(amount_cents), 0)::bigint from held_earnings where developer_id = ${developer.id})
        - coalesce(sum(pending_cents), 0)::bigint as held,
      coalesce(min(least(reserve_cents, in_payout_cents, paid_cents)), 0)::bigint as negative
    from developer_balances where developer_id = ${developer.id}`.execute(test.db)
  const [sum] = sums
  const owed = sales.reduce((total, { left }) => total + left, 0)
  expect(sum).toEqual({ owed, parts: owed, moved: owed, held: 0, negative: 0 })

  for (const { id, state } of payouts) {
    const left = bank.sentFor(id)
    expect(left.length, `${id} ${state} left ${left}`).toBeLessThanOrEqual(1)
    if (state === 'PAID') expect(left).toHaveLength(1)
    if (['FAILED', 'CANCELLED', 'DRAFT', 'APPROVED', 'PREPARED'].includes(state)) expect(left).toEqual([])
  }
  const sumOf = (...states: string[]) =>
    payouts.reduce((total, { state, amount }) => (states.includes(state) ? total + amount : total), 0)
  const { rows: parts } = await sql<{ in_payout: number; paid: number }>`
    select in_payout_cents as in_payout, paid_cents as paid from developer_balances
    where developer_id = ${developer.id}`.execute(test.db)
  const open = payouts.filter(({ state }) => !['PAID', 'FAILED', 'CANCELLED'].includes(state))
  expect(parts[0] ?? { in_payout: 0, paid: 0 }).toEqual({
    in_payout: sumOf(...new Set(open.map(({ state }) => state))),
    paid: sumOf('PAID'),
  })
}

it('pays nothing twice, loses and makes no cent, and leaves no payout without an end or a person', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ outcomes: next, deeds }) => {
      nextOutcomes = [...next]
      now = new Date()
      developer = await signedIn(test, 'developer')
      game = await addGame(test, { developerId: developer.id })
      await addPayoutAddress(test, developer.id, `address-of-${developer.id}`)
      const sales: Sale[] = []
      await act({ what: 'sale', cents: 6_000 }, sales)
      await act({ what: 'work', cents: 0 }, sales)
      for (const [one, at] of deeds) {
        await cuts
          .cutting(at, () => act(one, sales))
          .catch((error) => {
            if (!(error instanceof CutOff)) throw error
          })
        await checkBooks(sales)
      }
      // Without failures, and with admins who look, everything ends.
      await test.db.deleteFrom('payout_freezes').where('developer_id', '=', developer.id).execute()
      for (let round = 0; round < 40; round += 1) {
        if (round < 5) for (const what of ['run', 'approve'] as const) await act({ what, cents: 0 }, sales)
        else if ((await statesAtWork()).length === 0) break
        now = new Date(now.getTime() + (round < 10 ? 1 : 120) * MINUTE_MS)
        await workOnce({ store, provider: bank.provider })
        await checkBooks(sales)
      }
      await sayWhatIsTrue()
      await checkBooks(sales)
      expect(await statesAtWork()).toEqual([])
    }),
    { numRuns: propertyRuns(LIVES), endOnFailure: true },
  )
  if (!IS_SOAK) return // a few lives need not cover every outcome
  const { rows: reached } = await sql<{ state: string }>`select distinct state from payout_events`.execute(
    test.db,
  )
  expect(reached.map(({ state }) => state)).toEqual(
    expect.arrayContaining(['CANCELLED', 'PREPARED', 'RELEASING', 'SENDING', 'UNKNOWN', 'PAID', 'FAILED']),
  )
})
