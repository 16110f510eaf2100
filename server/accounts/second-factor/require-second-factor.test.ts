import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { addPayoutAddress } from '../../testing/fixtures/sales.ts'
import { useTestStore } from '../../testing/store.ts'

let now = new Date()
const test = useTestStore({ clock: () => now, settings: { REQUIRE_SECOND_FACTOR: '1' } })

const REQUIRED = {
  error: 'Set up two-step verification in your security settings first.',
  code: 'second_factor_required',
}

async function setUp(person: Person): Promise<string> {
  const { body } = await person.post('/api/second-factor/setup', { password: PASSWORD })
  const on = await person.post('/api/second-factor', {
    code: new TOTP({ secret: body.secret }).generate({ timestamp: now.getTime() }),
  })
  expect(on.status, on.text).toBe(200)
  now = new Date(now.getTime() + 30_000)
  return body.secret
}

const turnOff = (person: Person, secret: string) =>
  person.send('DELETE', '/api/second-factor', {
    body: JSON.stringify({
      password: PASSWORD,
      code: new TOTP({ secret }).generate({ timestamp: now.getTime() }),
    }),
    headers: { 'content-type': 'application/json' },
  })

it('K7 the admin area opens once an admin has a second factor, which cannot be turned off then', async () => {
  const admin = await signedIn(test, 'admin')
  const closed = await admin.get('/api/admin/todo/counts')
  expect([closed.status, closed.body]).toEqual([403, REQUIRED])
  expect((await admin.get('/api/library')).status).toBe(200)
  const secret = await setUp(admin)
  expect((await admin.get('/api/admin/todo/counts')).status).toBe(200)
  const refused = await turnOff(admin, secret)
  expect([refused.status, refused.body.code]).toEqual([409, 'second_factor_kept'])
})

it('K7 payout addresses and payouts require a second factor; a developer with a payout address cannot turn it off', async () => {
  const developer = await signedIn(test, 'developer')
  const address = { coin: 'USDC-SOL', address: 'not even looked at', password: PASSWORD }
  const set = () => developer.put('/api/payout-address', address)
  expect((await set()).body).toEqual(REQUIRED)
  expect((await developer.post('/api/dev/payouts', {})).body).toEqual(REQUIRED)
  const secret = await setUp(developer)
  expect((await set()).status).toBe(422)
  expect((await developer.post('/api/dev/payouts', {})).status).toBe(409)
  expect((await turnOff(developer, secret)).status).toBe(200)
  const again = await setUp(developer)
  await addPayoutAddress(test, developer.id, 'an address')
  expect((await turnOff(developer, again)).body.code).toBe('second_factor_kept')
})
