import { PASSKEYS_MAX } from '@nofiller/contract/accounts/passkey-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { purgeExpired } from '../../retention.ts'
import { type Authenticator, authenticatorAt } from '../../testing/authenticator.ts'
import { browserOf } from '../../testing/browser.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()

const REFUSED = 'This passkey does not work here. Use your password instead.'

const options = async (who: Person) => (await who.post('/api/passkeys/options')).body

async function add(
  who: Person,
  kind: 'device' | 'synced' = 'device',
  name = '',
): Promise<Authenticator & { id: string }> {
  const device = authenticatorAt(test, kind)
  const added = await who.post('/api/passkeys', { name, registration: device.register(await options(who)) })
  expect(added.status, added.text).toBe(200)
  return Object.assign(device, { id: added.body._id })
}

const rename = (who: Person, id: string, name: string) => who.patch(`/api/passkeys/${id}`, { name })
const remove = (who: Person, id: string) => who.send('DELETE', `/api/passkeys/${id}`)

const loginOptions = async () => (await test.nobody.post('/api/login/passkey/options')).body
const logIn = async (device: Authenticator) =>
  test.nobody.post('/api/login/passkey', device.answer(await loginOptions()))

it('K9 requests a new passkey that names its account, verifies its user, and does not exist on the account yet', async () => {
  const june = await signedIn(test)
  const first = await options(june)
  expect(first).toMatchObject({
    rp: { id: '127.0.0.1', name: 'No Filler' },
    user: { name: june.username },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
  expect(Buffer.from(first.challenge, 'base64url')).toHaveLength(32)
  const userId = Buffer.from(first.user.id, 'base64url')
  expect(userId).toHaveLength(32)
  expect(userId.toString('hex')).not.toContain(june.id.replaceAll('-', ''))

  const device = await add(june)
  const second = await options(june)
  expect(second.user.id).toBe(first.user.id)
  expect(second.excludeCredentials).toEqual([
    { id: device.credentialId, type: 'public-key', transports: ['internal'] },
  ])
})

it.each([
  ['made on another site', { origin: 'https://evil.example' }],
  ['made for another host', { rpId: 'evil.example' }],
  ['made in a frame of another site', { crossOrigin: true }],
  ['made without asking its user', { isVerified: false }],
])('K9 adds no passkey that was %s', async (_, ceremony) => {
  const june = await signedIn(test)
  const registration = authenticatorAt(test).register(await options(june), ceremony)
  expect((await june.post('/api/passkeys', { name: '', registration })).status).toBe(400)
  expect((await june.get('/api/passkeys')).body.passkeys).toEqual([])
})

it('K9 K18 adding or removing a passkey takes more than an old session, or the password without the second factor', async () => {
  const june = await signedIn(test)
  const device = await add(june)
  await test.db
    .insertInto('authenticators')
    .values({ account_id: june.id, secret: 'sealed', last_step: 0 })
    .execute()
  await sql`update sessions set verified_at = now() - interval '11 minutes' where id = ${june.sessionId}`.execute(
    test.db,
  )
  const needed = { status: 403, body: { code: 'reauthentication_needed' } }
  expect(await june.post('/api/passkeys/options')).toMatchObject(needed)
  expect(await june.post('/api/passkeys/options', { password: PASSWORD })).toMatchObject(needed)
  expect(await remove(june, device.id)).toMatchObject(needed)
  expect((await june.post('/api/reauthentication', { password: PASSWORD })).status).toBe(422)
  expect(await june.post('/api/passkeys/options')).toMatchObject(needed)
  expect((await june.get('/api/passkeys')).body.passkeys).toHaveLength(1)
  expect((await logIn(device)).status).toBe(200)
})

it(`K9 limits an account to ${PASSKEYS_MAX} passkeys, also when two are added at once`, async () => {
  const june = await signedIn(test)
  const asked = [await options(june), await options(june)]
  const row = (number: number) => ({
    id: uuid(),
    account_id: june.id,
    credential_id: `${june.id}-${number}`,
    public_key: Buffer.from('key'),
    counter: 0,
    transports: [],
    device_type: 'multiDevice' as const,
    name: 'Phone',
  })
  await test.db
    .insertInto('passkeys')
    .values(Array.from({ length: PASSKEYS_MAX - 1 }, (_, number) => row(number)))
    .execute()
  const added = await Promise.all(
    asked.map((of) =>
      june.post('/api/passkeys', { name: '', registration: authenticatorAt(test).register(of) }),
    ),
  )
  expect(added.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await june.post('/api/passkeys/options')).body.code).toBe('too_many_passkeys')
})

it('K10 requests keys that any runtime can verify, whatever the library offers by default', async () => {
  const { pubKeyCredParams } = await options(await signedIn(test))
  expect(pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -8, -257])
})

