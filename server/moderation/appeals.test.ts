import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { createGame } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
let admin: Person
let other: Person

beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  other = await signedIn(test, 'admin')
})

const APPEAL = { text: 'I drew this picture myself; the file with the layers is in my folder.' }
const ANSWER = 'We have seen the layered file. The picture is yours, and the game is in the store again.'

/** A developer's game with a decision against it, before or after it was public. */
async function decided({ kind = 'reject', isPublic = false } = {}) {
  const developer = await signedIn(test, 'developer')
  if (!isPublic)
    await test.db
      .updateTable('accounts')
      .set({ first_game_approved_at: null })
      .where('id', '=', developer.id)
      .execute()
  const { body: game } = await createGame(developer)
  const review = await test.db
    .selectFrom('game_reviews')
    .select('id')
    .where('game_id', '=', game._id)
    .executeTakeFirstOrThrow()
  const sent = await admin.post(`/api/admin/approvals/${review.id}/decision`, {
    kind,
    rule: kind === 'approve' ? null : 'rights-1',
    assets: kind === 'approve' ? [] : ['Cover'],
    text: 'The cover is on the page of another artist since 2024. Show us that it is yours.',
    note: '',
    revision: 1,
  })
  expect(sent.status, sent.text).toBe(200)
  const { id } = await test.db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('game_id', '=', game._id)
    .executeTakeFirstOrThrow()
  return { developer, game, decisionId: id }
}

const sendAppeal = (who: Person, decisionId: string) =>
  who.post(`/api/decisions/${decisionId}/appeal`, APPEAL)
const appealOf = async (decisionId: string) =>
  test.db.selectFrom('appeals').selectAll().where('decision_id', '=', decisionId).executeTakeFirstOrThrow()
const answer = async (who: Person, decisionId: string, outcome: 'reversed' | 'kept') =>
  who.post(`/api/admin/appeals/${(await appealOf(decisionId)).id}/decision`, { outcome, answer: ANSWER })
const isPublic = async (slug: string) => {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/games/${slug}`)).status === 200
}

it('M10 a decision can be appealed once, by the person it concerns, and the appeal is due in seven days', async () => {
  const { developer, decisionId } = await decided()
  const stranger = await signedIn(test, 'developer')
  expect((await sendAppeal(stranger, decisionId)).status).toBe(404)
  const both = await Promise.all([sendAppeal(developer, decisionId), sendAppeal(developer, decisionId)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { due_at, sent_at } = await appealOf(decisionId)
  expect(due_at.getTime() - sent_at.getTime()).toBe(7 * 86_400_000)
  expect((await developer.get(`/api/decisions/${decisionId}`)).body.appeal).toMatchObject(APPEAL)
})

it('M10 an appeal is decided by another admin, never by the first one, which the database enforces', async () => {
  const { developer, decisionId } = await decided()
  await sendAppeal(developer, decisionId)
  expect(await answer(admin, decisionId, 'kept')).toMatchObject({ status: 403, body: { code: 'same_admin' } })
  await expect(
    test.db
      .updateTable('appeals')
      .set({ outcome: 'kept', answer: ANSWER, decided_by: admin.id, decided_at: new Date() })
      .where('decision_id', '=', decisionId)
      .execute(),
  ).rejects.toThrow(/check/)
  const listed = (await admin.get('/api/admin/appeals')).body
  const theirs = listed.find((each: { decision: { _id: string } }) => each.decision._id === decisionId)
  expect(theirs).toMatchObject({ isOwn: true, mayAnswer: false })
  expect((await answer(other, decisionId, 'kept')).status).toBe(200)
  expect(await answer(other, decisionId, 'reversed')).toMatchObject({ status: 409 })
})

it('M10 after a reversed decision the game is public again in the same minute, and its developer is notified', async () => {
  for (const wasPublic of [false, true]) {
    const { developer, game, decisionId } = await decided({ isPublic: wasPublic })
    expect(await isPublic(game.slug)).toBe(false)
    await sendAppeal(developer, decisionId)
    await answer(other, decisionId, 'reversed')
    expect(await isPublic(game.slug)).toBe(true)
    const [own] = (await developer.get('/api/my-games')).body
    expect(own).toMatchObject({ review: null, visibility: 'public' })
    if (wasPublic) expect(own.publishedAt).toBe(game.publishedAt)
    await test.drain()
    const mail = (await test.mailsTo(developer.email)).at(-1)
    expect(mail?.subject).toBe('We took our decision about Night Ferry back')
    expect(mail?.text).toContain('Someone who wasn’t involved in the first decision decided.')
    expect(mail?.text).not.toContain(other.username)
  }
})

it('M10 after an upheld decision the game stays as it was, with the reasons', async () => {
  const { developer, game, decisionId } = await decided()
  await sendAppeal(developer, decisionId)
  await answer(other, decisionId, 'kept')
  expect(await isPublic(game.slug)).toBe(false)
  const { appeal } = (await developer.get(`/api/decisions/${decisionId}`)).body
  expect(appeal).toMatchObject({ outcome: 'kept', answer: ANSWER })
})

it('M10 the time to appeal ends after six calendar months, and an approval cannot be appealed', async () => {
  const { developer, decisionId } = await decided()
  await sql`alter table moderation_decisions disable trigger moderation_decisions_stay`.execute(test.db)
  await test.db
    .updateTable('moderation_decisions')
    .set({ decided_at: sql<Date>`now() - interval '6 months 1 day'` })
    .where('id', '=', decisionId)
    .execute()
  await sql`alter table moderation_decisions enable trigger moderation_decisions_stay`.execute(test.db)
  expect(await sendAppeal(developer, decisionId)).toMatchObject({
    status: 409,
    body: { code: 'too_late_to_appeal' },
  })
  const approved = await decided({ kind: 'approve' })
  expect(await sendAppeal(approved.developer, approved.decisionId)).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_appeal' },
  })
})

it('M10 in a store with one admin the same admin decides the appeal, a day later, and the decision says so', async () => {
  const { developer, decisionId } = await decided()
  await sendAppeal(developer, decisionId)
  await test.db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', other.id).execute()
  expect((await answer(admin, decisionId, 'kept')).status).toBe(403)
  await test.db
    .updateTable('appeals')
    .set({ sent_at: sql<Date>`sent_at - interval '25 hours'` })
    .where('decision_id', '=', decisionId)
    .execute()
  expect((await answer(admin, decisionId, 'kept')).status).toBe(200)
  expect((await appealOf(decisionId)).single_admin).toBe(true)
  await test.drain()
  expect((await test.mailsTo(developer.email)).at(-1)?.text).toContain('One person runs this store')
  await test.db.updateTable('accounts').set({ suspended_at: null }).where('id', '=', other.id).execute()
})
