import { randomBytes } from 'node:crypto'
import type { RecentKey } from '@nofiller/contract/accounts/take-back'
import type { TakeBackLink } from '@nofiller/contract/accounts/take-back-rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { currentAddressOf } from '../../payouts/addresses/address-of.ts'
import { sha256 } from '../../platform/signatures.ts'
import { type Authenticator, authenticatorAt } from '../../testing/authenticator.ts'
import { browserOf } from '../../testing/browser.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { addPayoutAddress } from '../../testing/fixtures/sales.ts'
import { propertyRuns } from '../../testing/properties.ts'
import { useTestStore } from '../../testing/store.ts'
import { takeBack } from '../../testing/take-back.ts'
import { newSecret } from '../second-factor/authenticator.ts'
import { notifyOfRemovals, removeDueFactors } from '../second-factor/removal.ts'
import { sealSecret } from '../second-factor/sealed-secret.ts'
import { notMeSigner } from '../sessions/new-browser.ts'
import { openSession } from '../sessions/session.ts'
import { removeSuspendedPasskeys } from './unproven-keys.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NEW = 'another-Secret-phrase-8'
const OVER = { error: 'This link no longer works. Set a new password instead.', code: 'invalid_token' }
/** Older than anything that a stranger may have added. */
const LONG_AGO = new Date(Date.now() - 40 * DAY_MS)

let ahead = 0
const test = useTestStore({ clock: () => new Date(Date.now() + ahead) })

const notMe = (who: Person) => ({
  link: 'not-me' as const,
  token: notMeSigner(test.store).sign(who.sessionId),
})
const look = (mailed: { link: TakeBackLink; token: string }) =>
  test.nobody.post('/api/take-back/look', mailed)

/** Changes the address, confirmed long ago, and returns the link that was emailed to the previous one. */
async function moved(who: Person, newEmail = `thief.${randomBytes(4).toString('hex')}@example.test`) {
  const token = randomBytes(32).toString('base64url')
  await test.db
    .insertInto('email_changes')
    .values({
      id: uuid(),
      account_id: who.id,
      session_id: who.sessionId,
      old_email: who.email,
      new_email: newEmail,
      confirm_hash: randomBytes(32),
      undo_hash: sha256(token),
      expires_at: new Date(Date.now() + 7 * DAY_MS),
      confirmed_at: new Date(),
    })
    .execute()
  await test.db.updateTable('accounts').set({ email: newEmail }).where('id', '=', who.id).execute()
  return { link: 'undo' as const, token }
}

async function addStep(who: Person, created_at = new Date()): Promise<() => string> {
  const secret = newSecret()
  const sealed = await sealSecret(test.store.config.secretKeys, who.id, secret)
  await test.db
    .insertInto('authenticators')
    .values({ account_id: who.id, secret: sealed, last_step: 0, created_at, session_id: who.sessionId })
    .execute()
  return () => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead })
}

async function addPasskey(who: Person, created_at = new Date()): Promise<Authenticator> {
  const device = authenticatorAt(test)
  const options = (await who.post('/api/passkeys/options')).body
  const added = await who.post('/api/passkeys', { name: 'Phone', registration: device.register(options) })
  expect(added.status, added.text).toBe(200)
  await test.db.updateTable('passkeys').set({ created_at }).where('id', '=', added.body._id).execute()
  return device
}

const answerOf = async (device: Authenticator) =>
  device.answer((await test.nobody.post('/api/login/passkey/options')).body)
const logInWith = async (device: Authenticator) =>
  test.nobody.post('/api/login/passkey', await answerOf(device))
const logIn = (email: string, password = NEW) => test.nobody.post('/api/login', { email, password })

async function setPassword(resetToken: string): Promise<void> {
  const reset = await test.nobody.post('/api/reset-password', { token: resetToken, password: NEW })
  expect(reset.status, reset.text).toBe(200)
}