it('K11 accepts one of 20 responses to a challenge', async () => {
  const device = await add(await signedIn(test), 'synced')
  const answer = device.answer(await loginOptions())
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => test.nobody.post('/api/login/passkey', answer)),
  )
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(19)
})

it('K11 a wrong response also uses up its challenge', async () => {
  const device = await add(await signedIn(test))
  const challenge = await loginOptions()
  const wrong = device.answer(challenge, { isVerified: false })
  expect((await test.nobody.post('/api/login/passkey', wrong)).status).toBe(401)
  const right = await test.nobody.post('/api/login/passkey', device.answer(challenge))
  expect(right).toMatchObject({ status: 400, body: { code: 'challenge_expired' } })
})

it('K11 refuses and deletes a challenge older than 5 minutes', async () => {
  const device = await add(await signedIn(test))
  const [answered, left] = [await loginOptions(), await loginOptions()]
  await sql`update webauthn_challenges set expires_at = now()`.execute(test.db)
  expect((await test.nobody.post('/api/login/passkey', device.answer(answered))).status).toBe(400)
  await purgeExpired(test.store)
  const stored = await test.db.selectFrom('webauthn_challenges').select('challenge').execute()
  expect(stored).not.toContainEqual({ challenge: left.challenge })
})

it('K11 refuses a challenge of another account, another session, or another purpose', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  const ofKim = authenticatorAt(test).register(await options(kim))
  expect((await june.post('/api/passkeys', { name: '', registration: ofKim })).status).toBe(400)

  const forLogIn = authenticatorAt(test).register(await options(june), await loginOptions())
  expect((await june.post('/api/passkeys', { name: '', registration: forLogIn })).status).toBe(400)

  const device = await add(june)
  const { challenge } = await options(june)
  const answer = device.answer(await loginOptions(), { challenge })
  expect((await test.nobody.post('/api/login/passkey', answer)).status).toBe(400)
})

it('K11 responds the same to every error of a passkey, and never with a 500', async () => {
  const device = await add(await signedIn(test))
  const other = await add(await signedIn(test))
  const right = async () => device.answer(await loginOptions())
  const changed = async (response: Record<string, string>) => {
    const answer = await right()
    return { ...answer, response: { ...answer.response, ...response } }
  }
  const wrong = [
    await changed({ signature: (await right()).response.signature }),
    await changed({ signature: '' }),
    await changed({ authenticatorData: '' }),
    await changed({ userHandle: other.answer(await loginOptions()).response.userHandle ?? '' }),
    { ...other.answer(await loginOptions()), id: device.credentialId, rawId: device.credentialId },
    { ...(await right()), rawId: other.credentialId },
    device.answer(await loginOptions(), { origin: 'https://evil.example' }),
    device.answer(await loginOptions(), { rpId: 'evil.example' }),
    device.answer(await loginOptions(), { isVerified: false }),
  ]
  for (const answer of wrong)
    expect(await test.nobody.post('/api/login/passkey', answer)).toMatchObject({
      status: 401,
      body: { error: REFUSED, code: 'wrong_passkey' },
    })
  expect((await test.nobody.post('/api/login/passkey', await right())).status).toBe(200)
})

it('K11 accepts a passkey without a user handle', async () => {
  const june = await signedIn(test)
  const device = await add(june)
  const answer = device.answer(await loginOptions())
  const { userHandle: _, ...response } = answer.response
  const opened = await test.nobody.post('/api/login/passkey', { ...answer, response })
  expect(opened.body.user.id).toBe(june.id)
})

it('K11 adds a passkey to one account only', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  const device = await add(june)
  const again = await kim.post('/api/passkeys', {
    name: '',
    registration: device.register(await options(kim)),
  })
  expect(again).toMatchObject({ status: 409, body: { code: 'known_passkey' } })
  expect((await logIn(await add(june))).body.user.id).toBe(june.id)
})

it('K12 opens a session by a passkey alone, in the browser that sent it', async () => {
  const june = await signedIn(test)
  const device = await add(june)
  const browser = browserOf(test)
  const asked = (await browser.post('/api/login/passkey/options')).body
  const opened = await browser.post('/api/login/passkey', device.answer(asked))
  expect(opened).toMatchObject({ status: 200, body: { user: { username: june.username } } })
  const bearer = { authorization: `Bearer ${opened.body.accessToken}` }
  expect((await browser.get('/api/whoami', bearer)).status).toBe(200)
  expect((await browser.post('/api/refresh')).status).toBe(200)
})

