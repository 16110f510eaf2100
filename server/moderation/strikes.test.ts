import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { createGame } from '../testing/fixtures/game-form.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { aDecidedReport } from '../testing/fixtures/reports.ts'
import { useTestStore } from '../testing/store.ts'
import { activeStrikes } from './strikes/active-strikes.ts'

const test = useTestStore()
let admin: Person
let other: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
})

const DAY_MS = 86_400_000

/** Decides a report about a part of a game, and returns the decision. */
async function struck(game: { id: string }, rule: string, { kind = 'correct', part = 'text' } = {}) {
  const decision = kind === 'leave' ? { kind } : { kind, rule }
  return (await aDecidedReport(test, admin, game.id, decision, { part })).decisionId
}

const pointsOf = async (developer: Person, daysFromNow = 0) => {
  const strikes = await activeStrikes(test.db, developer.id, new Date(Date.now() + daysFromNow * DAY_MS))
  return strikes.map(({ points }) => points)
}

async function accepted(
  developer: Person,
  gameId: string,
  daysAgo: number,
  state = 'standing',
): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY_MS)
  await test.db
    .insertInto('copyright_notices')
    .values({
      id: uuid(),
      game_id: gameId,
      title: 'Ferry',
      developer_id: developer.id,
      assets: JSON.stringify([{ part: 'cover', name: 'Cover', key: '/x' }]),
      fields: JSON.stringify({ email: `${uuid()}@example.test` }),
      is_complete: true,
      sent_at: at,
      due_at: at,
      accepted_at: at,
      ...(state === 'withdrawn' ? { state, ended_at: new Date() } : { state: 'standing' }),
    })
    .execute()
}

async function statusOf(path: string): Promise<number> {
  await test.forgetCatalog()
  return (await test.nobody.get(path)).status
}

it('M11 counts the points of the rule for 180 days, and shows them to the developer and to admins', async () => {
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id, title: 'Ferry' })
  const id = await struck(game, 'trade-1')
  expect([await pointsOf(developer), await pointsOf(developer, 179), await pointsOf(developer, 181)]).toEqual(
    [[2], [2], []],
  )
  const { strikes } = (await developer.get(`/api/decisions/${id}`)).body
  expect(strikes).toMatchObject([{ title: 'Ferry', rule: 'trade-1', points: 2, decision: id }])
  expect((await admin.get(`/api/admin/users/${developer.id}`)).body.strikes).toEqual(strikes)
})

it('M11 a dismissed case and changes requested by a review count no points', async () => {
  const developer = await signedIn(test, 'developer')
  const { body: game } = await createGame(developer)
  await struck({ id: game._id }, 'page-1', { kind: 'leave' })
  const { id } = await test.db
    .selectFrom('game_reviews')
    .select('id')
    .where('game_id', '=', game._id)
    .executeTakeFirstOrThrow()
  const asked = await admin.post(`/api/admin/approvals/${id}/decision`, {
    kind: 'changes_needed',
    rule: 'page-1',
    assets: ['Title'],
    text: 'The title is the title of another game. Please give yours its own.',
    note: '',
    revision: 1,
  })
  expect(asked.status, asked.text).toBe(200)
  expect(await pointsOf(developer)).toEqual([])
})

it('M11 counts one incident once, by its heaviest rule, however many parts it is about', async () => {
  const developer = await signedIn(test, 'developer')
  const [game, second] = [
    await addGame(test, { developerId: developer.id }),
    await addGame(test, { developerId: developer.id }),
  ]
  await struck(game, 'page-1')
  await struck(game, 'trade-1', { part: 'page' })
  expect(await pointsOf(developer)).toEqual([2])
  await struck(second, 'page-1')
  expect((await pointsOf(developer)).sort()).toEqual([1, 2])
})

it('M11 a strike is void, not deleted, once its decision is reversed', async () => {
  const developer = await signedIn(test, 'developer')
  const id = await struck(await addGame(test, { developerId: developer.id }), 'file-1', {
    kind: 'take_down',
  })
  await developer.post(`/api/decisions/${id}/appeal`, { text: 'This is the updater that the page names.' })
  const appeal = await test.db
    .selectFrom('appeals')
    .select('id')
    .where('decision_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await pointsOf(developer)).toEqual([3])
  const answer = 'You are right: the page names the updater. We have taken our decision back.'
  await other.post(`/api/admin/appeals/${appeal.id}/decision`, { outcome: 'reversed', answer })
  expect(await pointsOf(developer)).toEqual([])
  expect((await developer.get(`/api/decisions/${id}`)).status).toBe(200)
})

it('M11 T17 counts a standing copyright notice for 365 days, a second one more, a withdrawn one nothing', async () => {
  const developer = await signedIn(test, 'developer')
  const games = await Promise.all([0, 1, 2].map(() => addGame(test, { developerId: developer.id })))
  const [first, second, third] = games.map(({ id }) => id)
  await accepted(developer, String(first), 200)
  await accepted(developer, String(second), 100)
  await accepted(developer, String(third), 50, 'withdrawn')
  expect([await pointsOf(developer), await pointsOf(developer, 200)]).toEqual([[3, 2], [3]])
})

it('M1 M11 with three points the next games are reviewed before they are public, and nothing is suspended', async () => {
  const developer = await signedIn(test, 'developer')
  await sql`update accounts set first_game_approved_at = now() - interval '1 year' where id = ${developer.id}`.execute(
    test.db,
  )
  const old = await addGame(test, { developerId: developer.id })
  await struck(old, 'trade-1')
  const { body: early } = await createGame(developer)
  expect(await statusOf(`/api/games/${early.slug}`)).toBe(200)
  await struck(await addGame(test, { developerId: developer.id }), 'page-1')
  const { body: late } = await createGame(developer)
  expect(await statusOf(`/api/games/${late.slug}`)).toBe(404)
  const listed: { gameId: string; reason: string }[] = (await admin.get('/api/admin/approvals')).body
  expect(listed.find(({ gameId }) => gameId === late._id)?.reason).toBe('strikes')
  expect(await statusOf(`/api/games/${old.id}`)).toBe(200)
  expect((await developer.get('/api/whoami')).status).toBe(200)
})