/** A day passes, and the jobs of accounts run. */
async function aDayLater(): Promise<void> {
  ahead += DAY_MS
  await removeDueFactors(test.store)
  await removeSuspendedPasskeys(test.store)
  ahead -= DAY_MS
}

const keysOf = async ({ id }: Person) => {
  const count = async (table: 'passkeys' | 'authenticators', isOld: boolean) =>
    (
      await test.db
        .selectFrom(table)
        .select('created_at')
        .where('account_id', '=', id)
        .where('created_at', isOld ? '<=' : '>', LONG_AGO)
        .execute()
    ).length
  return {
    old: [await count('authenticators', true), await count('passkeys', true)],
    recent: [await count('authenticators', false), await count('passkeys', false)],
  }
}

it('K21 recovery removes everything a thief added before the change of the email: at once, or a day later for unproven keys', async () => {
  const june = await signedIn(test)
  const thiefs = await addPasskey(june)
  await addStep(june)
  const { email } = june
  const undo = await moved(june)
  const { status, body } = await takeBack(test, undo)
  expect(status).toBe(200)
  expect(body.email).toBe(email)
  expect(Date.parse(body.removedAt)).toBeGreaterThan(Date.now() + 23.9 * HOUR_MS)
  await setPassword(body.resetToken)
  expect((await logInWith(thiefs)).body.code).toBe('wrong_passkey')
  expect((await logIn(email)).body.code).toBe('second_factor_needed')
  expect((await keysOf(june)).recent).toEqual([1, 1])
  await test.drain()
  const thiefsMail = await test.db
    .selectFrom('email_changes')
    .select('new_email')
    .where('account_id', '=', june.id)
    .executeTakeFirstOrThrow()
  for (const address of [email, thiefsMail.new_email])
    expect((await test.mailsTo(address)).map(({ subject }) => subject)).toContain(
      'A way into your No Filler account will be removed',
    )
  await aDayLater()
  expect((await keysOf(june)).recent).toEqual([0, 0])
  expect((await logIn(email)).status).toBe(200)
  expect((await look(undo)).body).toEqual(OVER)
})

it('K21 a second factor that the owner proves is removed at once, and a deselected one stays', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  const code = await addStep(june)
  const given = await takeBack(test, notMe(june), { code: code() })
  expect(given.body.removedAt).toBeNull()
  expect((await keysOf(june)).recent).toEqual([0, 0])
  await addStep(kim)
  const kept = await test.nobody.post('/api/take-back', { ...notMe(kim), remove: [] })
  expect([kept.status, kept.body.removedAt]).toEqual([200, null])
  await aDayLater()
  expect((await keysOf(kim)).recent).toEqual([1, 0])
})

