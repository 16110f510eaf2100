import type { AdminAppeal } from '@nofiller/contract/moderation/moderation'
import { REVIEW_WEEKS, SURGE } from '@nofiller/contract/reviews/review-rules'
import { expect, it } from 'vitest'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { addReviews, anOwner, aReview } from '../../testing/fixtures/reviews.ts'
import { eventually, useTestStore } from '../../testing/store.ts'
import { watchSurges } from './watch-surges.ts'

const test = useTestStore()
const dev = usePerson(test, 'developer')
const admin = usePerson(test, 'admin')
const other = usePerson(test, 'admin')

const REASON = 'These days were a campaign about something else than the game, by people of one forum.'
const today = () => new Date().toISOString().slice(0, 10)
const aGame = (values: object = {}) => addGame(test, { developerId: dev.id, priceCents: 999, ...values })
const summaryOf = async ({ id }: TestGame) => {
  await test.forgetCatalog()
  return (await test.nobody.get(`/api/games/${id}`)).body.reviews
}
const weeksOf = async ({ id }: TestGame) => (await test.nobody.get(`/api/games/${id}/review-weeks`)).body
const surgeOf = ({ id }: TestGame) =>
  test.row<{ id: string; from_on: string; state: string; decision_id: string }>`
    select id, from_on, state, decision_id from review_surges where game_id = ${id} order by opened_at desc limit 1`
const isTold = ({ email }: Person, subject: string) =>
  eventually(async () => (await test.mailsTo(email)).some((mail) => mail.subject === subject))
const decide = (who: { post: typeof admin.post }, id: string, state: string, more: object = {}) =>
  who.post(`/api/admin/review-surges/${id}/decision`, {
    state,
    from: today(),
    until: today(),
    reason: REASON,
    ...more,
  })

/** A game that is liked, with a review every other day of two months. */
async function aLikedGame(values: object = {}): Promise<TestGame> {
  const game = await aGame(values)
  await addReviews(test, game, { count: 30, hoursAgo: (nth) => 96 + nth * 44 })
  return game
}
/** Bad reviews by people who paid, in the last hours. */
const bomb = (game: TestGame, count = 20) =>
  addReviews(test, game, { count, recommends: false, hoursAgo: (nth) => nth / count })

it('RV11 The hourly job finds bombs, and neither the wave of a release nor a game that gets as many each day', async () => {
  const bombed = await aLikedGame()
  const few = await aLikedGame()
  const wave = await aLikedGame()
  const busy = await aGame()
  const young = await aLikedGame()
  await bomb(bombed)
  await bomb(few, SURGE.reviewsMin - 1)
  await addReviews(test, wave, { count: 40, hoursAgo: (nth) => nth })
  await addReviews(test, busy, { count: 150, hoursAgo: (nth) => 73 + nth * 9.5 })
  await bomb(busy, 30)
  await addReviews(test, young, { count: 20, accountHours: 50, hoursAgo: () => 1 })
  expect(await watchSurges(test.store, 2)).toBe(2)
  expect(await watchSurges(test.store)).toBe(0)
  const found =
    await test.sql`select game_id, reviews, positive, newcomers from review_surges order by positive`
  expect(found).toEqual([
    { game_id: bombed.id, reviews: 20, positive: 0, newcomers: 0 },
    { game_id: young.id, reviews: 20, positive: 20, newcomers: 20 },
  ])
  expect(await summaryOf(bombed)).toMatchObject({ surge: { state: 'open', until: null }, counted: 50 })
  expect(await summaryOf(wave)).toMatchObject({ surge: null })
  await isTold(admin, 'Unusually many reviews of 2 games')
  await test.sql`delete from review_surges`
  await test.sql`delete from reviews where game_id in (${bombed.id}, ${young.id})`
})

it('RV17 500 accounts with free claims change nothing of a paid game’s share, and its page says so within the hour', async () => {
  const game = await aLikedGame()
  const before = await summaryOf(game)
  await addReviews(test, game, { count: 500, recommends: false, through: 'claim', hoursAgo: () => 1 })
  await watchSurges(test.store)
  const after = await summaryOf(game)
  expect([after.share, after.counted]).toEqual([before.share, before.counted])
  expect(after).toMatchObject({ shown: 530, surge: { state: 'open', from: expect.any(String), until: null } })
  expect((await surgeOf(game)).state).toBe('open')
  await test.sql`delete from reviews where game_id = ${game.id}`
})

