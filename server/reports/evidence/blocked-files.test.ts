import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { addRelease } from '../../testing/fixtures/releases.ts'
import { aDecidedReport, decideReport } from '../../testing/fixtures/reports.ts'
import { useTestStore } from '../../testing/store.ts'
import { checkBuilds } from './blocked-files.ts'

const test = useTestStore()
let admin: Person
let other: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
})

const FILE = 'game.zip'
let made = 0

/** A game of its own developer with one file of these bytes. */
async function gameWith(hash: Buffer | null): Promise<TestGame & { fileId: string; developer: Person }> {
  const developer = await signedIn(test, 'developer')
  made += 1
  const game = await addGame(test, {
    developerId: developer.id,
    title: `Ferry ${made}`,
    files: [{ name: FILE }],
  })
  const [file] = game.files
  if (!file) throw new Error('the game has no file')
  await setHash(file.id, hash)
  return { ...game, fileId: file.id, developer }
}

const setHash = (fileId: string, hash: Buffer | null) =>
  test.db.updateTable('file_builds').set({ sha256: hash }).where('file_id', '=', fileId).execute()

const buildsOf = async (fileId: string) =>
  (await test.db.selectFrom('file_builds').select('id').where('file_id', '=', fileId).execute()).map(
    ({ id }) => id,
  )

const newHash = () => {
  made += 1
  return Buffer.alloc(32, made)
}

/** Reports a game's file and has it decided. */
async function decide(game: { id: string; fileId: string }, category: string, kind: string): Promise<string> {
  const decision = { kind, rule: 'file-1', assets: [`File ${FILE}`] }
  const about = { part: `file-${game.fileId}`, category }
  return (await aDecidedReport(test, admin, game.id, decision, about)).decisionId
}

const casesOf = (gameId: string) =>
  test.db
    .selectFrom('report_cases')
    .select(['id', 'part', 'category', 'closed_at'])
    .where('subject_id', '=', gameId)
    .where('closed_at', 'is', null)
    .execute()

const isPublic = async ({ id }: { id: string }) => {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/games/${id}`)).status === 200
}

it('T12 blocked bytes of malware hide every other game that contains them, each with a case of its own', async () => {
  const hash = newHash()
  const [bad, copy, clean] = [await gameWith(hash), await gameWith(hash), await gameWith(newHash())]
  await decide(bad, 'malware', 'take_down')
  expect([await isPublic(bad), await isPublic(copy), await isPublic(clean)]).toEqual([false, false, true])
  expect(await casesOf(copy.id)).toMatchObject([{ part: `file-${copy.fileId}`, category: 'malware' }])
  const [opened] = await casesOf(copy.id)
  expect((await decideReport(admin, opened?.id ?? '', { kind: 'leave' })).status).toBe(200)
  expect(await isPublic(copy)).toBe(true)
})

it('T12 blocked bytes that are uploaded later hide their game as soon as they are hashed, once', async () => {
  const hash = newHash()
  await decide(await gameWith(hash), 'real-person', 'seal')
  const later = await gameWith(null)
  expect(await isPublic(later)).toBe(true)
  await setHash(later.fileId, hash)
  const builds = await buildsOf(later.fileId)
  const check = () => test.db.transaction().execute((tx) => checkBuilds(test.store, tx, builds))
  await Promise.all([check(), check()])
  expect(await isPublic(later)).toBe(false)
  expect(await casesOf(later.id)).toHaveLength(1)
  const { rows } = await sql`select from game_holds where game_id = ${later.id}`.execute(test.db)
  expect(rows).toHaveLength(1)
})

it('T12 bytes of an earlier build hide their game too, as its owners download that', async () => {
  const [known, unknown] = [newHash(), newHash()]
  const [before, later] = [await gameWith(known), await gameWith(null)]
  const [old] = await buildsOf(later.fileId)
  for (const game of [before, later]) await addRelease(test, game, { label: '2' })
  await decide(await gameWith(known), 'minor', 'seal')
  expect([await isPublic(before), await isPublic(later)]).toEqual([false, true])
  const [opened] = await casesOf(before.id)
  expect(opened).toMatchObject({ part: `file-${before.fileId}`, category: 'minor' })

  await decide(await gameWith(unknown), 'minor', 'seal')
  await test.db
    .updateTable('file_builds')
    .set({ sha256: unknown })
    .where('id', '=', old ?? '')
    .execute()
  await test.db.transaction().execute((tx) => checkBuilds(test.store, tx, [old ?? '']))
  expect(await isPublic(later)).toBe(false)
})

it('T12 blocks no files for other categories, and none after a reversed decision', async () => {
  const [first, second] = [newHash(), newHash()]
  const fraud = await gameWith(first)
  await decide(fraud, 'fraud', 'take_down')
  const wrong = await gameWith(second)
  const decisionId = await decide(wrong, 'malware', 'take_down')
  const blocked = async () =>
    (await test.db.selectFrom('blocked_hashes').select('sha256').execute()).map(({ sha256 }) => sha256)
  expect(await blocked()).not.toContainEqual(first)
  expect(await blocked()).toContainEqual(second)
  const appeal = await wrong.developer.post(`/api/decisions/${decisionId}/appeal`, {
    text: 'The scanner takes our installer for something else. It is signed by us.',
  })
  expect(appeal.status, appeal.text).toBe(200)
  const [open] = (await other.get('/api/admin/appeals')).body
  const answered = await other.post(`/api/admin/appeals/${open._id}/decision`, {
    outcome: 'reversed',
    answer: 'You are right: the file is what you say it is. We bring the game back.',
  })
  expect(answered.status, answered.text).toBe(200)
  expect(await blocked()).not.toContainEqual(second)
  expect(await isPublic(wrong)).toBe(true)
})
