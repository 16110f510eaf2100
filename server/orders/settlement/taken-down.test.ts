import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { buy, buyAndPay, checkout, simulate, type TestOrder, untilStatus } from '../../testing/buying.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { openSellingStore, REAL_PROVIDERS } from '../../testing/fixtures/selling-store.ts'
import { untilLockIsAwaited } from '../../testing/lock.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { findDifferences } from './find-differences.ts'

const test = useTestStore()
let admin: Person
let developer: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  developer = await signedIn(test, 'developer')
})

const takeDown = (by: Person, game: TestGame, illegal: boolean) =>
  by.post(`/api/admin/games/${game.id}/take-down`, { reason: 'Shows a minor', illegal })
const casesOf = async (by: Person, { orderId }: TestOrder, state = 'open') =>
  (await by.get(`/api/admin/payment-cases?state=${state}&limit=100`)).body.filter(
    (each: { orderId: string }) => each.orderId === orderId,
  )
const mailsTo = async (buyer: Person) => {
  await test.drain()
  return test.mailsTo(buyer.email)
}

it('opens a case for an order that is paid after its game was taken down as illegal, and tells the buyer', async () => {
  const june = await signedIn(test)
  const game = await addGame(test, { developerId: developer.id })
  const order = await buy(june, game)
  await takeDown(admin, game, true)
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')

  expect((await test.nobody.get(`/api/order-status/${order.orderId}`)).body).toEqual({ status: 'PAID' })
  expect(await casesOf(admin, order)).toMatchObject([
    {
      kind: 'undeliverable',
      amount: 9.99,
      email: june.email,
      nextStep: expect.stringContaining('send $9.99 back'),
      resolvedAt: null,
    },
  ])
  const [mail, ...more] = await mailsTo(june)
  expect(more).toEqual([]) // above all no receipt with a download link
  expect(mail?.subject).toContain('cannot be delivered')
  expect(mail?.text).toMatch(/\$9\.99[\s\S]*we owe this payment back[\s\S]*an address we can send money to/)
  expect(await findDifferences(test.db)).toEqual([])

  await simulate(test, order, 'pay')
  const note = { note: 'Sent $9.99 back.' }
  const resolved = await admin.post(`/api/admin/payment-cases/${order.orderId}/undeliverable/resolve`, note)
  expect(resolved.body).toMatchObject({ ...note, resolvedBy: admin.username })
  expect(await casesOf(admin, order)).toEqual([])
})

it('opens no case when the game is only taken down: its buyer can download it', async () => {
  const june = await signedIn(test)
  const game = await addGame(test, { developerId: developer.id })
  const order = await buy(june, game)
  await takeDown(admin, game, false)
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
  expect(await casesOf(admin, order)).toEqual([])
  expect((await june.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })).status).toBe(
    200,
  )
})

it('says that the buyer can download the game after all, when it turns out not to be illegal', async () => {
  const game = await addGame(test, { developerId: developer.id })
  const order = await buy(await signedIn(test), game)
  await takeDown(admin, game, true)
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
  const nextStep = async () => (await casesOf(admin, order))[0].nextStep
  expect(await nextStep()).toContain('can’t download it')
  await takeDown(admin, game, false)
  expect(await nextStep()).toContain('can download it. Tell them')
  await admin.post(`/api/admin/games/${game.id}/restore`, { reason: 'It does not' })
  expect(await nextStep()).toContain('can download it. Tell them')
})

it('opens a case when a held game is found to be illegal while its payment settles', async () => {
  const game = await addGame(test, { developerId: developer.id })
  const order = await buy(await signedIn(test), game)
  await sql`with held as (
      insert into report_cases (id, subject_kind, subject_id, part, category, is_safety, content_hash, snapshot, look_due_at, due_at)
      values (${randomUUID()}, 'game', ${game.id}, 'game', 'minor', true, '', '{}', now(), now()) returning id),
    hidden as (update games set is_illegal = true, suspended_at = now() where id = ${game.id})
    insert into game_holds (id, game_id, case_id, was_illegal) select ${randomUUID()}, ${game.id}, id, false from held`.execute(
    test.db,
  )
  await test.db.transaction().execute(async (tx) => {
    await sql`update games set suspended_reason = 'Shows a minor' where id = ${game.id}`.execute(tx)
    await sql`update game_holds set ended_at = now() where game_id = ${game.id}`.execute(tx)
    await simulate(test, order, 'pay')
    await untilLockIsAwaited(test)
  })
  await untilStatus(test, order, 'PAID')
  expect(await casesOf(admin, order)).toMatchObject([{ kind: 'undeliverable', amount: 9.99 }])
})

it('opens none for what was paid before', async () => {
  const game = await addGame(test, { developerId: developer.id })
  const order = await buyAndPay(test, await signedIn(test), game)
  await takeDown(admin, game, true)
  await simulate(test, order, 'pay')
  expect(await casesOf(admin, order)).toEqual([])
})

it('sells nothing of a game that was taken down, neither new orders nor the rest of started ones', async () => {
  const june = await signedIn(test)
  const game = await addGame(test, { developerId: developer.id, files: [{}, { customPriceCents: 300 }] })
  const order = await buy(june, game)
  await simulate(test, order, 'underpay')
  const rest = () => june.post(`/api/orders/${order.orderId}/rest`)
  await eventually(async () => (await rest()).status === 200)
  await takeDown(admin, game, true)
  expect((await checkout(june, game)).status).toBe(404)
  expect((await checkout(june, game, [game.files[1]?.id ?? ''])).status).toBe(404)
  expect(await rest()).toMatchObject({ status: 409, body: { code: 'order_closed' } })
})

it.each(REAL_PROVIDERS)('learns of such a payment by the message of %s', async (name) => {
  const store = await openSellingStore(name)
  const boss = await signedIn(store.test, 'admin')
  const order = await store.buy(await signedIn(store.test))
  await takeDown(boss, store.game, true)
  await store.pay(order)
  await untilStatus(store.test, order, 'PAID')
  expect(await casesOf(boss, order)).toMatchObject([{ kind: 'undeliverable', amount: 9.99 }])
  expect(await findDifferences(store.test.db)).toEqual([])
  await store.close()
})