it('K12 refuses suspended users', async () => {
  const june = await signedIn(test)
  const device = await add(june)
  await test.db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', june.id).execute()
  expect(await logIn(device)).toMatchObject({ status: 403, body: { code: 'suspended' } })
})

it('K13 refuses a key with a falling counter, emails its owner, and locks nobody out', async () => {
  const june = await signedIn(test)
  const device = await add(june)
  device.counter = 5
  expect((await logIn(device)).status).toBe(200)
  device.counter = 4
  expect(await logIn(device)).toMatchObject({ status: 401, body: { code: 'copied_passkey' } })
  const subjects = async () => (await test.mailsTo(june.email)).map(({ subject }) => subject)
  await eventually(async () => (await subjects()).includes('We blocked a log-in with one of your passkeys'))
  expect((await test.nobody.post('/api/login', { email: june.email, password: PASSWORD })).status).toBe(200)
  device.counter = 6
  expect((await logIn(device)).status).toBe(200)
})

it('K13 only records the falling counter of a synced passkey', async () => {
  const device = await add(await signedIn(test), 'synced')
  device.counter = 5
  expect((await logIn(device)).status).toBe(200)
  device.counter = 0
  expect((await logIn(device)).status).toBe(200)
  expect(test.logged.some((line) => JSON.parse(line).event === 'passkey_counter_fell')).toBe(true)
})

it('K13 accepts one of many logins with the same counter', async () => {
  const device = await add(await signedIn(test))
  device.counter = 1
  const asked = await Promise.all(Array.from({ length: 5 }, loginOptions))
  const replies = await Promise.all(
    asked.map((of) => test.nobody.post('/api/login/passkey', device.answer(of))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('K14 a request for a passkey reveals no account', async () => {
  await add(await signedIn(test))
  expect(Object.keys(await loginOptions()).sort()).toEqual([
    'challenge',
    'rpId',
    'timeout',
    'userVerification',
  ])
})

it('K14 no frame of another site can request passkeys', async () => {
  const { headers } = await test.nobody.get('/api/health')
  expect(headers.get('permissions-policy')).toBe(
    'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  )
})

it('K15 renames and removes a passkey, and emails when one is added or removed', async () => {
  const june = await signedIn(test)
  const device = await add(june, 'synced', 'Pixel 9')
  expect((await rename(june, device.id, 'Old phone')).status).toBe(200)
  const { passkeys, accepted } = (await june.get('/api/passkeys')).body
  expect(passkeys).toMatchObject([{ _id: device.id, name: 'Old phone', isSynced: true, lastUsedAt: null }])
  expect(accepted).toMatchObject({ rpId: '127.0.0.1', credentialIds: [device.credentialId] })

  const elsewhere = (await logIn(device)).body.accessToken
  expect((await remove(june, device.id)).status).toBe(200)
  expect((await test.nobody.get('/api/whoami', { authorization: `Bearer ${elsewhere}` })).status).toBe(401)
  expect((await june.get('/api/passkeys')).body.passkeys).toEqual([])
  expect(await logIn(device)).toMatchObject({
    status: 401,
    body: { error: REFUSED, code: 'unknown_passkey' },
  })
  const emails = await eventually(async () => {
    const all = await test.mailsTo(june.email)
    return all.length === 2 ? all : null
  })
  expect(emails.map(({ subject }) => subject)).toEqual([
    'A passkey was added to your No Filler account',
    'A passkey was removed from your No Filler account',
  ])
  expect(emails[0]?.text).toContain('“Pixel 9”')
})

it('K15 nobody can rename or remove another account’s passkey', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  const device = await add(june)
  expect((await remove(kim, device.id)).status).toBe(404)
  expect((await rename(kim, device.id, 'Mine')).status).toBe(404)
  expect((await logIn(device)).status).toBe(200)
})

it('K16 adds no passkey with an invalid attestation', async () => {
  const june = await signedIn(test)
  const device = authenticatorAt(test)
  const registration = device.register(await options(june))
  const packed = Buffer.from(registration.response.attestationObject, 'base64url')
  const asPacked = Buffer.concat([
    Buffer.from('a363666d74667061636b6564', 'hex'),
    packed.subarray(Buffer.from('a363666d74646e6f6e65', 'hex').length),
  ])
  const response = { ...registration.response, attestationObject: asPacked.toString('base64url') }
  expect(
    (await june.post('/api/passkeys', { name: '', registration: { ...registration, response } })).status,
  ).toBe(400)
})
