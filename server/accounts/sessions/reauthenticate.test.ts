import { FRESH_MINUTES } from '@nofiller/contract/accounts/reauthentication-rules'
import type { Call } from '@nofiller/contract/call'
import { calls } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { authenticatorAt } from '../../testing/authenticator.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()

/** As if the login were some minutes ago. */
const age = (june: Person, minutes: number) =>
  sql`update sessions set verified_at = now() - make_interval(mins => ${minutes}, secs => 1) where id = ${june.sessionId}`.execute(
    test.db,
  )
const prove = (june: Person, body: object = { password: PASSWORD }) =>
  june.post('/api/reauthentication', body)
const endAll = (june: Person) => june.send('DELETE', '/api/sessions')

const guarded = Object.entries(calls as Record<string, Call>).filter(([, { fresh }]) => fresh)

it('K18 calls about money and rights require a fresh login', () => {
  expect(guarded.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'PATCH /api/admin/users/:id',
      'POST /api/admin/orders/:orderId/refunds',
      'POST /api/admin/payouts/approve',
      'POST /api/dev/payouts',
      'DELETE /api/sessions',
      'POST /api/passkeys/options',
      'DELETE /api/passkeys/:id',
    ]),
  )
})

it.each(guarded)(
  'K18 %s is refused in a session that is not fresh, and looked at once it is',
  async (name, call) => {
    const caller = await signedIn(test, call.access === 'admin' ? 'admin' : 'developer')
    const [method = '', path = ''] = name.split(' ')
    const address = path.replaceAll(/:\w+/g, '01980000-0000-7000-8000-000000000000')
    const ask = () =>
      caller.send(method, address, { body: '{}', headers: { 'content-type': 'application/json' } })
    await age(caller, FRESH_MINUTES)
    const refused = await ask()
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({ error: 'Confirm it’s you.', code: 'reauthentication_needed' })
    expect((await prove(caller)).status).toBe(200)
    expect((await ask()).body.code).not.toBe('reauthentication_needed')
  },
)

it('K18 accepts a login of the last ten minutes', async () => {
  const june = await signedIn(test)
  await age(june, FRESH_MINUTES - 1)
  expect((await endAll(june)).status).toBe(200)
})

it('K18 a confirmation makes its own session fresh, and no other', async () => {
  const june = await signedIn(test)
  const { body } = await test.nobody.post('/api/login', { email: june.email, password: PASSWORD })
  await sql`update sessions set verified_at = now() - interval '1 hour' where account_id = ${june.id}`.execute(
    test.db,
  )
  expect((await prove(june)).status).toBe(200)
  const elsewhere = await test.nobody.send('DELETE', '/api/sessions', {
    headers: { authorization: `Bearer ${body.accessToken}` },
  })
  expect(elsewhere.body.code).toBe('reauthentication_needed')
  expect((await endAll(june)).status).toBe(200)
})

it('K18 refuses a wrong password, and a password without the code of a second factor', async () => {
  const june = await signedIn(test)
  await age(june, FRESH_MINUTES)
  expect((await prove(june, { password: 'wrong-password' })).body.fields).toEqual({
    password: 'This is not your current password.',
  })
  await test.db
    .insertInto('authenticators')
    .values({ account_id: june.id, secret: 'sealed', last_step: 0 })
    .execute()
  expect((await june.get('/api/reauthentication')).body).toEqual({ needsCode: true, hasPasskey: false })
  expect((await prove(june)).body.fields).toHaveProperty('code')
  expect((await endAll(june)).body.code).toBe('reauthentication_needed')
})

const byPassword = {
  'a new email address': { method: 'POST', path: '/api/email-change', body: { email: 'new@example.test' } },
  'a new password': {
    method: 'PUT',
    path: '/api/password',
    body: { newPassword: 'another-horse-battery-9' },
  },
  'a payout address': {
    method: 'PUT',
    path: '/api/payout-address',
    body: { coin: 'USDC-SOL', address: 'So11111111111111111111111111111111111111112' },
  },
}

it.each(Object.entries(byPassword))(
  'K18 %s asks for the code too where there is a second step, and for the password alone where there is none',
  async (_, { method, path, body }) => {
    const [ada, june] = await Promise.all([signedIn(test, 'developer'), signedIn(test, 'developer')])
    await test.db
      .insertInto('authenticators')
      .values({ account_id: ada.id, secret: 'sealed', last_step: 0 })
      .execute()
    const ask = async (who: Person) => {
      await age(who, FRESH_MINUTES)
      const answer = await who.send(method, path, {
        body: JSON.stringify({ ...body, password: PASSWORD }),
        headers: { 'content-type': 'application/json' },
      })
      return [answer.status, answer.body.code]
    }
    expect(await ask(ada)).toEqual([403, 'reauthentication_needed'])
    expect(await ask(june)).toEqual([200, undefined])
  },
)

it('K18 accepts a passkey of the account once, for the session that asked, and none of another account', async () => {
  const [june, thief] = [await signedIn(test), await signedIn(test)]
  const keys = await Promise.all(
    [june, thief].map(async (owner) => {
      const device = authenticatorAt(test)
      const { body } = await owner.post('/api/passkeys/options')
      await owner.post('/api/passkeys', { name: '', registration: device.register(body) })
      return device
    }),
  )
  const [own, foreign] = keys
  if (!own || !foreign) throw new Error('no passkeys')
  await age(june, FRESH_MINUTES)
  const options = async (who: Person) => (await who.post('/api/reauthentication/passkey/options')).body
  const answer = (assertion: object) => june.post('/api/reauthentication/passkey', assertion)
  expect((await answer(foreign.answer(await options(june)))).status).toBe(401)
  expect((await answer(own.answer(await options(thief)))).body.code).toBe('challenge_expired')
  const assertion = own.answer(await options(june))
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await answer(assertion)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect((await endAll(june)).status).toBe(200)
})

it('K18 freshness ends with the session: a stolen and ended one proves nothing', async () => {
  const june = await signedIn(test)
  await age(june, FRESH_MINUTES)
  await sql`update sessions set revoked_at = now() where id = ${june.sessionId}`.execute(test.db)
  expect((await prove(june)).status).toBe(401)
})
