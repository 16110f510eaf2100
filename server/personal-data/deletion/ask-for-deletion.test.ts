import { expect, it } from 'vitest'
import { buyAndPay } from '../../testing/buying.ts'
import { useGame } from '../../testing/fixtures/games.ts'
import { PASSWORD, type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { deleteDueAccounts } from './delete-accounts.ts'
import { remindOfDeletions } from './remind.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const test = useTestStore()
const seller = usePerson(test, 'developer')
const game = useGame(test, seller, { title: 'Night Ferry' })

const PATH = '/api/account/deletion'
const ask = (who: Person) => who.post(PATH, {})
const keep = (who: Person) => who.send('DELETE', PATH)
const setDay = (who: Person, inMs: number) =>
  test.sql`update accounts set deletion_at = ${new Date(Date.now() + inMs)} where id = ${who.id}`
const subjectsTo = async (who: Person) => {
  await test.drain()
  return (await test.mailsTo(who.email)).map(({ subject }) => subject)
}

it('Y4 shows what will be lost, and sets a day 14 days ahead that a second request does not move', async () => {
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  expect((await june.get(PATH)).body).toEqual({
    deletionAt: null,
    graceDays: 14,
    reviews: 0,
    keepsReviews: false,
    games: 1,
    ownGames: 0,
    balance: 0,
    obstacles: [],
  })
  const { body } = await ask(june)
  const days = (Date.parse(body.deletionAt) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThanOrEqual(14)
  expect((await ask(june)).body).toEqual(body)
  expect(await subjectsTo(june)).toContain('Your No Filler account is closed and will be deleted')
})

it('Y4 an account awaiting deletion can only export its data and cancel the deletion', async () => {
  const june = await signedIn(test)
  await buyAndPay(test, june, game)
  const fileId = game.files[0]?.id
  const link: string = (await june.post(`/api/library/${game.id}/link`, { fileId })).body.url
  await ask(june)
  for (const path of ['/api/library', '/api/orders', '/api/sessions'])
    expect(await june.get(path), path).toMatchObject({ status: 403, body: { code: 'account_closed' } })
  expect((await june.post('/api/checkout', { gameId: game.id })).status).toBe(403)
  expect((await test.nobody.get(link)).status).toBe(404)
  for (const path of ['/api/whoami', PATH, '/api/account/export'])
    expect((await june.get(path)).status, path).toBe(200)
  expect((await june.get('/api/games')).status).toBe(200)
})

it('Y4 a deletion request ends other sessions, and its owner can log in to cancel it', async () => {
  const june = await signedIn(test)
  const login = () => test.nobody.post('/api/login', { email: june.email, password: PASSWORD })
  const other = { authorization: `Bearer ${(await login()).body.accessToken}` }
  await ask(june)
  expect((await test.nobody.get('/api/whoami', other)).status).toBe(401)
  const again = { authorization: `Bearer ${(await login()).body.accessToken}` }
  const cancelled = await test.nobody.send('DELETE', PATH, { headers: again })
  expect(cancelled).toMatchObject({ status: 200, body: { deletionAt: null } })
  expect((await june.get('/api/library')).status).toBe(200)
  expect(await subjectsTo(june)).toContain('Your No Filler account stays')
})

it('Y4 if canceling and deleting meet at the last second, one of them happens and the answer says which', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => signedIn(test)))
  for (const [position, who] of people.entries()) await setDay(who, position * 4)
  const answers = await Promise.all([
    ...people.map(async (who) => ({ who, status: (await keep(who)).status })),
    ...Array.from({ length: 4 }, () => deleteDueAccounts(test.store)),
  ])
  await deleteDueAccounts(test.store)
  for (const answer of answers) {
    if (!answer) continue
    const { deleted_at } = await test.row<{ deleted_at: Date | null }>`
      select deleted_at from accounts where id = ${answer.who.id}`
    expect(answer.status === 200).toBe(deleted_at === null)
  }
})

it('Y4 a stolen session cannot close an account, and a closed account can still prove its identity', async () => {
  const june = await signedIn(test)
  const age = () =>
    test.sql`update sessions set verified_at = ${new Date(Date.now() - HOUR_MS)} where id = ${june.sessionId}`
  await age()
  expect(await ask(june)).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } })
  expect((await june.get(PATH)).body.deletionAt).toBeNull()
  expect((await june.post('/api/reauthentication', { password: PASSWORD })).status).toBe(200)
  expect((await ask(june)).status).toBe(200)
  await age()
  expect((await june.post('/api/account/export')).body.code).toBe('reauthentication_needed')
  expect((await june.post('/api/reauthentication', { password: PASSWORD })).status).toBe(200)
  expect((await june.post('/api/account/export')).status).toBe(200)
})

it('Y4 an account cannot be kept after its day has come', async () => {
  const june = await signedIn(test)
  await setDay(june, -1_000)
  expect(await keep(june)).toMatchObject({ status: 409, body: { code: 'too_late' } })
})

it('Y4 sends one reminder a week before and one a day before', async () => {
  const june = await signedIn(test)
  await ask(june)
  const REMINDER = 'Your No Filler account will be deleted soon'
  const remindedAt = async (inDays: number) => {
    await setDay(june, inDays * DAY_MS)
    await Promise.all([remindOfDeletions(test.store), remindOfDeletions(test.store)])
    return (await subjectsTo(june)).filter((subject) => subject === REMINDER).length
  }
  expect(await remindedAt(8)).toBe(0)
  expect(await remindedAt(6)).toBe(1)
  expect(await remindedAt(5)).toBe(1)
  expect(await remindedAt(0.9)).toBe(2)
  expect(await remindedAt(0.1)).toBe(2)
})
