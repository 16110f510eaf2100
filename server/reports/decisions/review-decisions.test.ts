import { foldName } from '@nofiller/contract/accounts/names'
import { beforeAll, expect, it } from 'vitest'
import { purgeApprovals } from '../../moderation/approvals/purge-approvals.ts'
import { countReviews } from '../../reviews/count-nightly.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { aReport, decideReport, sendReport } from '../../testing/fixtures/reports.ts'
import { aReview, type TestReview } from '../../testing/fixtures/reviews.ts'
import { useTestStore } from '../../testing/store.ts'
import { countAll } from '../../transparency/count-nightly.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')
const other = usePerson(test, 'admin')
const dev = usePerson(test, 'developer')
let game: TestGame
beforeAll(async () => {
  game = await addGame(test, { developerId: dev.id, title: 'Paper Boat' })
})

const ABOUT = {
  subject: 'review',
  part: 'text',
  category: 'harassment',
  text: 'It attacks the people who made it.',
} as const
const REMOVE = { kind: 'take_down', rule: 'people-1' }
const shown = async ({ id }: Pick<TestReview, 'id'>, of = game) =>
  (await test.nobody.get(`/api/games/${of.id}/reviews?limit=50`)).body.find(
    (each: { id: string }) => each.id === id,
  )
const counted = async (of = game) =>
  (await test.row<{ counted: number }>`select reviews_counted as counted from games where id = ${of.id}`)
    .counted

/** Has a part of a review reported and removed. @returns the decision's id */
async function removePart(
  review: TestReview,
  part: 'text' | 'name' | 'answer',
  assets?: string[],
  by: Person = admin,
) {
  const { caseId } = await aReport(test, review.id, {
    ...ABOUT,
    part,
    category: part === 'name' ? 'fraud' : 'harassment',
  })
  const { status, text } = await decideReport(by, caseId, { ...REMOVE, ...(assets && { assets }) })
  expect(status, text).toBe(200)
  const { id } = await test.row<{ id: string }>`select id from moderation_decisions where case_id = ${caseId}`
  return { caseId, decisionId: id }
}

async function reverse(who: Person, decisionId: string): Promise<void> {
  const sent = await who.post(`/api/decisions/${decisionId}/appeal`, {
    text: 'I wrote nothing that breaks a rule.',
  })
  expect(sent.status, sent.text).toBe(200)
  const { id } = await test.row<{ id: string }>`select id from appeals where decision_id = ${decisionId}`
  const { body } = await other.get('/api/admin/appeals')
  expect(body.find((each: { _id: string }) => each._id === id)).toMatchObject({ mayAnswer: true })
  const answered = await other.post(`/api/admin/appeals/${id}/decision`, {
    outcome: 'reversed',
    answer: 'We looked again, and nothing in it breaks a rule of ours.',
  })
  expect(answered.status, answered.text).toBe(200)
}

it('RV13 A reported text is removed and leaves its vote; its writer is told, appeals, and it is back word for word', async () => {
  const review = await aReview(test, game)
  const before = await counted()
  const reporter = await signedIn(test)
  const { caseId, number } = await aReport(test, review.id, ABOUT, reporter)
  expect(await shown(review)).toMatchObject({ text: review.text, counted: true }) // a report hides nothing
  expect((await admin.get('/api/admin/reports?subject=review')).body).toMatchObject([
    { _id: caseId, subject: 'review', subjectId: review.id, title: 'Paper Boat', part: 'text' },
  ])
  expect((await decideReport(admin, caseId, REMOVE)).status).toBe(200)
  expect(await shown(review)).toMatchObject({ text: '', isTextRemoved: true, counted: true })
  expect(await counted()).toBe(before)

  const { review: own } = (await review.writer.get(`/api/games/${game.id}/review`)).body
  expect(own).toMatchObject({ text: review.text, isTextRemoved: true, decisionId: null })
  expect((await review.writer.get('/api/my-reviews')).body).toMatchObject([
    { textDecisionId: own.textDecisionId },
  ])
  const { statement } = (await review.writer.get(`/api/decisions/${own.textDecisionId}`)).body
  expect(statement).toContain('a part of your review of Paper Boat is no longer shown.')
  expect(statement).toContain('What it is about: Text of the review')
  expect(statement).toContain('Whether you recommend the game is shown and counts as before.')
  const [mail] = (await test.mailsTo(review.writer.email)).filter(
    ({ subject }) => subject === 'A decision about your review',
  )
  expect(mail?.text).toContain(`/decision/${own.textDecisionId}`)
  expect((await test.mailsTo(reporter.email)).map(({ subject }) => subject)).toContain(
    `Your report ${number} is decided`,
  )
  expect(await test.mailsTo(dev.email)).toEqual([])

  const put = (body: object) =>
    review.writer.put(`/api/games/${game.id}/review`, { recommends: true, ...body })
  expect((await put({ text: 'Another text of the same person, around it.' })).body.code).toBe(
    'review_removed',
  )
  expect((await put({ recommends: false, text: review.text })).status).toBe(200)
  expect((await review.writer.send('DELETE', `/api/games/${game.id}/review`)).body.code).toBe(
    'review_removed',
  )
  await reverse(review.writer, own.textDecisionId)
  expect(await shown(review)).toMatchObject({ text: review.text, isTextRemoved: false, recommends: false })
})

