import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import { noticeLine, noticeTitle, REVIEW_TOPICS } from '@nofiller/contract/notices/notice-rules'
import type { Notice } from '@nofiller/contract/notices/notices'
import { beforeAll, expect, it } from 'vitest'
import { announceAnswer } from '../reviews/announce-answer.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { anOwner, aReview, fetchFile, type TestReview } from '../testing/fixtures/reviews.ts'
import { useTestStore } from '../testing/store.ts'
import { mailDigests } from './mail-digests.ts'
import { mailNotices } from './mail-notices.ts'
import { remindOfReviews } from './remind-of-reviews.ts'
import { tellReviews } from './tell-reviews.ts'

const test = useTestStore()
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

const aGame = (values: object = {}): Promise<TestGame> => addGame(test, { developerId: dev.id, ...values })

/** What is queued goes first, as rows that it holds are left to the next time. */
async function tellAll(): Promise<void> {
  await test.drain()
  await tellReviews(test.store)
}

async function saidTo(who: Person): Promise<Notice[]> {
  await tellAll()
  return (await who.get('/api/notices')).body
}
const linesTo = async (who: Person) =>
  (await saidTo(who)).map((notice) => `${noticeTitle(notice)} / ${noticeLine(notice)}`)

const answer = (review: TestReview, text = 'Thank you. The next version mends it.') =>
  dev.put(`/api/reviews/${review.id}/answer`, { text })

/** Asks for an email about reviews each time. */
async function mailEach(who: Person): Promise<void> {
  await who.put('/api/settings', { notifyUpdates: true })
  await who.put('/api/notice-preferences', {
    topics: REVIEW_TOPICS.map((topic) => ({ topic, site: true, mail: 'each' })),
  })
}

async function mailsTo(who: Person) {
  await tellAll()
  await mailNotices(test.store)
  await test.drain()
  return (await test.mailsTo(who.email)).filter(({ text }) => text?.includes('Unsubscribe'))
}

it('RV8 The developer hears of each new review once, not of edits, and the writer of the first answer alone', async () => {
  const game = await aGame({ title: 'Velvet Orbit' })
  const review = await aReview(test, game, { name: 'username' })
  const ofGame = async () => (await saidTo(dev)).filter(({ gameId }) => gameId === game.id)
  const [told, ...others] = await ofGame()
  expect(others).toEqual([])
  expect(told).toMatchObject({ topic: 'review-new', isNew: true, labels: ['Recommended'] })
  expect(told && noticeTitle(told)).toBe('Velvet Orbit: a new review')
  await dev.post('/api/notices/read', { all: true })
  await review.writer.put(`/api/games/${game.id}/review`, { recommends: false })
  await aReview(test, game, { recommends: false })
  expect((await ofGame()).map(({ isNew, labels }) => [isNew, labels])).toEqual([
    [true, ['Not recommended']],
    [false, ['Not recommended']],
  ])
  await answer(review)
  expect(await linesTo(review.writer)).toEqual([`${dev.username} answered your review / About Velvet Orbit.`])
  await review.writer.post('/api/notices/read', { all: true })
  await answer(review, 'Thank you. It is mended.')
  await dev.send('DELETE', `/api/reviews/${review.id}/answer`)
  expect(await saidTo(review.writer)).toEqual([])
  await answer(review)
  expect((await saidTo(review.writer)).map(({ isNew }) => isNew)).toEqual([false])
})

it('RV8 The writer hears of an answer at once, and no answer waits for another that is being saved', async () => {
  const game = await aGame()
  const [one, other] = [await aReview(test, game), await aReview(test, game)]
  await test.db.transaction().execute(async (tx) => {
    await announceAnswer(test.store.jobs, tx, one.id)
    expect((await answer(other)).status).toBe(200)
  })
  await test.drain()
  const { body } = await other.writer.get('/api/notices')
  expect(body.map(({ topic }: Notice) => topic)).toEqual(['review-answer'])
})

it('RV14 Nothing in the notice of a new review names its writer or the minute it was written', async () => {
  const game = await aGame()
  const { writer, text } = await aReview(test, game)
  await mailEach(dev)
  await tellReviews(test.store)
  const notices = await dev.get('/api/notices')
  const [mail] = (await mailsTo(dev)).slice(-1)
  for (const seen of [notices.text, mail?.text ?? ''])
    for (const secret of [writer.id, writer.username, writer.email, text]) expect(seen).not.toContain(secret)
  const mine: Notice[] = notices.body.filter(({ gameId }: Notice) => gameId === game.id)
  expect(mine.map(({ at }) => at.slice(13))).toEqual([':00:00.000Z'])
})

it('RV8 A review that is held or removed is not told, and a held one once it is shown', async () => {
  const game = await aGame()
  const [held, removed] = [await aReview(test, game), await aReview(test, game)]
  await test.sql`update reviews set held_at = now() where id = ${held.id}`
  await test.sql`update reviews set removed_at = now() where id = ${removed.id}`
  const ofGame = async () => (await saidTo(dev)).filter(({ gameId }) => gameId === game.id)
  expect(await ofGame()).toEqual([])
  await test.sql`update reviews set held_at = null where id = ${held.id}`
  expect(await ofGame()).toMatchObject([{ ids: [expect.any(String)], thingId: held.id }])
  await answer(held)
  await test.sql`update review_answers set removed_at = now() where review_id = ${held.id}`
  expect(await saidTo(held.writer)).toEqual([])
})

