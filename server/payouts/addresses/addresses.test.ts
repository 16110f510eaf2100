import { beforeAll, expect, it } from 'vitest'
import { addGame } from '../../testing/fixtures/games.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { addSale } from '../../testing/fixtures/sales.ts'
import { useTestStore } from '../../testing/store.ts'
import { usableFrom } from './cool-down.ts'

const DAY_MS = 86_400_000
const SOLANA = 'So11111111111111111111111111111111111111112'
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const test = useTestStore()
let admin: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
})

const set = (who: Person, body: object) =>
  who.put('/api/payout-address', { coin: 'USDC-SOL', address: SOLANA, password: PASSWORD, ...body })

const tokenIn = async (email: string): Promise<string> => {
  await test.drain()
  const mail = (await test.mailsTo(email)).findLast(
    ({ subject }) => subject === 'Your payout address was changed',
  )
  return /payout-freeze#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

it('keeps an address that is well formed, shows it shortened and uses it after 72 hours', async () => {
  const kim = await signedIn(test, 'developer')
  const answer = await set(kim, {})
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.current).toMatchObject({ coin: 'USDC-SOL', short: 'So1111…111112', until: null })
  expect(answer.text).not.toContain(SOLANA)
  const hours = (Date.parse(answer.body.current.usableAt) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(71.9)
  expect(hours).toBeLessThanOrEqual(72)
  const { body } = await set(kim, { coin: 'BTC', address: BITCOIN })
  expect(body.history).toMatchObject([
    { coin: 'BTC', until: null },
    { coin: 'USDC-SOL', until: expect.any(String) },
  ])
})

it('refuses another password, a wrong address, another network’s and a coin that is not offered', async () => {
  const kim = await signedIn(test, 'developer')
  for (const [body, fields] of [
    [{ password: 'not-the-password' }, { password: 'This is not your current password.' }],
    [{ address: 'hello' }, { address: 'This is not a Solana address.' }],
    [{ coin: 'BTC' }, { address: 'This is a Solana address. Choose its coin, or paste another.' }],
    [{ coin: 'XMR' }, { coin: 'This coin is not offered.' }],
  ] as const) {
    const answer = await set(kim, body)
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.fields).toEqual(fields)
  }
  expect((await kim.get('/api/payout-address')).body.current).toBeNull()
})

it('waits 7 days when the password was changed in the 7 days before', async () => {
  const now = new Date()
  expect(usableFrom(now, null).getTime() - now.getTime()).toBe(3 * DAY_MS)
  expect(usableFrom(now, new Date(now.getTime() - 8 * DAY_MS)).getTime() - now.getTime()).toBe(3 * DAY_MS)
  expect(usableFrom(now, new Date(now.getTime() - 6 * DAY_MS)).getTime() - now.getTime()).toBe(7 * DAY_MS)

  const kim = await signedIn(test, 'developer')
  const newPassword = 'another-Secret-phrase-8'
  const changed = await kim.put('/api/password', { password: PASSWORD, newPassword })
  expect(changed.status).toBe(200)
  const { body } = await set(kim, { password: newPassword })
  expect(Date.parse(body.current.usableAt) - Date.now()).toBeGreaterThan(6.9 * DAY_MS)
})

it('cancels payouts drafted for the previous address, and refuses a payout to one that is too new', async () => {
  const kim = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: kim.id })
  await addSale(test, admin, game, {
    developerId: kim.id,
    cents: 9_000,
    soldAt: new Date(Date.now() - 10 * DAY_MS),
  })
  await set(kim, { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' })
  await test.db
    .updateTable('payout_addresses')
    .set({ usable_at: new Date() })
    .where('developer_id', '=', kim.id)
    .execute()
  const { body: payout } = await kim.post('/api/dev/payouts', {})
  expect(payout.state).toBe('DRAFT')
  await set(kim, { coin: 'BTC', address: BITCOIN })
  expect((await kim.get('/api/dev/payouts')).body[0]).toMatchObject({
    state: 'CANCELLED',
    reason: 'The payout address was changed.',
  })
  expect((await kim.get('/api/dev/payouts/summary')).body).toMatchObject({
    available: 90,
    cannotAsk: 'address_on_hold',
  })
  expect((await kim.post('/api/dev/payouts', {})).status).toBe(409)
})

it('emails a link that freezes payouts, and only an admin lifts the freeze', async () => {
  const kim = await signedIn(test, 'developer')
  await set(kim, {})
  const token = await tokenIn(kim.email)
  expect((await test.nobody.post('/api/payout-freeze', { token: 'guessed' })).status).toBe(400)
  expect((await test.nobody.post('/api/payout-freeze', { token })).status).toBe(200)
  expect((await test.nobody.post('/api/payout-freeze', { token })).status).toBe(200)
  expect((await kim.get('/api/dev/payouts/summary')).body).toMatchObject({
    isFrozen: true,
    cannotAsk: 'frozen',
  })
  await test.drain()
  const frozen = (await test.mailsTo(kim.email)).filter(({ subject }) => subject === 'Payouts are frozen')
  expect(frozen).toHaveLength(1)
  const frozenAt = async () => (await admin.get(`/api/admin/users/${kim.id}`)).body.user.payoutsFrozenAt
  expect(await frozenAt()).toMatch(/Z$/)
  const lift = await admin.post(`/api/admin/users/${kim.id}/unfreeze-payouts`, { reason: 'Called them' })
  expect(lift.status).toBe(200)
  expect(await frozenAt()).toBeNull()
  expect((await kim.get('/api/payout-address')).body.isFrozen).toBe(false)
  await test.drain()
  const subjects = (await test.mailsTo(kim.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Payouts are no longer frozen')).toHaveLength(1)
})

it('offers the wallet of the profile for confirmation, and keeps it as it is', async () => {
  const kim = await signedIn(test, 'developer')
  await test.db
    .updateTable('accounts')
    .set({ wallet: ` ${SOLANA} ` })
    .where('id', '=', kim.id)
    .execute()
  expect((await kim.get('/api/payout-address')).body.suggestion).toEqual({
    coin: 'USDC-SOL',
    address: SOLANA,
  })
  await set(kim, {})
  expect((await kim.get('/api/payout-address')).body.suggestion).toBeNull()
  expect((await kim.get('/api/profile')).body.profile.wallet.trim()).toBe(SOLANA)
})