it('RV13 A fake review is removed as a whole and uncounted, and counts again after its reversal', async () => {
  const review = await aReview(test, game)
  const before = await counted()
  const { decisionId } = await removePart(review, 'text', ['review'])
  expect(await shown(review)).toBeUndefined()
  expect(await counted()).toBe(before - 1)
  expect((await review.writer.get(`/api/games/${game.id}/review`)).body.review).toMatchObject({ decisionId })
  await reverse(review.writer, decisionId)
  expect(await shown(review)).toMatchObject({ text: review.text, counted: true })
  expect(await counted()).toBe(before)
  expect(await countReviews(test.db)).toBe(0)
})

it('RV13 A username is taken off the reported review alone, and a pen name off all that it signs', async () => {
  const elsewhere = await addGame(test, { developerId: dev.id })
  const review = await aReview(test, game, { name: 'username' })
  const second = await aReview(test, elsewhere, { who: review.writer, name: 'username' })
  const { decisionId } = await removePart(review, 'name')
  expect([(await shown(review)).name, (await shown(second, elsewhere)).name]).toEqual([
    null,
    review.writer.username,
  ])
  await reverse(review.writer, decisionId)
  expect((await shown(review)).name).toBe(review.writer.username)

  const pen = await aReview(test, game)
  await givePenName(pen.writer, 'Grey Heron')
  await pen.writer.put(`/api/games/${game.id}/review`, { recommends: true, text: pen.text, name: 'pen_name' })
  const also = await aReview(test, elsewhere, { who: pen.writer, name: 'pen_name' })
  expect((await shown(also, elsewhere)).name).toBe('Grey Heron')
  const removed = await removePart(pen, 'name')
  expect([(await shown(pen)).name, (await shown(also, elsewhere)).name]).toEqual([null, null])
  await reverse(pen.writer, removed.decisionId)
  expect([(await shown(pen)).name, (await shown(also, elsewhere)).name]).toEqual(['Grey Heron', 'Grey Heron'])
})

async function givePenName(who: Person, name: string): Promise<void> {
  await test.sql`insert into names (folded) values (${foldName(name)})`
  await test.sql`insert into pen_names (account_id, name, folded) values (${who.id}, ${name}, ${foldName(name)})`
}

it('RV13 An answer is removed with a statement to its developer, who cannot answer around it, and comes back', async () => {
  const review = await aReview(test, game)
  const path = `/api/reviews/${review.id}/answer`
  await dev.put(path, { text: 'You have no idea what you are writing about.' })
  const { decisionId } = await removePart(review, 'answer')
  expect((await shown(review)).answer).toBeNull()
  expect((await dev.put(path, { text: 'Another one.' })).body.code).toBe('answer_removed')
  expect((await dev.get(`/api/decisions/${decisionId}`)).body.statement).toContain(
    'your answer to a review of Paper Boat is no longer shown.',
  )
  expect((await review.writer.get(`/api/decisions/${decisionId}`)).status).toBe(404)
  await reverse(dev, decisionId)
  expect((await shown(review)).answer).toMatchObject({ text: 'You have no idea what you are writing about.' })
})

it.each([
  ['text', ['text']],
  ['text', ['review']],
  ['name', ['name']],
  ['answer', ['answer']],
] as const)(
  'RV13 Of two decisions about the same %s, %j, one reversed leaves it removed',
  async (part, assets) => {
    const review = await aReview(test, game, { name: 'username' })
    await dev.put(`/api/reviews/${review.id}/answer`, { text: 'Thank you for nothing.' })
    const { caseId } = await aReport(test, review.id, { ...ABOUT, part })
    const { caseId: secondCase } = await aReport(test, review.id, { ...ABOUT, part, category: 'fraud' })
    const state = async () => {
      const now = await shown(review)
      return now ? [now.text, now.name, now.answer?.text, now.counted] : null
    }
    const before = await state()
    for (const id of [caseId, secondCase])
      expect((await decideReport(admin, id, { ...REMOVE, assets: [...assets] })).status).toBe(200)
    const removed = await state()
    expect(removed).not.toEqual(before)
    const decisions = await test.sql<{
      id: string
    }>`select id from moderation_decisions where about_review = ${review.id} order by decided_at`
    const appellant = part === 'answer' ? dev : review.writer
    await reverse(appellant, decisions[0]?.id ?? '')
    expect(await state()).toEqual(removed)
    await reverse(appellant, decisions[1]?.id ?? '')
    expect(await state()).toEqual(before)
  },
)

