import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import { keyFor } from '../../platform/signatures.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, openTestStore, useTestStore } from '../../testing/store.ts'

const test = useTestStore({ clock: () => new Date(Date.now() + hoursAhead * 3_600_000) })
let june: Person
/** The clock of tokens; the database's clock is real. */
let hoursAhead = 0

beforeAll(async () => {
  june = await signedIn(test)
})

const statusWith = async (token: string) =>
  (await test.nobody.get('/api/whoami', { authorization: `Bearer ${token}` })).status

const login = async (person = june) => {
  const answer = await test.nobody.post('/api/login', { email: person.email, password: PASSWORD })
  return { ...answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  test.nobody.send('POST', '/api/refresh', { headers: { cookie, ...headers } })

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The token of an emailed reset link. */
async function resetToken({ email }: Person): Promise<string> {
  await test.nobody.post('/api/forgot-password', { email })
  const mail = await eventually(async () => (await test.mailsTo(email)).at(-1))
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  if (!token) throw new Error('the mail holds no token')
  return token
}

it('A8 takes its own token and refuses every other kind', async () => {
  expect(await statusWith(june.token)).toBe(200)
  const [head = '', payload = '', signature = ''] = june.token.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString())
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const signedBy = (key: Buffer, inHeader: object, inClaims: object = {}) =>
    new SignJWT({ ...claims, ...inClaims }).setProtectedHeader({ ...header, ...inHeader }).sign(key)
  const ours = keyFor(test.store.config.secretKeys[0] ?? '', 'access-token')
  expect(await statusWith(await signedBy(ours, {}))).toBe(200) // or the rest proves nothing
  const publicLooking = `${part({ ...header, alg: 'RS256' })}.${payload}.${signature}`
  const forged = [
    `${part({ ...header, alg: 'none' })}.${payload}.`,
    `${part({ ...header, alg: 'HS512' })}.${payload}.${signature}`,
    publicLooking,
    `${part({ ...header, alg: 'ES256' })}.${payload}.${signature}`,
    await signedBy(ours, { alg: 'HS512' }),
    await signedBy(ours, { alg: 'HS384' }),
    await signedBy(ours, { typ: 'JWT' }),
    await signedBy(ours, { typ: undefined }),
    await signedBy(ours, { kid: 'other' }),
    await signedBy(ours, {}, { aud: 'another-api' }),
    await signedBy(ours, {}, { aud: undefined }),
    await signedBy(ours, {}, { iss: 'another-store' }),
    await signedBy(ours, {}, { exp: undefined }),
    await signedBy(ours, {}, { sub: undefined }),
    await signedBy(Buffer.alloc(32), {}),
    await signedBy(randomBytes(32), {}),
    `${part({ ...header, crit: ['exp'] })}.${payload}.${signature}`,
    `${head}.${part({ ...claims, exp: claims.exp + 1 })}.${signature}`,
    `${head}.${part({ ...claims, sub: 'x' })}.${createHmac('sha256', '').update('x').digest('base64url')}`,
    (await login()).cookie.split('=')[1] ?? '',
    await resetToken(june),
  ]
  for (const token of forged) expect(await statusWith(token), token).toBe(401)
})

it('A8 refuses a token changed in any one bit, and an expired one', async () => {
  const token = Buffer.from(june.token)
  const changedAt = (at: number, bit: number) =>
    Buffer.from(token.map((byte, nth) => (nth === at ? byte ^ (1 << bit) : byte))).toString('latin1')
  // Some bits of the last character have no meaning.
  for (let at = 0; at < token.length - 1; at += 1)
    for (let bit = 0; bit < 7; bit += 1) expect(await test.tokens.verify(changedAt(at, bit))).toBeNull()
  expect(await statusWith(changedAt(token.length - 9, 0))).toBe(401)
  hoursAhead = 1
  expect(await statusWith(june.token)).toBe(401)
  hoursAhead = 0
})

it('A8 answers 401 to random strings, never 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 120 }), async (bytes) => {
      expect(await test.tokens.verify(Buffer.from(bytes).toString('base64url'))).toBeNull()
    }),
  )
  for (const odd of ['', '.', '..', '...', 'a.b.c', '%00', 'null', 'Bearer'])
    expect(await statusWith(odd)).toBe(401)
})

