import { beforeAll, expect, it } from 'vitest'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { usePerson } from '../testing/fixtures/people.ts'
import { aReport, decideReport } from '../testing/fixtures/reports.ts'
import { aReview } from '../testing/fixtures/reviews.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { countReviews } from './count-nightly.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const dev = usePerson(test, 'developer')
let game: TestGame
beforeAll(async () => {
  game = await addGame(test, { developerId: dev.id })
})

const REASON = 'Twelve accounts of one person wrote these reviews for money.'
const suspend = (id: string, change: object) => admin.patch(`/api/admin/users/${id}`, change)
const state = async (id: string) => {
  const { counted } = await test.row<{
    counted: number
  }>`select reviews_counted as counted from games where id = ${game.id}`
  const { body } = await test.nobody.get(`/api/games/${game.id}/reviews`)
  const review = body.find((each: { id: string }) => each.id === id)
  return { counted, shown: review !== undefined, text: review?.text }
}

it('RV4 Who is suspended for fraud is told why, and loses the reviews and their count in one transaction until restored', async () => {
  const { id, writer, text } = await aReview(test, game)
  const elsewhere = await aReview(test, await addGame(test, { developerId: dev.id }), { who: writer })
  expect(await state(id)).toEqual({ counted: 1, shown: true, text })
  const fraud = { suspended: true, rule: 'fraud-1' }
  expect((await suspend(writer.id, { ...fraud, reason: 'Fraud.' })).body.fields).toHaveProperty('reason')
  expect((await suspend(writer.id, { ...fraud, reason: REASON })).status).toBe(200)
  expect(await state(id)).toEqual({ counted: 0, shown: false })
  const changed = await test.sql`
    select xmin::text from accounts where id = ${writer.id}
    union select xmin::text from reviews where id in (${id}, ${elsewhere.id})
    union select xmin::text from moderation_decisions where developer_id = ${writer.id}
    union select xmin::text from games where id = ${game.id}`
  expect(changed).toHaveLength(1)
  const mail = await eventually(async () =>
    (await test.mailsTo(writer.email)).find(({ subject }) => subject === 'Your account is suspended'),
  )
  for (const said of ['fraud-1', REASON, 'you cannot log in', 'you can appeal until', '/contact'])
    expect(mail.text).toContain(said)
  expect(await countReviews(test.db)).toBe(0)
  expect((await admin.get(`/api/admin/users/${writer.id}`)).text).not.toContain(id)

  expect((await suspend(writer.id, { suspended: false, reason: 'We were wrong about them.' })).status).toBe(
    200,
  )
  expect(await state(id)).toEqual({ counted: 1, shown: true, text })
  expect(await countReviews(test.db)).toBe(0)
})

it('RV4 Reviews of who is suspended for another reason stay shown, and do not count meanwhile', async () => {
  const { id, writer } = await aReview(test, game)
  const { counted } = await state(id)
  await suspend(writer.id, { suspended: true, reason: 'Asked us to.' })
  expect(await state(id)).toMatchObject({ counted: counted - 1, shown: true })
  await suspend(writer.id, { suspended: false, reason: 'Asked us to.' })
  expect(await state(id)).toMatchObject({ counted, shown: true })
})

it('RV13 A review that a decision had removed stays removed when its writer is restored', async () => {
  const { id, writer } = await aReview(test, game)
  const { caseId } = await aReport(test, id, { subject: 'review', part: 'text', category: 'fraud' })
  await decideReport(admin, caseId, { kind: 'take_down', rule: 'fraud-1', assets: ['review'] })
  await suspend(writer.id, { suspended: true, rule: 'fraud-1', reason: REASON })
  await suspend(writer.id, { suspended: false, reason: 'We were wrong about them.' })
  expect(await state(id)).toMatchObject({ shown: false })
})

it('RV4 While somebody looks into a report of fraud about an account its reviews are shown and do not count', async () => {
  const seller = await aReview(test, game)
  await test.sql`update accounts set role = 'developer' where id = ${seller.writer.id}`
  const { counted } = await state(seller.id)
  const report = { subject: 'developer', part: 'page' } as const
  await aReport(test, seller.writer.id, { ...report, category: 'harassment' })
  expect(await state(seller.id)).toMatchObject({ counted, shown: true })
  const { caseId } = await aReport(test, seller.writer.id, { ...report, category: 'fraud' })
  // Whoever sends reports learns by none which reviews are by whom.
  expect(await state(seller.id)).toMatchObject({ counted, shown: true })
  await admin.post(`/api/admin/reports/${caseId}/evidence`)
  expect(await state(seller.id)).toMatchObject({ counted: counted - 1, shown: true })
  expect(await countReviews(test.db)).toBe(0)
  await decideReport(admin, caseId, { kind: 'leave' })
  expect(await state(seller.id)).toMatchObject({ counted, shown: true })
  expect(await countReviews(test.db)).toBe(0)
})

it('RV15 A game that ended keeps its reviews for those who own it', async () => {
  const ended = await addGame(test, { developerId: dev.id })
  const { id, writer } = await aReview(test, ended)
  await test.sql`update games set status = 'draft', archived_at = now(), archived_from = 'published' where id = ${ended.id}`
  expect((await test.nobody.get(`/api/games/${ended.id}/reviews`)).status).toBe(404)
  expect((await writer.get(`/api/games/${ended.id}/reviews`)).body).toMatchObject([{ id }])
})
