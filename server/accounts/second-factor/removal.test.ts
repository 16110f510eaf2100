import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { heldByKeysUntil } from '../../payouts/addresses/key-change-hold.ts'
import { type Browser, browserOf } from '../../testing/browser.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { notifyOfRemovals, removeDueFactors } from './removal.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const TOLD = 'Two-step verification will be turned off for your No Filler account'

let now = new Date()
const test = useTestStore({ clock: () => now })

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
/** An unused code: each counts once. */
const nextCode = (secret: string) => {
  later(MINUTE_MS)
  return new TOTP({ secret }).generate({ timestamp: now.getTime() })
}

type Guarded = Person & { secret: string; recoveryCodes: string[] }

async function guarded(): Promise<Guarded> {
  const person = await signedIn(test)
  const { secret } = (await person.post('/api/second-factor/setup', { password: PASSWORD })).body
  const on = await person.post('/api/second-factor', { code: nextCode(secret) })
  return { ...person, secret, recoveryCodes: on.body.recoveryCodes }
}

/** A browser with a correct password. */
async function halfway({ email }: Person): Promise<Browser> {
  const browser = browserOf(test)
  const { body } = await browser.post('/api/login', { email, password: PASSWORD })
  expect(body.code).toBe('second_factor_needed')
  return browser
}
const needsCode = async ({ email }: Person) =>
  (await browserOf(test).post('/api/login', { email, password: PASSWORD })).status === 403

/** The token in the newest email with a subject. */
async function mailed(who: Person, subject: RegExp): Promise<string> {
  await test.drain()
  const emails = (await test.mailsTo(who.email)).filter((mail) => subject.test(mail.subject ?? ''))
  return /lost-second-step#\w+=(\S+)/.exec(emails.at(-1)?.text ?? '')?.[1] ?? ''
}
const mailsAbout = async (who: Person, subject: string) => {
  await test.drain()
  return (await test.mailsTo(who.email)).filter((mail) => mail.subject === subject).length
}

async function linkFor(who: Person): Promise<string> {
  const browser = await halfway(who)
  expect((await browser.post('/api/login/second-factor/lost')).status).toBe(200)
  return mailed(who, /^Turn off two-step verification/)
}
const begin = (token: string) => test.nobody.post('/api/second-factor/removal', { token })
const stop = (token: string) => test.nobody.post('/api/second-factor/removal/stop', { token })
async function lost(): Promise<Guarded> {
  const june = await guarded()
  expect((await begin(await linkFor(june))).status).toBe(200)
  return june
}
const removedAt = async (who: Person) => (await who.get('/api/second-factor')).body.removedAt

it('K8 the removal of a second factor takes the password and an emailed link, and happens seven days later', async () => {
  const june = await guarded()
  const token = await linkFor(june)
  expect(await removedAt(june)).toBeNull()
  const first = await begin(token)
  expect(Date.parse(first.body.removedAt) - now.getTime()).toBe(7 * DAY_MS)
  later(5 * MINUTE_MS)
  expect((await begin(token)).body).toEqual(first.body)
  expect(await removedAt(june)).toBe(first.body.removedAt)
  later(6.99 * DAY_MS)
  await removeDueFactors(test.store)
  expect(await needsCode(june)).toBe(true)
  later(0.01 * DAY_MS)
  await Promise.all([removeDueFactors(test.store), removeDueFactors(test.store)])
  const open = await test.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', june.id)
    .where('revoked_at', 'is', null)
    .execute()
  expect(open).toEqual([])
  expect(await needsCode(june)).toBe(false)
  expect(await mailsAbout(june, 'Two-step verification was turned off for your No Filler account')).toBe(1)
})

