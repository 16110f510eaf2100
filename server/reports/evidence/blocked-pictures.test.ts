import { beforeAll, expect, it } from 'vitest'
import {
  aPicture,
  createGame,
  editGame,
  type FormFields,
  filesJson,
} from '../../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { aDecidedReport, aReport, decideReport } from '../../testing/fixtures/reports.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore({ settings: { REVIEW_FIRST_GAME: 'after' } })
let admin: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
})

type Saved = { _id: string; gameFiles: { _id: string }[]; developer: Person }

/** A public game of a developer of its own. */
async function gameWith(fields: FormFields): Promise<Saved> {
  const developer = await signedIn(test, 'developer')
  const { body, status, text } = await createGame(developer, fields)
  expect(status, text).toBe(200)
  return { ...body, developer }
}

async function save(game: Saved, fields: FormFields): Promise<void> {
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]?._id })
  const answer = await editGame(game.developer, game._id, { gameFilesTempJson, ...fields })
  expect(answer.status, answer.text).toBe(200)
}

/** Reports a game's cover and has it decided. */
const decideCover = (game: Saved, category: string, kind: string) =>
  aDecidedReport(test, admin, game._id, { kind, assets: ['Cover'] }, { part: 'cover', category })

const casesOf = (game: Saved) =>
  test.db
    .selectFrom('report_cases')
    .select(['id', 'part', 'category'])
    .where('subject_id', '=', game._id)
    .where('closed_at', 'is', null)
    .execute()

async function isPublic({ _id }: Saved): Promise<boolean> {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/games/${_id}`)).status === 200
}

it('T12 a picture of a real person hides every other game that shows it, each with a case that shows it', async () => {
  const coverImage = await aPicture()
  const bad = await gameWith({ coverImage })
  const copy = await gameWith({ coverImage })
  const clean = await gameWith({})
  await decideCover(bad, 'real-person', 'seal')
  expect([await isPublic(bad), await isPublic(copy), await isPublic(clean)]).toEqual([false, false, true])
  const [opened] = await casesOf(copy)
  expect(opened).toMatchObject({ part: 'cover', category: 'real-person' })
  const evidence = await admin.post(`/api/admin/reports/${opened?.id}/evidence`)
  expect(evidence.body.pictures).toHaveLength(1)
})

it('T12 a blocked picture that is uploaded again hides its game with the save, and not again once it was cleared there', async () => {
  const picture = await aPicture()
  await decideCover(await gameWith({ coverImage: picture }), 'minor', 'seal')
  const again = await gameWith({ coverImage: picture })
  expect(await isPublic(again)).toBe(false)
  const [opened] = await casesOf(again)
  expect((await decideReport(admin, opened?.id ?? '', { kind: 'leave' })).status).toBe(200)
  expect(await isPublic(again)).toBe(true)
  await save(again, { title: 'Day Ferry' })
  expect(await isPublic(again)).toBe(true)
})

it('T12 a blocked picture in a change of a game hides the game', async () => {
  const picture = await aPicture()
  await decideCover(await gameWith({ coverImage: picture }), 'minor', 'take_down')
  const game = await gameWith({})
  await save(game, { coverImage: picture })
  expect(await isPublic(game)).toBe(false)
  expect(await casesOf(game)).toMatchObject([{ part: 'cover', category: 'minor' }])
})

it('T12 blocks the picture that was reported, also where its developer replaced it before the decision', async () => {
  const [reported, replacement] = [await aPicture(), await aPicture()]
  const bad = await gameWith({ coverImage: reported })
  const copies = [await gameWith({ coverImage: reported }), await gameWith({ coverImage: replacement })]
  const { caseId } = await aReport(test, bad._id, { part: 'cover', category: 'minor' })
  await save(bad, { coverImage: replacement })
  expect((await decideReport(admin, caseId, { kind: 'take_down' })).status).toBe(200)
  expect(await Promise.all(copies.map(isPublic))).toEqual([false, true])
})

it('T12 a blocked picture in what a release says hides the game', async () => {
  const bad = await gameWith({ coverImage: await aPicture() })
  const { cover } = await test.db
    .selectFrom('games')
    .select('cover')
    .where('id', '=', bad._id)
    .executeTakeFirstOrThrow()
  const copy = await gameWith({})
  await test.db
    .updateTable('releases')
    .set({ notes: `<p><img src="${cover?.url}" alt="" /></p>` })
    .where('game_id', '=', copy._id)
    .execute()
  await decideCover(bad, 'minor', 'seal')
  expect(await isPublic(copy)).toBe(false)
  expect(await casesOf(copy)).toMatchObject([{ part: 'page', category: 'minor' }])
})

it('T12 blocks no picture in categories that do not concern its bytes', async () => {
  const coverImage = await aPicture()
  const fraud = await gameWith({ coverImage })
  const copy = await gameWith({ coverImage })
  await decideCover(fraud, 'fraud', 'take_down')
  expect([await isPublic(fraud), await isPublic(copy)]).toEqual([false, true])
})

const PLACES = [
  'coverImage',
  'cardImage',
  'screenshots',
  'pageBgImage',
  'buyButtonImage',
  'demoButtonImage',
] as const

it('T12 an image hides the games that show it in another place, and those that show it there later', async () => {
  const picture = await aPicture(560, 400)
  const bad = await gameWith({ coverImage: picture })
  const before = await Promise.all(PLACES.map((place) => gameWith({ [place]: picture })))
  await decideCover(bad, 'minor', 'seal')
  expect(await Promise.all(before.map(isPublic))).toEqual(PLACES.map(() => false))
  for (const place of ['screenshots', 'buyButtonImage'])
    expect(await isPublic(await gameWith({ [place]: picture })), place).toBe(false)
  expect(await isPublic(await gameWith({ cardImage: await aPicture(560, 400) }))).toBe(true)
})

it('T12 an image hides the game that shows it in its description', async () => {
  const picture = await aPicture(560, 400)
  await decideCover(await gameWith({ coverImage: picture }), 'real-person', 'seal')
  const developer = await signedIn(test, 'developer')
  const form = new FormData()
  form.append('title', 'Night Ferry')
  form.append('descImage', new Blob([new Uint8Array(picture)]), 'scene.png')
  const sent = await developer.send('POST', '/api/upload/desc-image', { body: form })
  expect(sent.status, sent.text).toBe(200)
  const { body } = await createGame(developer, { description: `<p><img src="${sent.body.url}"></p>` })
  expect(await isPublic({ ...body, developer })).toBe(false)
})