it('K21 the page lists additions of 30 days with time, browser and country, and nothing older', async () => {
  const kim = await signedIn(test, 'developer')
  await test.db
    .updateTable('sessions')
    .set({
      country: 'PT',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    .where('id', '=', kim.sessionId)
    .execute()
  await addPasskey(kim, LONG_AGO)
  await addPasskey(kim)
  await addStep(kim)
  await addPayoutAddress(test, kim.id, 'So11111111111111111111111111111111111111112')
  const mailed = await moved(kim, 'thief@elsewhere.test')
  const { body } = await look(mailed)
  const kinds = body.recent.map(({ kind }: RecentKey) => kind).sort()
  expect(kinds).toEqual(['email_change', 'passkey', 'payout_address', 'second_step', 'session'])
  const of = (kind: string): RecentKey => body.recent.find((key: RecentKey) => key.kind === kind)
  expect(of('passkey')).toMatchObject({ name: 'Phone', browser: 'Firefox on Linux', country: 'Portugal' })
  expect(of('email_change').name).toBe('d•••@example.test to t•••@elsewhere.test')
  expect(of('payout_address').name).toContain('So1111…111112')
  expect(body.older).toEqual({ code: false, passkey: true })
  expect(body.given).toEqual({ code: true, passkey: true })
  expect(JSON.stringify(body)).not.toContain('thief@elsewhere.test')
  expect((await kim.get('/api/whoami')).status).toBe(200)
})

it('K21 an older second factor or passkey is required before anything is removed; nothing newer counts', async () => {
  const june = await signedIn(test)
  const code = await addStep(june, LONG_AGO)
  const thiefs = await addPasskey(june)
  const mailed = notMe(june)
  const without = await takeBack(test, mailed)
  expect([without.status, Object.keys(without.body.fields)]).toEqual([422, ['code']])
  const byThief = await takeBack(test, mailed, { passkey: await answerOf(thiefs) })
  expect(byThief.status).toBe(422)
  expect((await takeBack(test, mailed, { code: '000000' })).status).toBe(422)
  await test.db
    .insertInto('recovery_codes')
    .values({ account_id: june.id, code_hash: randomBytes(32) })
    .execute()
  expect((await look(mailed)).body.recent.map(({ kind }: RecentKey) => kind)).toContain('recovery_codes')
  expect((await june.get('/api/whoami')).status).toBe(200)

  const right = await takeBack(test, mailed, { code: code() })
  expect([right.status, right.body.removedAt]).toEqual([200, null])
  expect(await keysOf(june)).toEqual({ old: [1, 0], recent: [0, 0] })
  expect(
    await test.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('account_id', '=', june.id)
      .execute(),
  ).toEqual([])
  await setPassword(right.body.resetToken)
  expect((await logIn(june.email)).body.code).toBe('second_factor_needed')
})

it('K21 a lost older second factor is removed in seven days, announced to every address, and the same link then continues', async () => {
  const june = await signedIn(test)
  const { email } = june
  await addStep(june, LONG_AGO)
  await addPasskey(june, LONG_AGO)
  const undo = await moved(june)
  const asked = await test.nobody.post('/api/take-back/lost', undo)
  expect(Date.parse(asked.body.removedAt)).toBeGreaterThan(Date.now() + 6.9 * DAY_MS)
  expect((await test.nobody.post('/api/take-back/lost', undo)).body).toEqual(asked.body)
  expect((await takeBack(test, undo)).status).toBe(422)
  ahead = DAY_MS
  await notifyOfRemovals(test.store)
  await test.drain()
  const told = await test.mailsTo(email)
  expect(
    told.filter(({ subject }) => /^Two-step verification will be turned off/.test(subject ?? '')),
  ).toHaveLength(2)
  expect(told.map(({ text }) => text).join()).not.toContain('lost-second-step#stop')
  ahead = 7 * DAY_MS
  await removeDueFactors(test.store)
  ahead = 0
  expect((await keysOf(june)).old).toEqual([0, 0])
  const { expires_at } = await test.db
    .selectFrom('email_changes')
    .select('expires_at')
    .where('account_id', '=', june.id)
    .executeTakeFirstOrThrow()
  expect(expires_at.getTime()).toBeGreaterThan(Date.now() + 13.9 * DAY_MS)
  expect((await takeBack(test, undo)).body).toMatchObject({ email, removedAt: null })
})

it('K21 a key of the last 30 days does not stop the removal of a lost one: a stranger may have added it', async () => {
  const june = await signedIn(test)
  const older = await addPasskey(june, LONG_AGO)
  const code = await addStep(june)
  expect((await test.nobody.post('/api/take-back/lost', notMe(june))).status).toBe(200)
  const isAsked = async () => (await look(notMe(june))).body.removedAt !== null

  const thief = browserOf(test)
  expect((await thief.post('/api/login', { email: june.email, password: PASSWORD })).body.code).toBe(
    'second_factor_needed',
  )
  expect((await thief.post('/api/login/second-factor', { code: code(), remember: false })).status).toBe(200)
  expect(await isAsked()).toBe(true)
  const kept = await june.send('DELETE', '/api/second-factor/removal')
  expect([kept.status, kept.body.code]).toEqual([409, 'reported_by_link'])
  expect(await isAsked()).toBe(true)

  expect((await logInWith(older)).status).toBe(200)
  expect(await isAsked()).toBe(false)
})

it('K21 a code of an older second factor stops the removal of a lost one', async () => {
  const june = await signedIn(test)
  const code = await addStep(june, LONG_AGO)
  expect((await test.nobody.post('/api/take-back/lost', notMe(june))).status).toBe(200)
  const browser = browserOf(test)
  await browser.post('/api/login', { email: june.email, password: PASSWORD })
  expect((await browser.post('/api/login/second-factor', { code: code(), remember: false })).status).toBe(200)
  expect((await look(notMe(june))).body.removedAt).toBeNull()
})

it('K21 a recovered admin’s account has no role until another admin restores it', async () => {
  const [admin, other] = [await signedIn(test, 'admin'), await signedIn(test, 'admin')]
  await test.db.updateTable('accounts').set({ safety: true }).where('id', '=', admin.id).execute()
  expect((await takeBack(test, notMe(admin))).status).toBe(200)
  const account = await test.db
    .selectFrom('accounts')
    .select(['role', 'safety'])
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow()
  expect(account).toEqual({ role: 'player', safety: false })
  await test.drain()
  expect((await test.mailsTo(other.email)).map(({ subject }) => subject)).toEqual([
    'An admin of No Filler took their account back',
  ])
  const given = await other.patch(`/api/admin/users/${admin.id}`, {
    role: 'admin',
    reason: 'We spoke by phone',
  })
  expect(given.status, given.text).toBe(200)
})

it('K21 undoes each selected change of the address, back to the first one not selected', async () => {
  const june = await signedIn(test)
  const { email } = june
  await moved(june, `second.${june.username}@example.test`)
  const last = await moved({ ...june, email: `second.${june.username}@example.test` })
  const changes = (await look(last)).body.recent.filter(({ kind }: RecentKey) => kind === 'email_change')
  expect(changes).toHaveLength(2)
  const newest = await test.nobody.post('/api/take-back', { ...last, remove: [changes[0]._id] })
  expect(newest.body.email).toBe(`second.${june.username}@example.test`)

  const kim = await signedIn(test)
  await moved(kim, `second.${kim.username}@example.test`)
  const all = await moved({ ...kim, email: `second.${kim.username}@example.test` })
  expect((await takeBack(test, all)).body.email).toBe(kim.email)
  expect(email).toBe(june.email)
})

const DEEDS = ['step', 'passkey', 'session', 'payout', 'setup', 'asks-removal', 'asks-email'] as const

type Life = {
  link: TakeBackLink
  olderStep: boolean
  olderPasskey: boolean
  thiefs: (typeof DEEDS)[number][]
  proof: 'none' | 'code' | 'passkey'
}

const LIVES: fc.Arbitrary<Life> = fc.record({
  link: fc.constantFrom('undo', 'not-me'),
  olderStep: fc.boolean(),
  olderPasskey: fc.boolean(),
  thiefs: fc.uniqueArray(fc.constantFrom(...DEEDS)),
  proof: fc.constantFrom('none', 'code', 'passkey'),
})

const pendingEmailOf = ({ id }: Person) =>
  test.db
    .selectFrom('email_changes')
    .select('new_email')
    .where('account_id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()

it('K21 every kind of recovery leaves no key of the thief, and never bypasses an older second factor', async () => {
  await fc.assert(
    fc.asyncProperty(LIVES, async ({ link, olderStep, olderPasskey, thiefs, proof }) => {
      const owner = await signedIn(test, 'developer')
      const { email } = owner
      const code = olderStep ? await addStep(owner, LONG_AGO) : null
      const device = olderPasskey ? await addPasskey(owner, LONG_AGO) : null
      const deeds = {
        step: () => (olderStep ? null : addStep(owner)),
        passkey: () => addPasskey(owner),
        session: () => test.db.transaction().execute((tx) => openSession(tx, owner.id, 'thief', 'logged_in')),
        payout: () => addPayoutAddress(test, owner.id, 'an address'),
        setup: () => owner.post('/api/second-factor/setup', { password: PASSWORD }),
        'asks-email': () =>
          owner.post('/api/email-change', {
            email: `thief.${owner.username}@example.test`,
            password: PASSWORD,
          }),
        'asks-removal': () =>
          olderStep
            ? test.db
                .insertInto('second_factor_removals')
                .values({ account_id: owner.id, asked_at: new Date(), due_at: new Date(Date.now() + DAY_MS) })
                .execute()
            : null,
      }
      for (const deed of thiefs) await deeds[deed]()
      const mailed = link === 'undo' ? await moved(owner) : notMe(owner)
      const given =
        proof === 'code' && code
          ? { code: code() }
          : proof === 'passkey' && device
            ? { passkey: await answerOf(device) }
            : {}
      const mayGo = (!olderStep && !olderPasskey) || Object.keys(given).length > 0
      const answer = await takeBack(test, mailed, given)
      const older = [Number(olderStep), Number(olderPasskey)]
      if (!mayGo) {
        expect(answer.status).toBe(422)
        expect((await keysOf(owner)).old).toEqual(older)
        expect((await owner.get('/api/whoami')).status).toBe(200)
        return
      }
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.email).toBe(email)
      expect((await owner.get('/api/whoami')).status).toBe(401)
      expect((await logIn(email, PASSWORD)).status).toBe(401)
      expect(await currentAddressOf(test.db, owner.id)).toBeNull()
      expect(await pendingEmailOf(owner)).toBeUndefined()
      if (answer.body.removedAt) await aDayLater()
      expect(await keysOf(owner)).toEqual({ old: older, recent: [0, 0] })
      expect((await takeBack(test, mailed, given)).status).toBe(400)
      await setPassword(answer.body.resetToken)
      const login = await logIn(email)
      expect(login.body.code ?? login.status).toBe(olderStep ? 'second_factor_needed' : 200)
    }),
    { numRuns: propertyRuns(12) },
  )
})

/** Every table that could let somebody into an account or act in its name, and what recovery does with it. */
const CREDENTIALS: Record<string, string> = {
  passkeys: 'on the page',
  authenticators: 'on the page',
  recovery_codes: 'on the page',
  sessions: 'on the page',
  email_changes: 'on the page',
  payout_addresses: 'on the page',
  accounts: 'ends: the password; the token in links of news only ends them',
  authenticator_setups: 'ends',
  pending_logins: 'ends',
  password_resets: 'ends',
  remembered_devices: 'ends',
  refresh_tokens: 'ends with its session',
  download_links: 'ends',
  private_feeds: 'ends',
  webhook_endpoints: 'on the page',
  webauthn_challenges: 'of a session, or of nobody',
  registrations: 'of nobody’s account yet',
  registration_codes: 'of nobody’s account yet',
  email_codes: 'of nobody’s account yet, and out of use',
  payout_freeze_links: 'only stops payouts',
  payment_pages: 'only pays for an order',
  reports: 'only confirms a report',
}

/** Names of columns that hold a secret, or a hash or key to compare it with. */
const SECRET_COLUMN =
  '(token|secret|password|confirm_hash|undo_hash|code_hash|public_key|credential|challenge|api_key)'

it('K21 the page knows every table of credentials', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select distinct table_name from information_schema.columns
    where table_schema = 'public' and column_name ~ ${SECRET_COLUMN}`.execute(test.db)
  const found = rows.map(({ table_name }) => table_name)
  expect(found.filter((name) => !(name in CREDENTIALS))).toEqual([])
})