it('N9 N10 An email about reviews names its topic, and not an 18+ game in the subject', async () => {
  const game = await aGame({ category: 'NSFW', title: 'Velvet Orbit' })
  const review = await aReview(test, game)
  await mailEach(review.writer)
  await review.writer.put('/api/settings', { contentChoice: 'show' })
  await answer(review)
  const [mail, ...more] = await mailsTo(review.writer)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('A developer answered your review')
  expect(mail?.text?.split('\n\n')[0]).not.toContain('Velvet Orbit')
  expect(mail?.text).toContain(`Read the answer: ${test.url}/my-reviews`)
  expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('topic=review-answer')
  expect(await mailsTo(review.writer)).toHaveLength(1)
})

it('N10 The weekly email tells of reviews after all else, and the bell of many in one line', async () => {
  const seller = await signedIn(test, 'developer')
  const game = await aGame({ developerId: seller.id, title: 'Low Tide' })
  await seller.put('/api/settings', { notifyUpdates: true })
  await mailDigests(test.store)
  for (const recommends of [true, true, false]) await aReview(test, game, { recommends })
  expect(await linesTo(seller)).toEqual(['Low Tide: 3 new reviews / 2 recommended, 1 not.'])
  await test.sql`update digests set next_at = now() where account_id = ${seller.id}`
  await mailDigests(test.store)
  await test.drain()
  const [mail] = await test.mailsTo(seller.email)
  expect(mail?.text).toContain('Games you sell\n')
  expect(mail?.text).toContain(`Low Tide: 3 new reviews: ${test.url}/dev/games/${game.id}/reviews`)
})

/** As if no download had come by yet: tests let people have downloaded long ago. */
async function remindAnew(): Promise<void> {
  await test.sql`update review_reminders set until_at = '-infinity'`
  await remindOfReviews(test.store)
}

const HIDES: Record<string, (reader: Person, game: TestGame) => Promise<unknown>> = {
  'the game is taken down': (_reader, { id }) =>
    test.sql`update games set suspended_at = now() where id = ${id}`,
  'the game is muted': (reader, { id }) => reader.put('/api/notices/games', { gameIds: [id], isMuted: true }),
  'the game is hidden in the library': (reader, { id }) =>
    reader.patch(`/api/library/${id}`, { hidden: true }),
  'its developer is blocked': (reader) => reader.put(`/api/blocks/developer/${dev.id}`, undefined),
  'limits hide it': (reader) =>
    reader.put('/api/limits', { levels: levelsWith({ gore: 3 }), allowsAvoidable: false }),
  '18+ games are hidden': (reader) => reader.put('/api/settings', { contentChoice: 'sfw' }),
}

it.each(Object.keys(HIDES))('N6 N12 No answer and no reminder name a game when %s', async (what) => {
  const game = await aGame({ category: 'NSFW', title: 'Velvet Orbit' })
  const [review, unanswered, early, late] = [
    await aReview(test, game),
    await aReview(test, game),
    await anOwner(test, game, { fetchedHours: 6 * 24 }),
    await anOwner(test, game, { fetchedHours: 1 }),
  ]
  await mailEach(unanswered.writer)
  await answer(review)
  await remindAnew()
  expect(await saidTo(review.writer)).toHaveLength(1)
  expect(await saidTo(early)).toHaveLength(1)
  for (const who of [review.writer, unanswered.writer, early, late]) await HIDES[what]?.(who, game)
  await answer(unanswered)
  await test.sql`update downloads set created_at = now() - interval '121 hours' where account_id = ${late.id}`
  await remindAnew()
  expect(await test.sql`select id from notices where account_id = ${late.id}`).toEqual([])
  for (const who of [review.writer, unanswered.writer, early]) {
    const texts = [(await who.get('/api/notices')).text, (await who.get('/api/notices/unread')).text]
    expect(texts).toEqual(['[]', '{"count":0}'])
  }
  expect(await mailsTo(unanswered.writer)).toEqual([])
})

it('Owners are reminded once for ever that they can review a game, five days after their first download', async () => {
  const game = await aGame({ title: 'Saltglass' })
  const day = 24
  const [due, tooEarly, wrote, refunded] = [
    await anOwner(test, game, { fetchedHours: 5 * day + 1 }),
    await anOwner(test, game, { fetchedHours: 5 * day - 1 }),
    (await aReview(test, game, { fetchedHours: 5 * day + 1 })).writer,
    await anOwner(test, game, { fetchedHours: 5 * day + 1 }),
  ]
  await test.sql`delete from grants where account_id = ${refunded.id}`
  await remindAnew()
  expect(await linesTo(due)).toEqual([
    'What do you think of Saltglass? / You can review it now. Tell others what it is like.',
  ])
  expect(await mailsTo(due)).toEqual([])
  for (const who of [tooEarly, wrote, refunded]) expect(await saidTo(who)).toEqual([])
  await test.sql`delete from notices where account_id = ${due.id}`
  await fetchFile(test, due, game, 5 * day)
  await remindOfReviews(test.store)
  expect(await saidTo(due)).toEqual([])
  await test.sql`update downloads set created_at = now() - interval '5 days' where account_id = ${tooEarly.id}`
  await remindOfReviews(test.store)
  const [notice] = await saidTo(tooEarly)
  expect(notice).toMatchObject({ topic: 'review-reminder', thingId: game.id })
  await tooEarly.put(`/api/games/${game.id}/review`, { recommends: true })
  expect(await saidTo(tooEarly)).toEqual([])
})
