import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { compareAll } from '../../orders/settlement/reconcile.ts'
import { buyAndPay, checkout } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { addPayoutAddress, addSale, takeBack } from '../../testing/fixtures/sales.ts'
import { useTestStore } from '../../testing/store.ts'
import { deleteDueAccounts, replayDeletions } from './delete-accounts.ts'

const DAY_MS = 86_400_000
const PATH = '/api/account/deletion'

const test = useTestStore()
const buyer = usePerson(test)

const ask = (who: Person, givesUp?: number) => who.post(PATH, { givesUp })
const standing = async (who: Person) => (await who.get(PATH)).body
const makeDue = (who: Person) =>
  test.sql`update accounts set deletion_at = ${new Date(Date.now() - DAY_MS)} where id = ${who.id}`
const isDeleted = async (who: Person) => {
  const { deleted_at } = await test.row<{ deleted_at: Date | null }>`
    select deleted_at from accounts where id = ${who.id}`
  return deleted_at !== null
}
const isForSale = async (game: TestGame) => {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/games/${game.slug}`)).status === 200
}
const hasProfile = async (who: Person) => {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/profile/${who.username}`)).status === 200
}
const canDownload = async (who: Person, game: TestGame) =>
  (await who.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })).status === 200
const balanceOf = (who: Person) =>
  test.row<{
    pending_cents: number
    reserve_cents: number
    available_cents: number
    paid_cents: number
    given_up_cents: number
  }>`
    select pending_cents, reserve_cents, available_cents, paid_cents, given_up_cents from developer_balances where developer_id = ${who.id}`

/** A developer with a game that has an owner, and a sale old enough to be paid out. */
async function aDeveloper(cents = 0): Promise<{ ada: Person; game: TestGame }> {
  const ada = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: ada.id, title: 'Night Ferry' })
  const soldAt = new Date(Date.now() - 10 * DAY_MS)
  if (cents > 0) await addSale(test, await signedIn(test), game, { developerId: ada.id, cents, soldAt })
  return { ada, game }
}

it('Y7 a developer has to give up the exact balance, and sells nothing from then on', async () => {
  const { ada, game } = await aDeveloper(1_230)
  const draft = await addGame(test, { developerId: ada.id, status: 'draft' })
  expect(await standing(ada)).toMatchObject({ games: 0, ownGames: 2, balance: 12.3, obstacles: [] })
  for (const givesUp of [undefined, 0, 12.29, 1_230])
    expect(await ask(ada, givesUp), `${givesUp}`).toMatchObject({
      status: 409,
      body: { code: 'balance_left', error: expect.stringContaining('$12.30') },
    })
  expect(await isForSale(game)).toBe(true)
  expect((await ask(ada, 12.3)).status).toBe(200)
  expect(await isForSale(game)).toBe(false)
  expect(await hasProfile(ada)).toBe(false)
  expect((await checkout(buyer, game)).status).toBe(404)

  expect((await ada.send('DELETE', PATH)).status).toBe(200)
  expect(await isForSale(game)).toBe(true)
  expect(await isForSale(draft)).toBe(false)
  expect(await hasProfile(ada)).toBe(true)
  expect(await standing(ada)).toMatchObject({ deletionAt: null, ownGames: 2, balance: 12.3 })
})

it('Y7 games that were archived before stay archived when the account is kept', async () => {
  const { ada, game } = await aDeveloper()
  const before = await addGame(test, { developerId: ada.id })
  expect((await ada.post(`/api/games/${before.id}/archive`)).status).toBe(200)
  await ask(ada)
  await ada.send('DELETE', PATH)
  expect([await isForSale(game), await isForSale(before)]).toEqual([true, false])
})

