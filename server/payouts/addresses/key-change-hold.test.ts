import type { SecurityEventKind } from '@nofiller/contract/accounts/security-event-rules'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { recordEvent } from '../../accounts/security-events/note-event.ts'
import { sandboxKeys } from '../../sandbox/keys.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { addPayoutAddress, addSale } from '../../testing/fixtures/sales.ts'
import { useTestStore } from '../../testing/store.ts'
import type { PayoutProvider } from '../providers/payout-provider.ts'
import { sandboxPayouts } from '../providers/sandbox-payouts.ts'
import { workOnce } from '../sending/work.ts'

const HOUR_MS = 3_600_000
const test = useTestStore({ settings: { PAYOUT_POLL_SCALE: '0.001' } })
let sandbox: PayoutProvider
let admin: Person
beforeAll(async () => {
  sandbox = sandboxPayouts({ apiUrl: test.url, apiKey: sandboxKeys(test.store.config).apiKey })
  admin = await signedIn(test, 'admin')
})

/** A developer who has money and an address older than the cool-down. */
async function paidDeveloper(): Promise<Person> {
  const kim = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: kim.id })
  const soldAt = new Date(Date.now() - 240 * HOUR_MS)
  await addSale(test, admin, game, { developerId: kim.id, cents: 9_000, soldAt })
  await addPayoutAddress(test, kim.id, `address-of-${kim.id}`)
  return kim
}

const change = ({ id }: Person, kind: SecurityEventKind) =>
  recordEvent(test.db, { accountId: id, kind }, null)
/** Lets time pass for a developer. */
const age = ({ id }: Person, by: string) =>
  sql`
    with payout as (
      update payouts set next_look_at = next_look_at - ${by}::interval where developer_id = ${id} and ended_at is null)
    update security_events set happened_at = happened_at - ${by}::interval where account_id = ${id}`.execute(
    test.db,
  )
const summaryOf = async (kim: Person) => (await kim.get('/api/dev/payouts/summary')).body
const ask = (kim: Person) => kim.post('/api/dev/payouts', {})
const stateOf = async (kim: Person) => (await kim.get('/api/dev/payouts')).body[0].state
const approve = async (id: string) => (await admin.post('/api/admin/payouts/approve', { ids: [id] })).body
const work = () => workOnce({ store: test.store, provider: sandbox })

it.each([
  'email_changed',
  'password_reset',
  'second_factor_off',
  'second_factor_reset',
  'recovery_code_used',
] as const)('K19 after %s no payout can be asked for within 72 hours, and the end is shown', async (kind) => {
  const kim = await paidDeveloper()
  expect(await summaryOf(kim)).toMatchObject({ heldUntil: null, cannotAsk: null })
  await change(kim, kind)
  const { heldUntil, cannotAsk } = await summaryOf(kim)
  expect(cannotAsk).toBe('keys_changed')
  const hours = (Date.parse(heldUntil) - Date.now()) / HOUR_MS
  expect([hours > 71.9, hours <= 72]).toEqual([true, true])
  expect((await ask(kim)).body.code).toBe('keys_changed')
  await age(kim, '73 hours')
  expect((await ask(kim)).body.state).toBe('DRAFT')
})

it('K19 a login, a passkey and a first second factor hold no payout', async () => {
  const kim = await paidDeveloper()
  for (const kind of ['logged_in', 'wrong_code', 'passkey_added', 'second_factor_on'] as const)
    await change(kim, kind)
  expect(await summaryOf(kim)).toMatchObject({ heldUntil: null, cannotAsk: null })
})

it('K19 a payout drafted before the change is not approved, and an approved one waits and is then sent', async () => {
  const kim = await paidDeveloper()
  const { _id: id } = (await ask(kim)).body
  await work() // requests rates
  await change(kim, 'password_reset')
  const refused = await approve(id)
  expect(refused.approved).toBe(0)
  expect(JSON.stringify(refused)).toContain('A key of the account was changed: payouts wait until ')
  await age(kim, '73 hours')
  expect(await approve(id)).toMatchObject({ approved: 1 })
  await change(kim, 'email_changed')
  await work()
  expect(await stateOf(kim)).toBe('APPROVED')
  await age(kim, '73 hours')
  await work()
  expect(await stateOf(kim)).not.toBe('APPROVED')
})
