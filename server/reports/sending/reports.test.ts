import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { readLink } from '../../confirmations/ask-to-confirm.ts'
import { addressKey } from '../../platform/http/rate-limits.ts'
import { sha256, textSigner } from '../../platform/signatures.ts'
import { confirmAddress, confirmationToken } from '../../testing/fixtures/confirmations.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { decideReport } from '../../testing/fixtures/reports.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { purgeUnconfirmed } from './confirm-report.ts'

const test = useTestStore()
const strict = useTestStore({ settings: { RATE_LIMIT_SCALE: '1' } })
let developer: Person
beforeAll(async () => {
  developer = await signedIn(test, 'developer')
})

const TEXT = 'This was copied from a page of mine.'
const reportOf = (game: TestGame, changes: object = {}) => ({
  subject: 'game',
  id: game.id,
  part: 'page',
  category: 'stolen',
  text: TEXT,
  ...changes,
})
const send = (game: TestGame, changes: object = {}, person: Pick<Person, 'post'> = test.nobody) =>
  person.post('/api/reports', reportOf(game, changes))
const aGame = () => addGame(test, { developerId: developer.id })
const casesOf = (game: TestGame) =>
  test.db.selectFrom('report_cases').selectAll().where('subject_id', '=', game.id).execute()
const mailTo = (address: string, subject: RegExp) =>
  eventually(async () => (await test.mailsTo(address)).find((mail) => subject.test(mail.subject ?? '')))
const tokenFor = (address: string) => confirmationToken(test, address)

it('T1 names every wrong field, and accepts no links about minors', async () => {
  const game = await aGame()
  expect(await send(game, { text: 'Too short.' })).toMatchObject({
    status: 422,
    body: { fields: { text: 'Write 20 to 5,000 characters.', email: expect.any(String) } },
  })
  const minor = { category: 'minor', text: 'It is here: https://evil.example/picture.png' }
  expect((await send(game, minor)).body.fields).toEqual({
    text: 'Please leave out links and pictures. Say in words where it is.',
  })
  expect((await send(game, { part: 'screenshot-3', category: 'minor' })).status).toBe(404)
  expect((await send(game, { part: `file-${game.files[0]?.id}`, category: 'minor' })).status).toBe(200)
})

it('T2 counts a report without an account once its address is confirmed', async () => {
  const game = await aGame()
  const email = 'ada@example.test'
  const { body } = await send(game, { email })
  expect(body).toEqual({ number: expect.stringMatching(/^R-\d+$/), confirm: true })
  expect(await casesOf(game)).toEqual([])
  const token = await tokenFor(email)
  for (const _time of ['first', 'second'])
    expect((await test.nobody.post('/api/reports/confirm', { token })).body).toEqual({ number: body.number })
  expect(await casesOf(game)).toMatchObject([{ category: 'stolen', part: 'page', is_safety: false }])
  expect((await test.nobody.post('/api/reports/confirm', { token: 'x' })).body.code).toBe('invalid_token')
})

it('T2 deletes reports that nobody confirmed within 24 hours', async () => {
  const game = await aGame()
  await send(game, { email: 'late@example.test' })
  await sql`update reports set created_at = now() - interval '25 hours' where subject_id = ${game.id}`.execute(
    test.db,
  )
  await purgeUnconfirmed(test.db)
  const token = await tokenFor('late@example.test')
  expect((await test.nobody.post('/api/reports/confirm', { token })).status).toBe(400)
})

/** Sends reports of a game to the strict store, as from another network each time. */
async function strictSender() {
  const game = await addGame(strict, { developerId: (await signedIn(strict, 'developer')).id })
  return async (person: Pick<Person, 'post'>, changes: object = {}) => {
    await strict.store.rateLimits.reset('report', addressKey('127.0.0.1'))
    return (await person.post('/api/reports', reportOf(game, changes))).status
  }
}

it('T2 emails an unconfirmed address once an hour and three times a day, and responds the same beyond', async () => {
  const send = await strictSender()
  const email = 'ada@example.test'
  const mailed = async () => {
    await strict.drain()
    return (await strict.mailsTo(email)).map(({ subject }) => subject)
  }
  const sendAndCount = async () => {
    expect(await send(strict.nobody, { email })).toBe(200)
    return (await mailed()).length
  }
  expect([await sendAndCount(), await sendAndCount()]).toEqual([1, 1])
  const key = sha256(email).toString('base64url')
  const inAnHour = () => strict.store.rateLimits.reset('confirmation', key)
  const counts: number[] = []
  for (let hour = 0; hour < 4; hour += 1) {
    await inAnHour()
    counts.push(await sendAndCount())
  }
  expect(counts).toEqual([2, 3, 3, 3])
  for (const subject of await mailed()) expect(subject).toMatch(/^Confirm your report R-/)
})