it('RV14 Who wrote a review is told inside its open case alone, and each look is an audit entry without a name', async () => {
  const review = await aReview(test, game)
  const { caseId } = await aReport(test, review.id, ABOUT)
  const detail = await admin.get(`/api/admin/reports/${caseId}`)
  const evidence = await admin.post(`/api/admin/reports/${caseId}/evidence`, {})
  expect(evidence.body).toMatchObject({ text: review.text, otherTexts: [] })
  const tells = (text: string) =>
    [review.writer.id, review.writer.username, review.writer.email].some((it) => text.includes(it))
  expect([detail.body.developerId, tells(detail.text), tells(evidence.text)]).toEqual([null, false, false])
  for (const who of [test.nobody, await signedIn(test), dev])
    expect((await who.post(`/api/admin/reports/${caseId}/writer`, {})).status).toBeGreaterThan(400)
  const seen = await admin.post(`/api/admin/reports/${caseId}/writer`, {})
  expect(seen.body).toEqual({ _id: review.writer.id, username: review.writer.username })
  const entries =
    await test.sql`select subject_kind, subject_id, subject, after from audit_log where action = 'review_writer_seen'`
  expect(entries).toEqual([
    {
      subject_kind: 'game',
      subject_id: game.id,
      subject: 'Paper Boat',
      after: { case: caseId, category: 'harassment', part: 'text' },
    },
  ])
  await decideReport(admin, caseId, REMOVE)
  expect((await admin.post(`/api/admin/reports/${caseId}/writer`, {})).body.code).toBe('already_decided')
  const { id } = await test.row<{ id: string }>`select id from moderation_decisions where case_id = ${caseId}`
  await review.writer.post(`/api/decisions/${id}/appeal`, { text: 'I wrote nothing that breaks a rule.' })
  for (const path of [
    `/api/admin/reports/${caseId}`,
    '/api/admin/reports?state=closed',
    `/api/decisions/${id}`,
    '/api/admin/appeals',
    `/api/admin/audit?subject=${game.id}`,
    '/api/admin/todo',
  ])
    expect(tells((await admin.get(path)).text), path).toBe(false)
  await review.writer.get(`/api/decisions/${id}`)
  const aboutIt = test.logged.filter((line) => [review.id, caseId, id].some((each) => line.includes(each)))
  expect(aboutIt.length).toBeGreaterThan(0)
  expect(aboutIt.filter(tells)).toEqual([])
  for (const path of [`/api/admin/users/${review.writer.id}`, `/api/admin/orders?q=${review.writer.email}`]) {
    const { text } = await admin.get(path)
    expect(
      [review.id, caseId, id, review.text].some((it) => text.includes(it)),
      path,
    ).toBe(false)
  }
})

it('RV13 M15 The seller of the game, the writer and the reporter decide nothing about a review', async () => {
  const sellingAdmin = await signedIn(test, 'admin')
  const theirs = await addGame(test, { developerId: sellingAdmin.id })
  const review = await aReview(test, theirs)
  const { caseId } = await aReport(test, review.id, ABOUT)
  expect((await sellingAdmin.get(`/api/admin/reports/${caseId}`)).status).toBe(404)
  expect((await sellingAdmin.post(`/api/admin/reports/${caseId}/writer`, {})).status).toBe(404)
  expect((await sellingAdmin.get('/api/admin/reports')).text).not.toContain(caseId)
  const { revision } = (await admin.get(`/api/admin/reports/${caseId}`)).body
  const decided = (who: Person) => decideReport(who, caseId, { ...REMOVE, assets: ['text'], revision })
  expect((await decided(sellingAdmin)).body.code).toBe('own_case')
  const { decisionId } = await removeBy(admin, caseId)
  await review.writer.post(`/api/decisions/${decisionId}/appeal`, {
    text: 'I wrote nothing that breaks a rule.',
  })
  const { id } = await test.row<{ id: string }>`select id from appeals where decision_id = ${decisionId}`
  const answer = { outcome: 'reversed', answer: 'We looked again, and nothing in it breaks a rule of ours.' }
  expect((await sellingAdmin.post(`/api/admin/appeals/${id}/decision`, answer)).body.code).toBe('own_case')
})

async function removeBy(who: Person, caseId: string) {
  expect((await decideReport(who, caseId, REMOVE)).status).toBe(200)
  const { id } = await test.row<{ id: string }>`select id from moderation_decisions where case_id = ${caseId}`
  return { decisionId: id }
}