it('A9 reads the session on every call: log-out, suspension and role act at once', async () => {
  const player = await signedIn(test)
  expect((await player.get('/api/my-games')).status).toBe(403)
  await test.store.db.updateTable('accounts').set({ role: 'developer' }).where('id', '=', player.id).execute()
  expect((await player.get('/api/my-games')).status).toBe(200)
  await test.store.db
    .updateTable('accounts')
    .set({ suspended_at: new Date() })
    .where('id', '=', player.id)
    .execute()
  expect((await player.get('/api/whoami')).status).toBe(401)

  const { cookie, body } = await login()
  expect(await statusWith(body.accessToken)).toBe(200)
  await test.nobody.send('POST', '/api/logout', { headers: { cookie } })
  expect(await statusWith(body.accessToken)).toBe(401)
  expect((await refresh(cookie)).status).toBe(401)
})

it('A10 lets one of many parallel refreshes rotate, and the others share its session', async () => {
  const { cookie, body } = await login()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  const successors = answers.filter((answer) => /\brefresh=/.test(answer.headers.get('set-cookie') ?? ''))
  expect(successors).toHaveLength(1)

  await test.store.db
    .updateTable('refresh_tokens')
    .set({ rotated_at: new Date(Date.now() - 11_000) })
    .where('rotated_at', 'is not', null)
    .execute()
  expect((await refresh(cookie)).status).toBe(401)
  const successor = successors[0]?.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await refresh(successor)).status).toBe(401)
  expect(await statusWith(body.accessToken)).toBe(401)
})

it('A11 sets a refresh cookie that scripts cannot read and other sites cannot send', async () => {
  const header = (await login()).headers.get('set-cookie') ?? ''
  expect(header).toMatch(/^refresh=[\w-]{43}; /)
  expect(header).toContain('HttpOnly')
  expect(header).toContain('SameSite=Strict')
  const stored = await test.store.db.selectFrom('refresh_tokens').select('token_hash').execute()
  const token = header.split('=')[1]?.split(';')[0] ?? ''
  expect(stored.some((row) => row.token_hash.toString('base64url') === token)).toBe(false)
})

it('A11 sends the cookie over https alone when the store is reached so', async () => {
  expect((await login()).headers.get('set-cookie')).not.toContain('Secure')
  const secure = await openTestStore({ settings: { PUBLIC_URL: 'https://store.example' } })
  const { email } = await signedIn(secure)
  const answer = await secure.nobody.post('/api/login', { email, password: PASSWORD })
  const header = answer.headers.get('set-cookie') ?? ''
  const cookie = header.split(';')[0] ?? ''
  const refreshWith = async (sent: string) =>
    (await secure.nobody.send('POST', '/api/refresh', { headers: { cookie: sent } })).status
  const statuses = [await refreshWith(cookie.replace('__Secure-', '')), await refreshWith(cookie)]
  await secure.close()
  expect(header).toMatch(/^__Secure-refresh=[\w-]{43}; /)
  expect(header.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Strict']))
  expect(statuses).toEqual([401, 200])
})

it('A12 refuses refresh and log-out from another site, and acts on a cookie nowhere else', async () => {
  const { cookie } = await login()
  expect((await refresh(cookie, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await refresh(cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await refresh(cookie, { origin: 'null' })).status).toBe(403)
  const out = await test.nobody.send('POST', '/api/logout', {
    headers: { cookie, origin: 'https://evil.example' },
  })
  expect(out.status).toBe(403)
  expect((await test.nobody.get('/api/whoami', { cookie })).status).toBe(401)
  expect((await refresh(cookie, { origin: test.url })).status).toBe(200)
})
