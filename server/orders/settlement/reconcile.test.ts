import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { buyAndPay } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { type Difference, findDifferences } from './find-differences.ts'
import { reconcile } from './reconcile.ts'

const test = useTestStore()
let developer: Person
let game: TestGame

beforeAll(async () => {
  developer = await signedIn(test, 'developer')
  game = await newGame()
})

const newGame = () =>
  addGame(test, { developerId: developer.id, files: [{}, { name: 'extra.zip', customPriceCents: 400 }] })

/** A paid order of its own game. */
async function sale() {
  const buyer = await signedIn(test)
  const sold = await newGame()
  const { orderId } = await buyAndPay(test, buyer, sold)
  return { buyer, sold, orderId }
}

/** Runs a statement that constraints would refuse, finds the differences, then rolls it all back. */
async function planted(statements: RawBuilder<unknown>[]): Promise<Difference[]> {
  const undo = new Error('undo')
  let differences: Difference[] = []
  await test.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx) // no trigger runs
      for (const statement of statements) await statement.execute(tx)
      differences = await findDifferences(tx)
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return differences
}

it('finds no difference in a store that sold, gave away, and was paid twice and too much', async () => {
  await sale()
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  await buyAndPay(test, june, game, [game.files[1]?.id ?? ''])
  const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
  await june.post('/api/library/claim', { gameId: free.id })
  expect(await findDifferences(test.db)).toEqual([])
})

it.each<
  [
    Difference['kind'],
    Difference['subject'],
    (made: Awaited<ReturnType<typeof sale>>) => RawBuilder<unknown>[],
    /** The balance no longer matches what is owed to the developer. */
    also?: 'balance',
  ]
>([
  ['grant_missing', 'order', ({ orderId }) => [sql`delete from grants where order_id = ${orderId}`]],
  [
    'grant_unpaid',
    'order',
    ({ buyer, sold, orderId }) => [
      sql`insert into grants (id, account_id, game_id, file_id, order_id)
        values (${uuid()}, ${developer.id}, ${sold.id}, ${sold.files[1]?.id}, ${orderId})`,
      sql`select ${buyer.id}`,
    ],
  ],
  [
    'grant_doubled',
    'account',
    ({ buyer, sold }) => [
      sql`drop index grants_base`,
      sql`insert into grants (id, account_id, game_id) values (${uuid()}, ${buyer.id}, ${sold.id})`,
    ],
  ],
  [
    'ledger_missing',
    'order',
    ({ orderId }) => [sql`delete from ledger_entries where order_id = ${orderId}`],
    'balance',
  ],
  [
    'ledger_unpaid',
    'order',
    ({ orderId, sold, buyer }) => [
      sql`update orders set status = 'EXPIRED', paid_at = null where id = ${orderId}`,
      sql`delete from grants where account_id = ${buyer.id}`,
      sql`update games set sales = 0, revenue_cents = 0 where id = ${sold.id}`,
    ],
  ],
  [
    'ledger_doubled',
    'order',
    ({ orderId }) => [
      sql`drop index ledger_entries_once`,
      sql`insert into ledger_entries select * from ledger_entries where order_id = ${orderId}`,
    ],
    'balance',
  ],
  [
    'ledger_doubled',
    'order',
    ({ orderId }) => [
      sql`insert into ledger_entries (order_id, line, account, amount_cents) values (${orderId}, 'developer', 'developer', 0)`,
    ],
  ],
  [
    'ledger_unbalanced',
    'order',
    ({ orderId }) => [
      sql`update ledger_entries set amount_cents = amount_cents - 1 where order_id = ${orderId} and line = 'platform_share'`,
    ],
  ],
  [
    'ledger_gross',
    'order',
    ({ orderId }) => [
      sql`update ledger_entries set amount_cents = amount_cents + 1 where order_id = ${orderId} and line = 'gross'`,
      sql`update ledger_entries set amount_cents = amount_cents - 1 where order_id = ${orderId} and line = 'developer_share'`,
    ],
    'balance',
  ],
  [
    'totals',
    'game',
    ({ sold }) => [sql`update games set revenue_cents = revenue_cents + 1 where id = ${sold.id}`],
  ],
  ['totals', 'game', ({ sold }) => [sql`update games set sales = sales - 1 where id = ${sold.id}`]],
])('finds a planted %s of an %s', async (kind, subject, statements, also) => {
  const made = await sale()
  const id = { order: made.orderId, account: made.buyer.id, game: made.sold.id }[subject]
  const unbalanced = { kind: 'balance', subject: 'account', id: developer.id }
  expect(await planted(statements(made))).toEqual([{ kind, subject, id }, ...(also ? [unbalanced] : [])])
  expect(await findDifferences(test.db)).toEqual([])
})

it.each([
  sql`update developer_balances set available_cents = available_cents + 1`,
  sql`update developer_balances set pending_cents = pending_cents - 1, available_cents = available_cents + 1`,
  sql`update developer_balances set paid_cents = paid_cents + 1, available_cents = available_cents - 1`,
  sql`update developer_balances set in_payout_cents = 1, available_cents = available_cents - 1`,
])('finds a balance that is not what its developer is owed, or what was paid', async (statement) => {
  await sale()
  expect(await planted([statement])).toEqual([{ kind: 'balance', subject: 'account', id: developer.id }])
})

it('emails support and the admins about a difference once a night, logs it, and stores it', async () => {
  const admin = await signedIn(test, 'admin')
  const { sold } = await sale()
  const setSales = (sales: number) =>
    test.db.updateTable('games').set({ sales }).where('id', '=', sold.id).execute()
  await setSales(9)
  await reconcile(test.store)
  expect(await reconcile(test.store)).toEqual([{ kind: 'totals', subject: 'game', id: sold.id }])
  await test.drain()
  for (const address of [admin.email, test.store.config.SUPPORT_EMAIL]) {
    const emails = await test.mailsTo(address)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toBe('Orders and books differ in 1 place')
    expect(emails[0]?.text).toContain(sold.id)
    expect(emails[0]?.html).toContain(sold.id)
  }
  expect(test.logged.some((line) => line.includes(sold.id) && line.includes('reconciliation'))).toBe(true)
  const reconciliations = await test.db.selectFrom('reconciliations').select('differences').execute()
  expect(reconciliations).toEqual([{ differences: [{ kind: 'totals', subject: 'game', id: sold.id }] }])
  await setSales(1)
})