it('RV14 An admin who reported a review is not told who wrote it', async () => {
  const { id } = await aReview(test, game)
  const { caseId } = await aReport(test, id, ABOUT, other)
  const asked = await other.post(`/api/admin/reports/${caseId}/writer`)
  expect([asked.status, asked.body.code]).toEqual([403, 'own_case'])
  expect((await admin.post(`/api/admin/reports/${caseId}/writer`)).status).toBe(200)
})

it('RV13 What is not there, is gone, or is about the game is not reported of a review', async () => {
  const review = await aReview(test, game)
  const report = async (id: string, fields: object, who: Person = dev) =>
    (await sendReport(who, id, { ...ABOUT, ...fields })).status
  expect(await report(game.id, {})).toBe(404)
  expect(await report(review.id, { part: 'name' })).toBe(404) // signed Owner
  expect(await report(review.id, { part: 'answer' })).toBe(404)
  expect(await report(review.id, { part: 'cover' })).toBe(404)
  expect(await report(review.id, { subject: 'game' })).toBe(404)
  const own = await sendReport(review.writer, review.id, ABOUT)
  expect([own.status, own.body.code]).toEqual([403, 'own_review'])
  const virus = await sendReport(dev, review.id, { ...ABOUT, category: 'malware' })
  expect([virus.status, virus.body.fields.category]).toEqual([
    422,
    'This is about the game: please report the game.',
  ])
  const { caseId } = await aReport(test, review.id, ABOUT, dev) // a seller's report is one like any other
  for (const kind of ['changes_needed', 'seal', 'correct'])
    expect((await decideReport(admin, caseId, { kind, rule: 'people-1' })).body.fields.kind).toContain(
      'remove what breaks',
    )
  await decideReport(admin, caseId, REMOVE)
  expect(await report(review.id, { category: 'fraud' })).toBe(404)
  const whole = await aReview(test, game)
  await removePart(whole, 'text', ['review'])
  expect(await report(whole.id, {})).toBe(404)
})

it('T20 A review that its writer removed meanwhile is kept with its case, which can only be left', async () => {
  const review = await aReview(test, game)
  const { caseId } = await aReport(test, review.id, ABOUT)
  await review.writer.send('DELETE', `/api/games/${game.id}/review`)
  expect((await admin.get(`/api/admin/reports/${caseId}`)).body).toMatchObject({ isGone: true })
  expect((await admin.post(`/api/admin/reports/${caseId}/evidence`, {})).body.text).toBe(review.text)
  expect((await decideReport(admin, caseId, REMOVE)).status).toBe(422)
  expect((await decideReport(admin, caseId, { kind: 'leave' })).status).toBe(200)
})

it('RV14 A review that stayed when its account was deleted is reported and decided without anybody to tell', async () => {
  const review = await aReview(test, game)
  await test.sql`update reviews set account_id = null where id = ${review.id}`
  const reporter = await signedIn(test)
  const { caseId } = await aReport(test, review.id, ABOUT, reporter)
  expect((await admin.post(`/api/admin/reports/${caseId}/writer`, {})).status).toBe(404)
  expect((await decideReport(admin, caseId, REMOVE)).status).toBe(200)
  expect(await shown(review)).toMatchObject({ text: '', isTextRemoved: true })
})

it('T19 The figures of a month tell of reviews that were reported, removed and restored', async () => {
  await countAll(test.store)
  const { figures } = await test.row<{ figures: { reviews: Record<string, number> } }>`
    select figures from transparency_periods where length(period) = 7 order by period desc limit 1`
  const { removed } = await test.row<{
    removed: number
  }>`select count(distinct review_id)::int as removed from review_removals`
  expect(figures.reviews.removed).toBe(removed)
  expect(figures.reviews.reported).toBeGreaterThanOrEqual(removed)
  expect(figures.reviews.restored).toBeGreaterThan(0)
})

it('Y10 A decision that still removes something is not deleted by its age, and one that was taken back is', async () => {
  const review = await aReview(test, game)
  const [stands, ended] = await test.sql<{ id: string }>`
    insert into moderation_decisions (id, title, developer_id, about_review, kind, rule, rule_version, assets, text, content_hash,
      statement, decided_by, decided_at)
    select gen_random_uuid(), 'Paper Boat', ${review.writer.id}, ${review.id}, 'take_down', 'people-1', 1, array['Text of the review'],
      repeat('Reasons. ', 9), '', 'Statement', ${admin.id}, now() - interval '3 years' from generate_series(1, 2) returning id`
  await test.sql`update reviews set text_removed_by = ${stands?.id} where id = ${review.id}`
  await purgeApprovals(test.db)
  expect(
    await test.sql`select id from moderation_decisions where id in (${stands?.id}, ${ended?.id})`,
  ).toEqual([stands])
})
