import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { aPicture, type FormFields, sendForm } from '../../testing/fixtures/game-form.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { PAYLOAD } from '../../testing/fixtures/hostile-pictures.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { decideReport } from '../../testing/fixtures/reports.ts'
import { useTestStore } from '../../testing/store.ts'
import { purgeReports } from '../purge-reports.ts'
import { purgeUnconfirmed } from '../sending/confirm-report.ts'

const test = useTestStore()
let safety: Person
let admin: Person
let developer: Person
let june: Person
beforeAll(async () => {
  safety = await signedIn(test, 'admin')
  admin = await signedIn(test, 'admin')
  developer = await signedIn(test, 'developer')
  june = await signedIn(test)
})

const aGame = () => addGame(test, { developerId: developer.id })
const send = (game: TestGame, changes: FormFields, person: Client = june) =>
  sendForm(person, '/api/reports', {
    subject: 'game',
    id: game.id,
    part: 'page',
    category: 'stolen',
    text: 'This was copied from a page of mine.',
    ...changes,
  })
const PICTURE = await aPicture(320, 200)
const several = (count: number) => Array.from({ length: count }, () => PICTURE)

const picturesOf = (game: TestGame) =>
  test.db
    .selectFrom('report_pictures')
    .innerJoin('reports', 'reports.id', 'report_pictures.report_id')
    .select(['report_pictures.id', 'bytes'])
    .where('subject_id', '=', game.id)
    .execute()
const caseOf = async (game: TestGame) =>
  (
    await test.db
      .selectFrom('report_cases')
      .select('id')
      .where('subject_id', '=', game.id)
      .executeTakeFirstOrThrow()
  ).id
const openedOf = (game: TestGame) =>
  test.db
    .selectFrom('audit_log')
    .select(['actor', 'after'])
    .where('subject_id', '=', game.id)
    .where('action', '=', 'report_picture_opened')
    .execute()
/** The address of the only picture of a game's only case. */
async function addressOf(game: TestGame): Promise<string> {
  const [picture] = await picturesOf(game)
  return `/api/admin/reports/${await caseOf(game)}/pictures/${picture?.id}`
}

it('T1 accepts five pictures with a report, and refuses a sixth', async () => {
  const [one, other] = [await aGame(), await aGame()]
  expect((await send(one, { pictures: several(5) })).status).toBe(200)
  expect(await picturesOf(one)).toHaveLength(5)
  expect(await send(other, { pictures: several(6) })).toMatchObject({
    status: 413,
    body: { error: 'Send at most 5 files.' },
  })
  expect(await picturesOf(other)).toEqual([])
})

it('T1 refuses a file that is not a picture, and the report with it', async () => {
  const game = await aGame()
  const wrong = ['<svg xmlns="http://www.w3.org/2000/svg"/>', `GIF89a${PAYLOAD}`, 'MZ a program']
  for (const bytes of [...wrong.map((text) => Buffer.from(text)), PICTURE.subarray(0, PICTURE.length / 2)])
    expect((await send(game, { pictures: [PICTURE, bytes] })).body.fields).toEqual({
      pictures: 'Only image files are allowed.',
    })
  const large = Buffer.concat([PICTURE, Buffer.alloc(10 * 1024 * 1024)])
  expect((await send(game, { pictures: [large] })).status).toBe(413)
  const { rows } = await sql`select from reports where subject_id = ${game.id}`.execute(test.db)
  expect(rows).toEqual([])
})

it('T1 accepts no picture in a report about minors, and says why', async () => {
  const game = await aGame()
  expect(await send(game, { category: 'minor', pictures: [PICTURE] })).toMatchObject({
    status: 422,
    body: {
      fields: { pictures: 'Sharing pictures of this is a crime, even with us, so you can’t add any here.' },
    },
  })
  expect((await send(game, { category: 'minor' })).status).toBe(200)
})

it('T1 re-encodes pictures, without metadata, and no larger than needed to read them', async () => {
  const game = await aGame()
  const photo = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#823' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { ImageDescription: PAYLOAD } })
    .jpeg()
    .toBuffer()
  await send(game, { pictures: [photo] })
  const [picture] = await picturesOf(game)
  const drawn = await sharp(picture?.bytes).metadata()
  expect(drawn).toMatchObject({ format: 'webp', width: 853, height: 1280 })
  expect([drawn.exif, drawn.xmp, drawn.icc]).toEqual([undefined, undefined, undefined])
  expect(picture?.bytes.includes(PAYLOAD)).toBe(false)
})

it('T1 shows a picture only to admins, and logs each view', async () => {
  const game = await aGame()
  await send(game, { pictures: [PICTURE] })
  const id = await caseOf(game)
  const address = await addressOf(game)
  const { said } = (await admin.get(`/api/admin/reports/${id}`)).body
  expect(address).toMatch(new RegExp(`${said[0].pictures[0]}$`))
  for (const person of [test.nobody, june, developer])
    expect([401, 403]).toContain((await person.post(address)).status)
  expect(await openedOf(game)).toEqual([])
  const { body } = await admin.post(address)
  expect(await sharp(Buffer.from(body.picture.split(',')[1], 'base64')).metadata()).toMatchObject({
    format: 'webp',
    width: 320,
  })
  expect(await openedOf(game)).toEqual([
    { actor: admin.username, after: { case: id, picture: said[0].pictures[0] } },
  ])
  const other = await aGame()
  await send(other, { pictures: [PICTURE] })
  const ofAnotherCase = address.replace(id, await caseOf(other))
  expect((await admin.post(ofAnotherCase)).status).toBe(404)
  expect(await openedOf(other)).toEqual([])
})

it('T11 shows a picture of the safety queue small and gray, only to its admins', async () => {
  const game = await aGame()
  // Lossy pictures round some grays to a tint of one step, but not this one's.
  const red = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#c03020' } })
    .png()
    .toBuffer()
  await send(game, { category: 'real-person', signature: 'Maya Okafor', pictures: [red] })
  const address = await addressOf(game)
  expect((await admin.post(address)).body.code).toBe('safety_only')
  const { picture } = (await safety.post(address)).body
  const { isOpaque, channels } = await sharp(Buffer.from(picture.split(',')[1], 'base64')).stats()
  expect(isOpaque).toBe(true)
  expect(channels.map(({ mean }) => mean)).toEqual(Array(3).fill(channels[0]?.mean))
  expect(await openedOf(game)).toHaveLength(1)
})

it('T1 deletes pictures with an unconfirmed or expired report', async () => {
  const [late, old] = [await aGame(), await aGame()]
  await send(late, { email: 'late@example.test', pictures: [PICTURE] }, test.nobody)
  await sql`update reports set created_at = now() - interval '25 hours' where subject_id = ${late.id}`.execute(
    test.db,
  )
  await send(old, { pictures: [PICTURE] })
  await decideReport(admin, await caseOf(old), { kind: 'leave' })
  await sql`update report_cases set closed_at = now() - interval '2 years 1 day' where subject_id = ${old.id}`.execute(
    test.db,
  )
  expect([await picturesOf(late), await picturesOf(old)].flat()).toHaveLength(2)
  await purgeUnconfirmed(test.db)
  await purgeReports(test.db)
  const { rows } = await sql`select from report_pictures where not exists
    (select from reports where reports.id = report_id)`.execute(test.db)
  expect([await picturesOf(late), await picturesOf(old), rows].flat()).toEqual([])
})
