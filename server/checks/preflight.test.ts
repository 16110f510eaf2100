import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { linuxProgram, marked, windowsProgram, zipOf } from '../testing/fixtures/builds.ts'
import { aForm, createGame, editGame, filesJson, sendForm, upload } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { draftRelease } from '../testing/fixtures/publishing.ts'
import { providerOf, useTestStore } from '../testing/store.ts'

const test = useTestStore()
let june: Person
let kim: Person
let admin: Person
beforeAll(async () => {
  june = await signedIn(test, 'developer')
  kim = await signedIn(test, 'developer')
  admin = await signedIn(test, 'admin')
})

const GAME = { 'Game/Game.exe': windowsProgram(), 'Game/data.bin': 'x'.repeat(500) }
const FOR_LINUX = { 'Game/Game.x86_64': marked(linuxProgram()) }

async function gameOf(bytes: Buffer, changes = {}) {
  const gameFilesTempJson = filesJson({ tempKey: await upload(june, bytes) })
  const { body } = await createGame(june, { title: 'Checked', gameFilesTempJson, ...changes })
  await test.drain()
  return body
}

const send = (method: string, path: string, body: object) =>
  june.send(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

async function check(person: Person, id: string) {
  const { body } = await person.post(`/api/games/${id}/preflight`)
  return body
}
const found = async (id: string, finding: string) =>
  (await check(june, id)).findings.find((each: { id: string }) => each.id === finding)

it('PF1 tells what is found in a game’s files and on its page, what blocks first', async () => {
  const game = await gameOf(zipOf(FOR_LINUX))
  const { isComplete, checkedAt, findings } = await check(june, game._id)
  expect({ isComplete, checkedAt }).toEqual({ isComplete: true, checkedAt: expect.stringMatching(/Z$/) })
  expect(findings.map(({ id, level }: { id: string; level: string }) => `${level} ${id}`)).toEqual([
    'warns wrong-device',
    'warns explicit-card',
    'warns warnings-open',
  ])
  expect(findings[0]).toMatchObject({
    title: 'Windows: the program is for another device',
    where: 'file',
    buildId: expect.any(String),
    acknowledged: null,
  })
})

it('PF1 reads builds of an earlier release when they are asked for first', async () => {
  const game = await gameOf(zipOf(FOR_LINUX))
  await sql`update file_builds set contents = null
    where file_id in (select id from game_files where game_id = ${game._id})`.execute(test.db)
  expect((await check(june, game._id)).isComplete).toBe(false)
  await test.drain()
  expect(await check(june, game._id)).toMatchObject({ isComplete: true })
  expect(await found(game._id, 'wrong-device')).toBeDefined()
})

it('PF1 goes by the device that a file has now', async () => {
  const game = await gameOf(zipOf(FOR_LINUX))
  const [{ _id }] = game.gameFiles
  await editGame(june, game._id, { title: 'Checked', gameFilesTempJson: filesJson({ _id, device: 'Linux' }) })
  expect(await found(game._id, 'wrong-device')).toBeUndefined()
})

it('PF1 compares a build with the one before', async () => {
  const game = await gameOf(zipOf({ ...GAME, 'Game/1': 'x', 'Game/2': 'x' }))
  const [{ _id }] = game.gameFiles
  const tempKey = await upload(june, zipOf({ ...GAME, 'Game/3': 'x'.repeat(900) }))
  await editGame(june, game._id, { title: 'Checked', gameFilesTempJson: filesJson({ _id, tempKey }) })
  await test.drain()
  expect(await found(game._id, 'shrunk')).toMatchObject({ title: 'Windows: 50% of the files are gone' })
})

it('PF1 shows findings to a game’s developer and admins, and is an unknown address to everyone else', async () => {
  const game = await gameOf(zipOf(GAME))
  expect((await admin.post(`/api/games/${game._id}/preflight`)).status).toBe(200)
  expect((await kim.post(`/api/games/${game._id}/preflight`)).status).toBe(404)
})

it('PF1 a warning is meant so for one build, by name, and can be taken back', async () => {
  const game = await gameOf(zipOf(FOR_LINUX))
  const { id, where, buildId } = await found(game._id, 'wrong-device')
  const path = `/api/games/${game._id}/preflight/acknowledgements`
  const meant = { id, where, buildId, reason: 'It runs under Wine.' }
  expect((await kim.post(path, meant)).status).toBe(404)
  expect((await june.post(path, meant)).status).toBe(200)
  expect((await found(game._id, id)).acknowledged).toEqual({
    by: june.username,
    at: expect.stringMatching(/Z$/),
    reason: 'It runs under Wine.',
  })
  expect((await send('DELETE', path, { id, where, buildId })).status).toBe(200)
  expect((await found(game._id, id)).acknowledged).toBeNull()
  expect((await june.post(path, meant)).status).toBe(200)

  const [{ _id }] = game.gameFiles
  const tempKey = await upload(june, zipOf({ ...FOR_LINUX, more: 'x' }))
  await editGame(june, game._id, { title: 'Checked', gameFilesTempJson: filesJson({ _id, tempKey }) })
  await test.drain()
  expect((await found(game._id, id)).acknowledged).toBeNull()
})

it('PF1 what blocks is not meant so, nor what is not there, nor at length', async () => {
  const game = await gameOf(zipOf(GAME), { status: 'draft' })
  const path = `/api/games/${game._id}/preflight/acknowledgements`
  const post = async (body: object) => (await june.post(path, body)).body
  expect(await post({ id: 'warnings-open', where: 'contentWarnings' })).toMatchObject({
    code: 'not_a_warning',
  })
  expect(await post({ id: 'secrets', where: 'file' })).toMatchObject({ code: 'not_found' })
  expect((await june.post(path, { id: 'secrets', where: 'file', reason: 'x'.repeat(201) })).status).toBe(422)
})

it('PF1 a word about the page holds until the page says something else there', async () => {
  const colors = { title: 'Checked', textColor: '#c0c0c0' }
  const game = await gameOf(zipOf(GAME), colors)
  const path = `/api/games/${game._id}/preflight/acknowledgements`
  expect((await june.post(path, { id: 'contrast', where: 'textColor' })).status).toBe(200)
  expect((await found(game._id, 'contrast')).acknowledged).toMatchObject({ by: june.username, reason: null })
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]._id })
  await editGame(june, game._id, { title: 'Checked', textColor: '#d0d0d0', gameFilesTempJson })
  expect((await found(game._id, 'contrast')).acknowledged).toBeNull()
})

