import { beforeAll, expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { addPayoutAddress, addSale } from '../testing/fixtures/sales.ts'
import { useTestStore } from '../testing/store.ts'
import { manualPayouts } from './providers/manual-payouts.ts'
import { workOnce } from './sending/work.ts'

const DAY_MS = 86_400_000
let now = new Date()
const test = useTestStore({ clock: () => now, settings: { PAYOUT_PROVIDER: 'manual' } })
let admins: [Person, Person]
let buyer: Person
beforeAll(async () => {
  admins = [await signedIn(test, 'admin'), await signedIn(test, 'admin')]
  buyer = await signedIn(test)
  await work() // lists the coins it pays in
})

async function work(rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    now = new Date(now.getTime() + 1_000)
    await workOnce({ store: test.store, provider: manualPayouts(test.db) })
  }
}

type Asked = { developer: Person; id: string }

/** A developer with $66.00 who requests it. */
async function asking(): Promise<Asked> {
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id })
  const soldAt = new Date(now.getTime() - 10 * DAY_MS)
  await addSale(test, buyer, game, { developerId: developer.id, cents: 6_600, soldAt })
  await addPayoutAddress(test, developer.id, `address-of-${developer.id}`)
  const { body, status, text } = await developer.post('/api/dev/payouts', {})
  expect(status, text).toBe(200)
  return { developer, id: body._id }
}

const approve = (id: string, more: object = {}) =>
  admins[0].post('/api/admin/payouts/approve', { ids: [id], rates: { 'USDC-SOL': '1.1' }, ...more })
const say = (by: Person, id: string, what: object) =>
  by.post(`/api/admin/payouts/${id}/evidence`, { outcome: 'paid', note: '', ...what })
const idsIn = async (group: string): Promise<string[]> =>
  (await admins[1].get(`/api/admin/payouts?group=${group}`)).body.map(({ _id }: { _id: string }) => _id)
const payoutOf = async ({ developer }: Asked) => (await developer.get('/api/dev/payouts')).body[0]

it('one admin pays and another confirms', async () => {
  const asked = await asking()
  const noRate = await approve(asked.id, { rates: {} })
  expect(noRate.body.refused).toEqual([{ _id: asked.id, reason: 'Enter the rate of USDC-SOL.' }])
  expect((await approve(asked.id)).body.approved).toBe(1)
  await work(4)
  expect(await payoutOf(asked)).toMatchObject({ state: 'SENDING', coinAmount: '60' })
  const payment = await admins[0].get(`/api/admin/payouts/${asked.id}/payment`)
  expect(payment.body).toEqual({
    coin: 'USDC-SOL',
    address: `address-of-${asked.developer.id}`,
    amount: '60',
  })

  await say(admins[0], asked.id, { transactionId: 'by-hand-1' })
  const person = await admins[1].get('/api/admin/payouts?group=person')
  expect(person.body[0]).toMatchObject({ evidence: { by: admins[0].username, isOwn: false } })
  expect((await say(admins[0], asked.id, { transactionId: 'by-hand-1' })).body.code).toBe('own_evidence')
  expect((await say(admins[1], asked.id, { transactionId: 'by-hand-1' })).body.isFinal).toBe(true)
  expect(await payoutOf(asked)).toMatchObject({ state: 'PAID', transactionId: 'by-hand-1' })
})

it('a payout that one admin recorded as paid is no longer in the list to pay from', async () => {
  const [one, other] = [await asking(), await asking()]
  await approve(one.id)
  await approve(other.id)
  await work(4)
  expect(await idsIn('to_pay')).toEqual([one.id, other.id])
  expect(await idsIn('running')).toEqual([])
  await say(admins[0], one.id, { transactionId: 'by-hand-2' })
  expect(await idsIn('to_pay')).toEqual([other.id])
  expect(await idsIn('person')).toEqual([one.id])
  const { text } = await admins[0].get('/api/admin/payouts.csv?group=to_pay')
  expect(text).toContain(`,60,address-of-${other.developer.id},`)
  expect(text).not.toContain(one.developer.id)
})

it('a changed provider takes over waiting payouts, and none that is being sent', async () => {
  const [drafted, approved, sent] = [await asking(), await asking(), await asking()]
  await approve(approved.id)
  await approve(sent.id)
  const setIn = (ids: string[], values: object) =>
    test.db.updateTable('payouts').set(values).where('id', 'in', ids).execute()
  await setIn([drafted.id, approved.id, sent.id], { provider: 'btcpay' })
  await setIn([sent.id], { state: 'PREPARING' })

  expect((await approve(drafted.id)).body.approved).toBe(1)
  await work(4)
  expect(await payoutOf(drafted)).toMatchObject({ state: 'SENDING' })
  expect(await payoutOf(approved)).toMatchObject({
    state: 'BLOCKED',
    reason: 'The store now uses a different payout provider. An admin has to approve it again.',
  })
  expect(await payoutOf(sent)).toMatchObject({ state: 'PREPARING' })
  expect((await admins[0].get('/api/admin/payouts/summary')).body).toMatchObject({ elsewhere: 1 })

  await approve(approved.id, { reason: 'Paid by hand from now on' })
  await work(4)
  expect(await idsIn('to_pay')).toEqual(expect.arrayContaining([drafted.id, approved.id]))
  expect(await idsIn('to_pay')).not.toContain(sent.id)
})