it('T2 a refused report uses up no email of its address', async () => {
  const game = await aGame()
  const email = 'refused@example.test'
  expect((await send(game, { email, part: 'screenshot-9' })).status).toBe(404)
  expect((await send(game, { email, text: 'short' })).status).toBe(422)
  expect((await send(game, { email })).status).toBe(200)
  await tokenFor(email)
})

it('T2 one click confirms all waiting reports of an address, also those sent after the email', async () => {
  const [one, other, gone] = [await aGame(), await aGame(), await aGame()]
  const email = 'Many@Example.test'
  const numbers = []
  for (const game of [one, gone]) numbers.push((await send(game, { email })).body.number)
  const token = await tokenFor('many@example.test')
  const waiting = async () => (await test.nobody.post('/api/confirmations/waiting', { token })).body
  numbers.push((await send(other, { email: email.toLowerCase() })).body.number)
  await send(other, { email: 'somebody-else@example.test' })
  expect(await waiting()).toEqual({
    email: 'many@example.test',
    waiting: numbers.map((number) => ({ number, about: 'Stolen, leaked or copied work' })),
  })
  await test.db
    .updateTable('games')
    .set({ status: 'draft', published_at: null })
    .where('id', '=', gone.id)
    .execute()
  expect((await test.nobody.post('/api/reports/confirm', { token })).body).toEqual({ number: numbers[0] })
  for (const game of [one, other]) expect(await casesOf(game)).toHaveLength(1)
  expect(await casesOf(gone)).toEqual([])
  expect((await waiting()).waiting.map(({ number }: { number: string }) => number)).toEqual([numbers[1]])
  expect((await test.nobody.post('/api/reports/confirm', { token })).status).toBe(404)
})

it('T2 does not confirm reports that came after the page was opened', async () => {
  const [shown, since] = [await aGame(), await aGame()]
  const email = 'looks@example.test'
  const { number } = (await send(shown, { email })).body
  const token = await tokenFor(email)
  await send(since, { email })
  const pressed = await test.nobody.post('/api/reports/confirm', { token, numbers: [number] })
  expect(pressed.body).toEqual({ number })
  expect([await casesOf(shown), await casesOf(since)]).toEqual([[expect.anything()], []])
  expect((await test.nobody.post('/api/reports/confirm', { token, numbers: [] })).body).toEqual({ number })
  expect(await casesOf(since)).toEqual([])
})

it('T2 refuses a link that expired, was changed, or was signed for another purpose', async () => {
  const email = 'ends@example.test'
  await send(await aGame(), { email })
  const token = await tokenFor(email)
  const text = Buffer.from(token, 'base64url').toString()
  const others = [
    Buffer.from(text.replace(email, 'else@example.test')).toString('base64url'),
    Buffer.from(text.slice(0, -2)).toString('base64url'),
    textSigner(test.store.config.secretKeys, 'object-to-report').sign('R-1'),
    '',
  ]
  for (const other of others)
    expect((await test.nobody.post('/api/reports/confirm', { token: other })).body.code, other).toBe(
      'invalid_token',
    )
  const { endsAt } = JSON.parse(text.slice(0, text.lastIndexOf('.')))
  const at = (ms: number) => readLink(test.store.config, token, new Date(ms))?.email
  expect([at(endsAt - 1), at(endsAt)]).toEqual([email, undefined])
})

it('T2 accepts a link that an earlier release emailed, for a day', async () => {
  const { number } = (await send(await aGame(), { email: 'old@example.test' })).body
  await sql`update reports set confirm_hash = ${sha256('old-link')} where email = 'old@example.test'`.execute(
    test.db,
  )
  expect((await test.nobody.post('/api/reports/confirm', { token: 'old-link' })).body).toEqual({ number })

  await sql`update reports set created_at = now() - interval '25 hours' where email = 'old@example.test'`.execute(
    test.db,
  )
  const later = await aGame()
  await send(later, { email: 'old@example.test' })
  expect((await test.nobody.post('/api/reports/confirm', { token: 'old-link' })).body.code).toBe(
    'invalid_token',
  )
  expect(await casesOf(later)).toEqual([])
})