it('K8 a pending removal is emailed once a day, and every email can stop it', async () => {
  const june = await lost()
  for (let day = 0; day < 7; day += 1) {
    await Promise.all([notifyOfRemovals(test.store), notifyOfRemovals(test.store)])
    expect(await mailsAbout(june, TOLD)).toBe(day + 1)
    later(DAY_MS)
  }
  const token = await mailed(june, /^Two-step verification will be turned off/)
  expect((await stop(token)).status).toBe(200)
  await removeDueFactors(test.store)
  expect(await needsCode(june)).toBe(true)
  expect((await stop(token)).body.code).toBe('invalid_token')
})

it('K8 a link of one removal does not stop the next, and made-up links or those of another purpose fail', async () => {
  const june = await lost()
  const old = await mailed(june, /^Two-step verification will be turned off/)
  expect((await stop(old)).status).toBe(200)
  const link = await linkFor(june)
  expect((await stop(link)).status).toBe(400)
  expect((await begin(old)).status).toBe(400)
  expect((await begin(`${link}x`)).status).toBe(400)
  later(MINUTE_MS)
  expect((await begin(link)).status).toBe(200)
  expect((await stop(old)).status).toBe(400)
  expect(await removedAt(june)).not.toBeNull()
})

it('K8 the link works for an hour, and requires the password and a second factor', async () => {
  const june = await guarded()
  const token = await linkFor(june)
  later(61 * MINUTE_MS)
  expect((await begin(token)).body.code).toBe('invalid_token')
  const lostBy = (browser: Browser) => browser.post('/api/login/second-factor/lost')
  expect((await lostBy(browserOf(test))).status).toBe(401)
  const plain = browserOf(test)
  await plain.post('/api/login', { email: (await signedIn(test)).email, password: PASSWORD })
  expect((await lostBy(plain)).status).toBe(401)
})

it('K8 a code of the app or a recovery code stops the removal', async () => {
  const codes = [(june: Guarded) => nextCode(june.secret), (june: Guarded) => june.recoveryCodes[0] ?? '']
  for (const codeOf of codes) {
    const june = await lost()
    const browser = await halfway(june)
    const finish = async (code: string) => (await browser.post('/api/login/second-factor', { code })).status
    expect(await finish('000000')).toBe(401)
    expect(await removedAt(june)).not.toBeNull()
    expect(await finish(codeOf(june))).toBe(200)
    expect(await removedAt(june)).toBeNull()
    expect(await mailsAbout(june, 'Two-step verification stays on for your No Filler account')).toBe(1)
  }
})

it('K8 a logged-in user can stop the removal, and sees what happened', async () => {
  const june = await lost()
  const times = async (kind: string) => {
    const events: { kind: string }[] = (await june.get('/api/security-events')).body
    return events.filter((event) => event.kind === kind).length
  }
  expect(await times('second_factor_removal_asked')).toBe(1)
  for (let press = 0; press < 2; press += 1)
    expect((await june.send('DELETE', '/api/second-factor/removal')).status).toBe(200)
  expect(await removedAt(june)).toBeNull()
  expect(await times('second_factor_removal_stopped')).toBe(1)
})

it('K8 K19 payouts wait while a removal is pending, and for two weeks after it', async () => {
  const june = await lost()
  const held = () => heldByKeysUntil(test.db, june.id, now)
  expect((await held())?.getTime()).toBe(now.getTime() + 21 * DAY_MS)
  await june.send('DELETE', '/api/second-factor/removal')
  expect(await held()).toBeNull()
  await begin(await linkFor(june))
  await test.db
    .updateTable('second_factor_removals')
    .set({ due_at: now })
    .where('account_id', '=', june.id)
    .execute()
  await removeDueFactors(test.store)
  const event = await test.db
    .selectFrom('security_events')
    .select('happened_at')
    .where('account_id', '=', june.id)
    .where('kind', '=', 'second_factor_removed')
    .executeTakeFirstOrThrow()
  const end = new Date(event.happened_at.getTime() + 14 * DAY_MS)
  expect(await heldByKeysUntil(test.db, june.id, event.happened_at)).toEqual(end)
  expect(await heldByKeysUntil(test.db, june.id, end)).toBeNull()
})
