import { expect, it } from 'vitest'
import { addGame, useGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { anOwner, aReview } from '../testing/fixtures/reviews.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
const dev = usePerson(test, 'developer')
const shared = useGame(test, dev)

const reviewsOf = async ({ id }: { id: string }, query = '') =>
  (await test.nobody.get(`/api/games/${id}/reviews${query}`)).body
const countsOf = (game: { id: string }) =>
  test.row`select reviews_counted as counted, reviews_positive as positive, reviews_shown as shown,
    round(review_rank::numeric, 3)::float8 as rank from games where id = ${game.id}`

it('RV2 An owner writes a review, changes it with a date, and removes it', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const { id, writer, text } = await aReview(test, game, { progress: 'finished', language: 'en' })
  expect(await reviewsOf(game)).toEqual([
    {
      id,
      recommends: true,
      text,
      isTextRemoved: false,
      language: 'en',
      progress: 'finished',
      name: null,
      release: expect.any(String),
      on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      editedOn: null,
      counted: true,
      mark: null,
      helpful: 0,
      answer: null,
    },
  ])
  const changed = await writer.put(`/api/games/${game.id}/review`, {
    recommends: false,
    text: '',
    name: 'username',
  })
  expect(changed.body.review).toMatchObject({ id, recommends: false, text: '', editedAt: expect.any(String) })
  expect(await reviewsOf(game)).toMatchObject([{ name: writer.username, recommends: false }])
  expect(await test.sql`select recommends, text from review_versions where review_id = ${id}`).toEqual([
    { recommends: true, text },
  ])
  expect((await writer.send('DELETE', `/api/games/${game.id}/review`)).status).toBe(204)
  expect(await reviewsOf(game)).toEqual([])
  expect(await countsOf(game)).toEqual({ counted: 0, positive: 0, shown: 0, rank: null })
})

it('RV16 A text has 30 to 5,000 characters, or none', async () => {
  const owner = await anOwner(test, shared)
  const put = (draft: object) => owner.put(`/api/games/${shared.id}/review`, { recommends: true, ...draft })
  expect(await put({ text: 'x'.repeat(29) })).toMatchObject({
    status: 422,
    body: { fields: { text: 'Write at least 30 characters, or none.' } },
  })
  expect((await put({ text: 'x'.repeat(5_001) })).status).toBe(422)
  expect((await put({ text: `${'x'.repeat(40)}\u202e` })).status).toBe(422)
  expect((await put({ name: 'pen_name' })).body.fields).toEqual({ name: 'Choose a pen name first.' })
  expect((await put({ text: 'ก็'.repeat(30) })).status).toBe(200)
})

it('RV7 An owner who did not write it finds a review helpful, once', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const { id, writer } = await aReview(test, game)
  const reader = await anOwner(test, game)
  const vote = (who: { put: typeof reader.put }) => who.put(`/api/reviews/${id}/helpful`, undefined)
  expect((await vote(writer)).body.code).toBe('own_review')
  expect((await vote(await signedIn(test))).body.code).toBe('not_an_owner')
  await Promise.all([vote(reader), vote(reader), vote(await anOwner(test, game))])
  expect(await reviewsOf(game)).toMatchObject([{ helpful: 2 }])
  await reader.send('DELETE', `/api/reviews/${id}/helpful`)
  expect(await reviewsOf(game)).toMatchObject([{ helpful: 1 }])
})

it('RV7 Who may not review may not vote, and the votes of a suspended account do not count meanwhile', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const { id } = await aReview(test, game)
  const vote = async (who: Person) => {
    const { status, body } = await who.put(`/api/reviews/${id}/helpful`, undefined)
    return [status, body?.code]
  }
  expect(await vote(await anOwner(test, game, { fetchedHours: 23 }))).toEqual([403, 'too_early'])
  expect(await vote(await anOwner(test, game, { accountHours: 1 }))).toEqual([403, 'too_early'])
  const voter = await anOwner(test, game)
  expect(await vote(voter)).toEqual([204, undefined])
  const helpful = async () =>
    (await test.row<{ helpful: number }>`select helpful from reviews where id = ${id}`).helpful
  await test.sql`update accounts set suspended_at = now() where id = ${voter.id}`
  expect(await helpful()).toBe(0)
  await test.sql`update accounts set suspended_at = null where id = ${voter.id}`
  expect(await helpful()).toBe(1)
})

it('RV8 The developer answers a review once, and changes or removes the answer', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const { id } = await aReview(test, game)
  const path = `/api/reviews/${id}/answer`
  expect((await dev.put(path, { text: 'x' })).status).toBe(422)
  expect((await dev.put(path, { text: 'Thank you.' })).status).toBe(200)
  expect((await dev.put(path, { text: 'Thank you both.' })).body).toMatchObject({ text: 'Thank you both.' })
  expect(await reviewsOf(game)).toMatchObject([
    { answer: { text: 'Thank you both.', developer: dev.username } },
  ])
  expect((await dev.send('DELETE', path)).status).toBe(204)
  expect(await reviewsOf(game)).toMatchObject([{ answer: null }])
})
