import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addressKey } from '../../platform/http/limits.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { dropUnconfirmed } from './confirm-report.ts'

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
const tokenFor = async (address: string) =>
  /confirm-report#(\S+)/.exec((await mailTo(address, /^Confirm/)).text ?? '')?.[1]

it('T1 names every wrong field, and takes no links about minors', async () => {
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

it('T2 counts a report without an account once its mailed link is opened', async () => {
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

it('T2 drops what nobody confirmed within 24 hours', async () => {
  const game = await aGame()
  await send(game, { email: 'late@example.test' })
  await sql`update reports set created_at = now() - interval '25 hours' where subject_id = ${game.id}`.execute(
    test.db,
  )
  await dropUnconfirmed(test.db)
  const token = await tokenFor('late@example.test')
  expect((await test.nobody.post('/api/reports/confirm', { token })).status).toBe(400)
})

/** Sends reports of a game to the strict store, as from another network each time. */
async function strictSender() {
  const game = await addGame(strict, { developerId: (await signedIn(strict, 'developer')).id })
  return async (person: Pick<Person, 'post'>, changes: object = {}) => {
    await strict.store.limits.reset('report', addressKey('127.0.0.1'))
    return (await person.post('/api/reports', reportOf(game, changes))).status
  }
}

it('T2 takes 5 reports a day from an email address', async () => {
  const send = await strictSender()
  const answers: number[] = []
  for (let sent = 0; sent < 6; sent += 1)
    answers.push(await send(strict.nobody, { email: 'ada@example.test' }))
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
})

it('T2 takes 20 reports a day of an account, wherever they come from', async () => {
  const send = await strictSender()
  const june = await signedIn(strict)
  const answers: number[] = []
  for (let sent = 0; sent < 21; sent += 1) answers.push(await send(june))
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect(await send(await signedIn(strict))).toBe(200)
})

it('T2 needs no contact about minors, and a signature about a real person, who is queued unconfirmed', async () => {
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
  for (let sent = 0; sent < 6; sent += 1)
    await Promise.all(Array.from({ length: 10 }, () => send(game, {}, person)))
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

it("T20 shows one's own reports, and nobody else's, also when what was reported changed its name", async () => {
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

it('T1 takes reports of developers, and of nothing that is not public', async () => {
  const june = await signedIn(test)
  const ofPerson = (id: string) =>
    june.post('/api/reports', { subject: 'developer', id, part: 'page', category: 'harassment', text: TEXT })
  expect((await ofPerson(developer.id)).status).toBe(200)
  expect((await ofPerson(june.id)).status).toBe(404)
  const draft = await addGame(test, { developerId: developer.id, status: 'draft' })
  expect((await send(draft, {}, june)).status).toBe(404)
})
