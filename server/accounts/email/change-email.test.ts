import { describe, expect, it } from 'vitest'
import { currentAddressOf } from '../../payouts/addresses/address-of.ts'
import { heldByKeysUntil } from '../../payouts/addresses/key-change-hold.ts'
import { PASSWORD, type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { takeBack } from '../../testing/take-back.ts'

const test = useTestStore()

let addresses = 0
const newAddress = () => {
  addresses += 1
  return `new.address.${addresses}@example.test`
}
const ask = (june: Person, email: string, password = PASSWORD) =>
  june.post('/api/email-change', { email, password })
const confirm = (token: string) => test.nobody.post('/api/email-change/confirm', { token })
const undo = (token: string) => takeBack(test, { link: 'undo', token })
const login = (email: string, password = PASSWORD) => test.nobody.post('/api/login', { email, password })
const emailOf = async (june: Person) => (await june.get('/api/whoami')).body.email
const pendingOf = async (june: Person) => (await june.get('/api/email-change')).body.pending

/** The token of the newest link of a kind that was emailed to an address; empty when there is none. */
async function mailedToken(to: string, kind: 'confirm' | 'undo'): Promise<string> {
  await test.drain()
  const texts = (await test.mailsTo(to)).map(({ text = '' }) => text)
  return (
    texts.findLast((text) => text.includes(`#${kind}=`))?.match(new RegExp(`#${kind}=([\\w-]+)`))?.[1] ?? ''
  )
}
const subjectsTo = async (to: string) => {
  await test.drain()
  return (await test.mailsTo(to)).map(({ subject = '' }) => subject)
}

/** Completes a change of address. @returns the token that undoes it */
async function change(june: Person, from: string, to: string): Promise<string> {
  expect((await ask(june, to)).status).toBe(200)
  expect((await confirm(await mailedToken(to, 'confirm'))).body).toEqual({ email: to })
  return mailedToken(from, 'undo')
}

describe('K20 another email address', () => {
  it('a new address becomes the account’s once its link was used, and nothing changes before', async () => {
    const june = await signedIn(test)
    const elsewhere = (await login(june.email)).body.accessToken
    const newEmail = newAddress()
    expect((await ask(june, newEmail)).body).toEqual({ ok: true })
    expect(await emailOf(june)).toBe(june.email)
    expect(await pendingOf(june)).toMatchObject({ email: newEmail })
    const token = await mailedToken(newEmail, 'confirm')
    expect(await mailedToken(june.email, 'undo')).toBe('')

    expect((await confirm(token)).body).toEqual({ email: newEmail })
    expect(await emailOf(june)).toBe(newEmail)
    expect(await pendingOf(june)).toBeNull()
    expect((await login(newEmail)).status).toBe(200)
    expect((await login(june.email)).status).toBe(401)
    expect((await test.nobody.get('/api/whoami', { authorization: `Bearer ${elsewhere}` })).status).toBe(401)
    const [told] = (await test.mailsTo(june.email)).slice(-1)
    expect(told?.subject).toBe('Your No Filler email address was changed')
    expect(told?.text).toContain('n•••@example.test')
    expect(told?.text).not.toContain(newEmail)
  })

  it('the link of a new address works once, for an hour, and only the last requested one', async () => {
    const june = await signedIn(test)
    const [first, second] = [newAddress(), newAddress()]
    await ask(june, first)
    const replaced = await mailedToken(first, 'confirm')
    await ask(june, second)
    expect((await confirm(replaced)).body.code).toBe('invalid_token')
    const token = await mailedToken(second, 'confirm')
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await confirm(token)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(19)
    expect((await subjectsTo(june.email)).filter((subject) => subject.includes('was changed'))).toHaveLength(
      1,
    )

    const late = await signedIn(test)
    await ask(late, newAddress())
    const old = await mailedToken(String((await pendingOf(late)).email), 'confirm')
    await test.db
      .updateTable('email_changes')
      .set({ expires_at: new Date() })
      .where('account_id', '=', late.id)
      .execute()
    expect((await confirm(old)).body.code).toBe('invalid_token')
    expect(await pendingOf(late)).toBeNull()
  })

  it('a pending change of address can be cancelled', async () => {
    const june = await signedIn(test)
    const newEmail = newAddress()
    await ask(june, newEmail)
    const token = await mailedToken(newEmail, 'confirm')
    expect((await june.send('DELETE', '/api/email-change')).status).toBe(200)
    expect(await pendingOf(june)).toBeNull()
    expect((await confirm(token)).status).toBe(400)
  })

  it('a change of address requires the password and a different, valid address', async () => {
    const june = await signedIn(test)
    const fieldsOf = async (email: string, password?: string) =>
      (await ask(june, email, password)).body.fields
    expect(await fieldsOf(newAddress(), 'wrong-password')).toEqual({
      password: 'This is not your current password.',
    })
    expect(await fieldsOf('no address')).toEqual({ email: 'Please enter a valid email address.' })
    expect(await fieldsOf(june.email.toUpperCase())).toEqual({ email: 'This is already your address.' })
    expect(await pendingOf(june)).toBeNull()
  })

  it('another account’s address gets the same response; its owner is notified, and no link exists', async () => {
    const [june, holder] = [await signedIn(test), await signedIn(test)]
    const answer = await ask(june, holder.email)
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect(await pendingOf(june)).toMatchObject({ email: holder.email })
    expect(await subjectsTo(holder.email)).toEqual(['Someone tried to use your email address on No Filler'])
    expect(await mailedToken(holder.email, 'confirm')).toBe('')
  })

  it('an address that another account took meanwhile is refused, and nothing changes', async () => {
    const [june, other] = [await signedIn(test), await signedIn(test)]
    const newEmail = newAddress()
    await ask(june, newEmail)
    const token = await mailedToken(newEmail, 'confirm')
    await test.db.updateTable('accounts').set({ email: newEmail }).where('id', '=', other.id).execute()
    expect((await confirm(token)).body.code).toBe('email_taken')
    expect(await emailOf(june)).toBe(june.email)
    expect(await subjectsTo(june.email)).toEqual([])
  })

  it('a new address voids the links that were emailed to the old one', async () => {
    const june = await signedIn(test)
    await test.nobody.post('/api/forgot-password', { email: june.email })
    await test.drain()
    const [mail] = await test.mailsTo(june.email)
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    await change(june, june.email, newAddress())
    const password = 'a-New-secret-phrase-4'
    expect((await test.nobody.post('/api/reset-password', { token, password })).body.code).toBe(
      'invalid_token',
    )
  })

  it('a change is undone from the old address: the thief loses all access, and the owner sets a password', async () => {
    const june = await signedIn(test)
    const thiefs = newAddress()
    const token = await change(june, june.email, thiefs)
    const answer = await undo(token)
    expect(answer.body).toEqual({ email: june.email, resetToken: expect.any(String), removedAt: null })
    expect((await june.get('/api/whoami')).status).toBe(401)
    expect((await login(thiefs)).status).toBe(401)
    expect((await login(june.email)).status).toBe(401)
    const password = 'a-New-secret-phrase-4'
    const reset = await test.nobody.post('/api/reset-password', { token: answer.body.resetToken, password })
    expect(reset.status).toBe(200)
    expect((await login(june.email, password)).status).toBe(200)
    expect((await undo(token)).body.code).toBe('invalid_token')
  })

  it('an undo restores the oldest address, however often it was changed since', async () => {
    const june = await signedIn(test)
    const [second, third] = [newAddress(), newAddress()]
    const first = await change(june, june.email, second)
    const later = await change(june, second, third)
    expect((await undo(first)).body.email).toBe(june.email)
    expect((await undo(later)).body.code).toBe('invalid_token')
    expect((await login(third)).status).toBe(401)
  })

  it('a change can be undone for seven days, in which nobody else can take the old address', async () => {
    const [june, other] = [await signedIn(test), await signedIn(test)]
    const token = await change(june, june.email, newAddress())
    expect((await ask(other, june.email)).status).toBe(200)
    expect(await mailedToken(june.email, 'confirm')).toBe('')
    await test.nobody.post('/api/register-start', {
      username: `again_${june.username}`,
      email: june.email,
      password: PASSWORD,
    })
    expect((await subjectsTo(june.email)).some((subject) => /is your No Filler code/.test(subject))).toBe(
      false,
    )
    const { expires_at } = await test.db
      .selectFrom('email_changes')
      .select('expires_at')
      .where('account_id', '=', june.id)
      .executeTakeFirstOrThrow()
    const days = (expires_at.getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    await test.db
      .updateTable('email_changes')
      .set({ expires_at: new Date() })
      .where('account_id', '=', june.id)
      .execute()
    expect((await undo(token)).body.code).toBe('invalid_token')
    await ask(other, june.email)
    expect(await mailedToken(june.email, 'confirm')).not.toBe('')
  })

  it('an undone change holds a developer’s payouts for 72 hours, deletes the new payout address and delays others', async () => {
    const kim = await signedIn(test, 'developer')
    const address = { coin: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', password: PASSWORD }
    await kim.put('/api/payout-address', address)
    const token = await change(kim, kim.email, newAddress())
    const { body } = await kim.get('/api/payout-address')
    expect(Date.parse(body.usableFrom) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    await undo(token)
    const held = await heldByKeysUntil(test.db, kim.id, new Date())
    expect((held?.getTime() ?? 0) - Date.now()).toBeGreaterThan(71.9 * 3_600_000)
    expect(await currentAddressOf(test.db, kim.id)).toBeNull()
  })
})