it('PF2 asks whether the card of an SFW game is explicit, and again for another picture', async () => {
  const game = await gameOf(zipOf(GAME))
  expect(await found(game._id, 'explicit-card')).toMatchObject({
    title: 'Is the card or cover image explicit?',
  })
  const answer = (explicit: boolean) => send('PUT', `/api/games/${game._id}/explicit-card`, { explicit })
  await answer(true)
  expect(await found(game._id, 'explicit-card')).toMatchObject({
    title: 'The card or cover image is explicit',
  })
  await answer(false)
  expect(await found(game._id, 'explicit-card')).toBeUndefined()
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]._id })
  await sendForm(june, `/api/games/${game._id}`, await aForm({ title: 'Checked', gameFilesTempJson }))
  expect(await found(game._id, 'explicit-card')).toMatchObject({ level: 'warns' })
})

it('PF2 open questions stand in To do, and block the first release of a game that was never public alone', async () => {
  const game = await gameOf(zipOf(GAME), { status: 'draft' })
  const toDo = async () => (await june.get(`/api/dev/games/${game._id}`)).body.questions
  expect((await toDo()).map(({ id, level }: { id: string; level: string }) => `${level} ${id}`)).toEqual([
    'blocks explicit-card',
    'blocks warnings-open',
  ])
  const releaseId = await draftRelease(june, game)
  const goLive = () => june.post(`/api/releases/${releaseId}/live`, {})
  const refused = await goLive()
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'not_ready',
    'Is the card or cover image explicit? The game is marked SFW and this question has no answer. We don’t guess.',
  ])
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]._id })
  const form = { title: 'Checked', status: 'published', gameFilesTempJson }
  expect((await editGame(june, game._id, form)).status).toBe(200)
  await test.db
    .updateTable('games')
    .set({ review: null, suspended_at: null })
    .where('id', '=', game._id)
    .execute()
  expect((await toDo())[0]).toMatchObject({ id: 'explicit-card', level: 'warns' })
  expect((await goLive()).status).toBe(200)
})

it('PF1 names the draft whose build it is about', async () => {
  const game = await gameOf(zipOf(GAME))
  const tempKey = await upload(june, zipOf(FOR_LINUX))
  const files = [{ _id: game.gameFiles[0]._id, device: 'Windows', tempKey }]
  const { body } = await june.post(`/api/games/${game._id}/releases`, { files, label: '0.9' })
  await test.drain()
  expect(await found(game._id, 'wrong-device')).toMatchObject({ draft: { id: body.id, label: '0.9' } })
})

it('PF2 names the game of another developer whose title reads the same', async () => {
  const tempKey = await upload(kim, zipOf(GAME))
  await createGame(kim, { title: 'Fog Harbour', gameFilesTempJson: filesJson({ tempKey }) })
  await test.db
    .updateTable('games')
    .set({ suspended_at: null, review: null })
    .where('title', '=', 'Fog Harbour')
    .execute()
  const game = await gameOf(zipOf(GAME), { title: 'FOG harbour' })
  expect(await found(game._id, 'title-like-another')).toMatchObject({
    sentence: `“Fog Harbour” by ${kim.username} reads the same. Buyers may mix them up.`,
  })
  const own = await gameOf(zipOf(GAME), { title: 'Checked' })
  expect(await found(own._id, 'title-like-another')).toBeUndefined()
})

it('PF2 finds a price that no coin can pay', async () => {
  providerOf(test).minimumCents = async () => 250
  const game = await gameOf(zipOf(GAME), { price: '2.49' })
  expect(await found(game._id, 'price-under-minimum')).toMatchObject({ level: 'blocks', where: 'price' })
  providerOf(test).minimumCents = () => Promise.reject(new Error('away'))
  expect(await found(game._id, 'price-under-minimum')).toBeUndefined()
})