it('Y7 owners keep a former developer’s games, the books stay, and the name goes', async () => {
  const { ada, game } = await aDeveloper(900)
  await buyAndPay(test, buyer, game)
  await addPayoutAddress(test, ada.id)
  await test.sql`update accounts set display_name = 'zqxsentinel', bio = 'zqxsentinel', wallet = 'zqxsentinel'
    where id = ${ada.id}`
  const planned = { developer_id: ada.id, percent: 30, ends_at: new Date(Date.now() + DAY_MS) }
  await test.db
    .insertInto('sales')
    .values({ ...planned, id: uuid(), name: 'Autumn', begins_at: new Date(), state: 'running' })
    .execute()
  await test.db
    .insertInto('discount_codes')
    .values({ ...planned, id: uuid(), code: `LAST-${Date.now()}`, is_once: false, is_for_all: true })
    .execute()
  const owed = await balanceOf(ada)
  await ask(ada, (await standing(ada)).balance)
  await makeDue(ada)
  await deleteDueAccounts(test.store)

  expect(await isDeleted(ada)).toBe(true)
  const { body: library } = await buyer.get('/api/library')
  const owned = library.find(({ gameId }: { gameId: string }) => gameId === game.id)
  expect(owned.game).toMatchObject({
    title: 'Night Ferry',
    devName: 'Former developer',
    developer: { username: expect.stringMatching(/^deleted-\w{8}$/) },
  })
  expect(await canDownload(buyer, game)).toBe(true)
  expect(await balanceOf(ada)).toEqual({
    pending_cents: 0,
    reserve_cents: 0,
    available_cents: 0,
    paid_cents: 0,
    given_up_cents: owed.pending_cents + owed.available_cents,
  })
  // Sales inserted by hand belong to no complete order.
  expect((await compareAll(test.db)).filter(({ kind }) => kind === 'balance')).toEqual([])
  const left = await test.sql`
    select 'address' as what from payout_addresses where developer_id = ${ada.id}
    union all select 'sale' from sales where developer_id = ${ada.id} and ends_at > now()
    union all select 'code' from discount_codes where developer_id = ${ada.id} and ends_at > now()
    union all select 'name' from accounts where accounts::text like '%zqxsentinel%'
    union all select 'name in search' from games where search_text like '%zqxsentinel%'`
  expect(left).toEqual([])
})

it('Y7 a negative balance from refunds does not prevent a deletion', async () => {
  const { ada, game } = await aDeveloper()
  const soldAt = new Date(Date.now() - 10 * DAY_MS)
  const orderId = await addSale(test, await signedIn(test), game, { developerId: ada.id, cents: 500, soldAt })
  await takeBack(test, orderId, { developerId: ada.id, cents: 700, booking: 1 })
  expect((await standing(ada)).balance).toBe(0)
  await ask(ada)
  await makeDue(ada)
  await deleteDueAccounts(test.store)
  expect(await balanceOf(ada)).toMatchObject({ pending_cents: 0, available_cents: 0, given_up_cents: -200 })
})

it('Y7 a payout in progress prevents the deletion, before the day and on it', async () => {
  const { ada } = await aDeveloper(9_000)
  await addPayoutAddress(test, ada.id)
  const { body } = await ada.post('/api/dev/payouts', {})
  expect((await standing(ada)).obstacles).toEqual(['payout'])
  expect(await ask(ada, 90)).toMatchObject({ status: 409, body: { code: 'cannot_be_deleted' } })
  await makeDue(ada)
  await deleteDueAccounts(test.store)
  expect(await isDeleted(ada)).toBe(false)
  await test.db.updateTable('payouts').set({ state: 'CANCELLED' }).where('id', '=', body._id).execute()
  await deleteDueAccounts(test.store)
  expect(await isDeleted(ada)).toBe(true)
  expect(await balanceOf(ada)).toMatchObject({ available_cents: 0, given_up_cents: 9_000 })
})

it('Y7 Y9 an open payment case, a copyright dispute, a game that is taken down, and the admin role prevent the deletion', async () => {
  const { ada, game } = await aDeveloper()
  expect((await standing(await signedIn(test, 'admin'))).obstacles).toEqual(['admin'])
  const { orderId } = await buyAndPay(test, await signedIn(test), game)
  await test.db.insertInto('payment_cases').values({ order_id: orderId, kind: 'overpaid' }).execute()
  expect((await standing(ada)).obstacles).toEqual(['payment'])
  await test.sql`update payment_cases set resolved_at = now() where order_id = ${orderId}`
  await test.sql`update games set is_illegal = true, suspended_at = now(), suspended_reason = 'It is illegal.'
    where id = ${game.id}`
  await test.sql`insert into copyright_notices
      (id, game_id, title, developer_id, assets, fields, is_complete, sent_at, due_at, accepted_at, state, court_reference, court_on, court_document)
    values (${uuid()}, ${game.id}, 'Night Ferry', ${ada.id}, '[{"part":"cover","name":"Cover","key":"x"}]', '{}', true,
      now(), now(), now(), 'court', '3:26-cv-100', now(), 'court-papers/x.pdf')`
  expect((await standing(ada)).obstacles).toEqual(['copyright', 'taken_down'])
  expect((await ask(ada, 0)).status).toBe(409)
})

it('Y7 Y8 a deleted developer who returns with a restored backup sells nothing again', async () => {
  const { ada, game } = await aDeveloper()
  await ask(ada)
  await makeDue(ada)
  await deleteDueAccounts(test.store)
  await test.sql`update accounts set role = 'developer', username = ${ada.username}, email = ${ada.email},
    verified_at = now(), deleted_at = null where id = ${ada.id}`
  await test.sql`update games set status = 'published', archived_at = null, archived_from = null where id = ${game.id}`
  expect(await isForSale(game)).toBe(true)
  await replayDeletions(test.store)
  expect([await isDeleted(ada), await isForSale(game)]).toEqual([true, false])
})