it('RV11 An off-topic window is shown and not counted, both figures are told, and an appeal that is upheld counts it again', async () => {
  const game = await aLikedGame({ title: 'Night Ferry' })
  const writer = await anOwner(test, game)
  await aReview(test, game, { who: writer, recommends: false })
  const [second, third] = [await anOwner(test, game), await anOwner(test, game)]
  await aReview(test, game, { who: second, recommends: false })
  await aReview(test, game, { who: third })
  await bomb(game)
  await watchSurges(test.store)
  const { id, from_on } = await surgeOf(game)
  expect(await weeksOf(game)).toMatchObject({
    with: { share: 58, counted: 53 },
    without: { share: 100, counted: 30 },
    surges: [{ from: from_on, until: null, state: 'open' }],
  })

  const { body: open } = await admin.get('/api/admin/review-surges')
  expect(open.find((surge: { id: string }) => surge.id === id)).toMatchObject({
    game: { id: game.id },
    reviews: 23,
    positive: 1,
    decision: null,
  })
  expect((await decide(admin, id, 'off_topic', { from: from_on, reason: 'Short.' })).status).toBe(422)
  expect((await decide(admin, id, 'off_topic', { from: '2020-01-01' })).body.fields.until).toBe(
    'Choose at most 60 days.',
  )
  expect((await decide(admin, id, 'off_topic', { from: from_on })).status).toBe(200)
  expect((await decide(other, id, 'normal')).body.code).toBe('already_decided')
  expect(await summaryOf(game)).toMatchObject({
    shown: 53,
    share: 100,
    counted: 30,
    surge: { from: from_on, until: today(), state: 'off_topic' },
  })
  expect(await weeksOf(game)).toMatchObject({ with: { counted: 53 }, without: { counted: 30 } })
  const shown = (await test.nobody.get(`/api/games/${game.id}/reviews?recommends=false`)).body
  expect(shown[0]).toMatchObject({ mark: 'surge', counted: false })
  // Written anew it would lie in another day.
  const again = await writer.send('DELETE', `/api/games/${game.id}/review`)
  expect([again.status, again.body.code]).toEqual([409, 'in_unusual_days'])
  expect(
    await test.row`select count(*)::int as entries from audit_log where action = 'surge_decided' and subject_id = ${game.id}`,
  ).toEqual({ entries: 1 })

  const { decision_id } = await surgeOf(game)
  await isTold(writer, 'Your review of Night Ferry does not count')
  await isTold(dev, 'Reviews of Night Ferry from some days do not count')
  const stranger = await signedIn(test)
  const appeal = { text: 'I own the game and wrote about its second chapter, which breaks my save.' }
  expect((await stranger.get(`/api/decisions/${decision_id}`)).status).toBe(404)
  expect((await stranger.post(`/api/decisions/${decision_id}/appeal`, appeal)).status).toBe(404)
  expect((await writer.get(`/api/decisions/${decision_id}`)).body).toMatchObject({
    kind: 'off_topic',
    statement: expect.stringContaining(REASON),
    strikes: [],
  })
  expect((await writer.post(`/api/decisions/${decision_id}/appeal`, appeal)).status).toBe(200)
  expect((await writer.post(`/api/decisions/${decision_id}/appeal`, appeal)).body.code).toBe(
    'already_appealed',
  )
  // The seller learns neither who appealed nor what they say, and can appeal too, as can each other writer.
  const ofSeller = (await dev.get(`/api/decisions/${decision_id}`)).body
  expect(ofSeller).toMatchObject({ appeal: null, appealUntil: expect.any(String) })
  expect((await dev.post(`/api/decisions/${decision_id}/appeal`, appeal)).status).toBe(200)
  expect((await second.post(`/api/decisions/${decision_id}/appeal`, appeal)).status).toBe(200)
  expect((await writer.get(`/api/decisions/${decision_id}`)).body.appeal).toMatchObject({ outcome: null })
  const appeals = (await other.get('/api/admin/appeals')).body
  expect(appeals.map(({ from, alike }: AdminAppeal) => [from, alike]).sort()).toEqual([
    ['developer', 0],
    ['writer', 1],
    ['writer', 1],
  ])
  const appealed = appeals.find(({ from }: AdminAppeal) => from === 'writer')
  expect(appealed).toMatchObject({ developer: null, mayAnswer: true })
  expect(JSON.stringify(appealed)).not.toContain(writer.username)
  const answer = { outcome: 'reversed', answer: 'They wrote about the game. We were wrong about these days.' }
  expect((await admin.post(`/api/admin/appeals/${appealed._id}/decision`, answer)).body.code).toBe(
    'same_admin',
  )
  expect((await other.post(`/api/admin/appeals/${appealed._id}/decision`, answer)).status).toBe(200)
  expect(await summaryOf(game)).toMatchObject({ share: 58, counted: 53, surge: null })
  for (const who of [writer, second, dev]) await isTold(who, 'We took our decision about Night Ferry back')
  expect((await other.get('/api/admin/appeals')).body).toEqual([])
  expect((await third.get(`/api/decisions/${decision_id}`)).body).toMatchObject({
    appeal: null,
    appealUntil: null,
  })
  expect((await third.post(`/api/decisions/${decision_id}/appeal`, appeal)).body.code).toBe(
    'nothing_to_appeal',
  )
  expect(await watchSurges(test.store)).toBe(0)
})