it('T2 does not notify an unconfirmed address of a decision', async () => {
  const game = await aGame()
  const typed = 'typed@example.test'
  await send(game, { category: 'minor', email: typed })
  const confirmed = 'confirmed@example.test'
  await send(game, { category: 'minor', email: confirmed })
  await confirmAddress(test, confirmed)
  const admin = await signedIn(test, 'admin')
  const [open] = await casesOf(game)
  expect((await decideReport(admin, open?.id ?? '', { kind: 'leave' })).status).toBe(200)
  await mailTo(confirmed, /is decided$/)
  await send(game, { category: 'minor', email: typed })
  await test.drain()
  for (const { subject } of await test.mailsTo(typed)) expect(subject).toMatch(/^Confirm your report/)
})

it('T2 accepts 20 reports a day from an account, from any network', async () => {
  const send = await strictSender()
  const june = await signedIn(strict)
  const answers: number[] = []
  for (let sent = 0; sent < 21; sent += 1) answers.push(await send(june))
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect(await send(await signedIn(strict))).toBe(200)
})

it('T2 a report about minors needs no contact, and one about a real person needs a signature and is queued unconfirmed', async () => {
  const [one, other] = [await aGame(), await aGame()]
  expect((await send(one, { category: 'minor' })).body.confirm).toBe(false)
  expect(await casesOf(one)).toMatchObject([{ category: 'minor', is_safety: true }])
  const unsigned = await send(other, { category: 'real-person', email: 'maya@example.test' })
  expect(unsigned.body.fields).toEqual({ signature: 'Type your name.' })
  await send(other, { category: 'real-person', email: 'maya@example.test', signature: 'Maya Okafor' })
  expect(await casesOf(other)).toMatchObject([{ category: 'real-person', is_safety: true }])
})

it('T5 folds reports of one picture into one case, however many', async () => {
  const game = await aGame()
  const person = await signedIn(test)
  // They wait for each other: on a busy machine the store asks those that waited too long to retry.
  const sendUntilTaken = () => eventually(async () => (await send(game, {}, person)).status === 200)
  for (let sent = 0; sent < 6; sent += 1)
    await Promise.all(Array.from({ length: 10 }, () => sendUntilTaken()))
  const [one, ...more] = await casesOf(game)
  expect(more).toEqual([])
  const { rows } = await sql`select from reports where case_id = ${one?.id}`.execute(test.db)
  expect(rows).toHaveLength(60)
  expect((await send(game, { category: 'fraud' }, person)).status).toBe(200)
  expect(await casesOf(game)).toHaveLength(2)
})

it('T8 gives a number at once, and names the category but not the game', async () => {
  const game = await aGame()
  const june = await signedIn(test)
  const { body } = await send(game, {}, june)
  const mail = await mailTo(june.email, /^We received/)
  expect(mail.subject).toBe(`We received your report ${body.number}`)
  expect(mail.text).toContain('Stolen, leaked or copied work')
  expect(mail.text).not.toContain('Game ')
})

it('T20 shows users their own reports only, also when the reported part was renamed', async () => {
  const game = await addGame(test, { developerId: developer.id, title: 'Lantern' })
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  const { body } = await send(game, {}, june)
  await test.db.updateTable('games').set({ title: 'Another' }).where('id', '=', game.id).execute()
  expect((await june.get('/api/reports/mine')).body).toEqual([
    expect.objectContaining({
      number: body.number,
      title: 'Lantern',
      text: TEXT,
      state: 'received',
      answer: null,
    }),
  ])
  expect((await kim.get('/api/reports/mine')).body).toEqual([])
})

it('T1 accepts reports of developers, and of nothing that is not public', async () => {
  const june = await signedIn(test)
  const ofPerson = (id: string) =>
    june.post('/api/reports', { subject: 'developer', id, part: 'page', category: 'harassment', text: TEXT })
  expect((await ofPerson(developer.id)).status).toBe(200)
  expect((await ofPerson(june.id)).status).toBe(404)
  const draft = await addGame(test, { developerId: developer.id, status: 'draft' })
  expect((await send(draft, {}, june)).status).toBe(404)
})