it('RV11 A normal surge goes on counting and is not found again, until as many come anew', async () => {
  const game = await aLikedGame()
  await bomb(game)
  await watchSurges(test.store)
  const { id } = await surgeOf(game)
  expect((await decide(admin, id, 'normal')).status).toBe(200)
  expect(await summaryOf(game)).toMatchObject({ surge: null, counted: 50 })
  expect(await watchSurges(test.store)).toBe(0)
  await test.sql`update review_surges set decided_at = now() - interval '2 hours' where id = ${id}`
  expect(await watchSurges(test.store)).toBe(1)
})

it('8.7 Nobody decides about a surge of their own game, or of one that they reviewed', async () => {
  const owned = await aGame({ developerId: admin.id })
  const reviewed = await aLikedGame()
  await aReview(test, reviewed, { who: other })
  for (const game of [owned, reviewed]) {
    await bomb(game)
    await test.sql`insert into review_surges (id, game_id, from_on, due_at, reviews, positive, newcomers)
      values (gen_random_uuid(), ${game.id}, ${today()}::date, now(), 20, 0, 0)`
  }
  expect((await decide(admin, (await surgeOf(owned)).id, 'normal')).body.code).toBe('own_case')
  expect((await decide(other, (await surgeOf(reviewed)).id, 'normal')).body.code).toBe('own_case')
  const ids = (await admin.get('/api/admin/review-surges')).body.map((surge: { id: string }) => surge.id)
  expect(ids).not.toContain((await surgeOf(owned)).id)
  expect((await admin.get('/api/admin/todo/counts')).body.reviews).toBe(ids.length)
})

it('RV11 The reviews of a deleted account follow a window as others do', async () => {
  const game = await aLikedGame()
  await bomb(game)
  await test.sql`update reviews set account_id = null, name_kind = 'owner' where game_id = ${game.id}`
  await watchSurges(test.store)
  const { id, from_on } = await surgeOf(game)
  await decide(admin, id, 'off_topic', { from: from_on })
  expect(await summaryOf(game)).toMatchObject({ counted: 30, share: 100 })
  await test.sql`update review_surges set state = 'normal' where id = ${id}`
  expect(await summaryOf(game)).toMatchObject({ counted: 50, share: 60 })
})

it('The weeks of a game are 26, from Monday on, the last of them this one', async () => {
  const game = await aGame()
  await addReviews(test, game, { count: 3, hoursAgo: () => 0 })
  const { weeks } = await weeksOf(game)
  expect(weeks).toHaveLength(REVIEW_WEEKS)
  expect(weeks.at(-1)).toMatchObject({ yes: 3, no: 0 })
  expect(new Date(weeks[0].from).getUTCDay()).toBe(1)
  expect((await test.nobody.get(`/api/games/${crypto.randomUUID()}/review-weeks`)).status).toBe(404)
})
