import { expect, it } from 'vitest'
import { deleteDueAccounts } from '../../personal-data/deletion/delete-accounts.ts'
import { addGame, type TestGame } from '../../testing/fixtures/games.ts'
import { type Person, usePerson } from '../../testing/fixtures/people.ts'
import { anOwner, aReview } from '../../testing/fixtures/reviews.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const dev = usePerson(test, 'developer')
const admin = usePerson(test, 'admin')
const other = usePerson(test, 'admin')

const TEXT =
  'The quietest game about being tired together. The fourth dinner is the best scene that I have read this year, and nobody hurries you.'
const OTHER_TEXT =
  'Somebody finally wrote a spaceship on which people do the laundry. I trust every one of them, mostly, and their cat.'
const REASON = 'Twenty accounts posted these very words today, about games of one developer.'

const aGame = (values: object = {}) => addGame(test, { developerId: dev.id, ...values })
const forget = () => test.sql`delete from reviews`
const write = (who: Person, game: TestGame, text: string, more: object = {}) =>
  who.put(`/api/games/${game.id}/review`, { recommends: true, text, ...more })
const shownOf = async ({ id }: TestGame) => (await test.nobody.get(`/api/games/${id}/reviews`)).body
const countedOf = ({ id }: TestGame) =>
  test.row`select reviews_counted as counted, reviews_shown as shown from games where id = ${id}`
const isTold = ({ email }: Person, subject: string) =>
  eventually(async () => (await test.mailsTo(email)).some((mail) => mail.subject === subject))
const decide = (who: Person, id: string, outcome: 'release' | 'remove') =>
  who.post(`/api/admin/held-reviews/${id}/decision`, { outcome, reason: REASON })

/** A copy of a review about another game, by another account. */
async function aHeldReview() {
  await forget()
  await aReview(test, await aGame({ title: 'First' }), { text: TEXT })
  const game = await aGame({ title: 'Second' })
  const held = await aReview(test, game, { text: TEXT.toUpperCase() })
  return { game, ...held }
}

it('RV11 A copy of another account’s text waits for a look, seen by its writer alone, and counts from its release on', async () => {
  const { game, id, writer } = await aHeldReview()
  expect(await shownOf(game)).toEqual([])
  expect(await countedOf(game)).toEqual({ counted: 0, shown: 0 })
  expect((await writer.get(`/api/games/${game.id}/review`)).body.review).toMatchObject({ id, isHeld: true })

  const { body: held } = await admin.get('/api/admin/held-reviews')
  expect(held).toEqual([
    {
      id,
      game: { id: game.id, slug: expect.any(String), title: 'Second' },
      recommends: true,
      text: TEXT.toUpperCase(),
      language: 'en',
      on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      reason: 'copy',
      like: { text: TEXT, game: expect.objectContaining({ title: 'First' }) },
    },
  ])
  for (const secret of [writer.id, writer.username]) expect(JSON.stringify(held)).not.toContain(secret)
  expect((await admin.get('/api/admin/todo/counts')).body.reviews).toBe(1)
  expect((await decide(admin, id, 'release')).status).toBe(200)
  expect(await countedOf(game)).toEqual({ counted: 1, shown: 1 })
  expect((await decide(admin, id, 'remove')).body.code).toBe('already_decided')
  await isTold(writer, 'Your review of Second is shown')
  const entries = await test.sql<{ entry: string }>`
    select to_jsonb(audit_log)::text as entry from audit_log where subject_id = ${game.id}`
  expect(entries).toHaveLength(1)
  expect(entries[0]?.entry).not.toContain(writer.id)

  // The same words again are no reason to wait again, other words that are a copy are.
  await write(writer, game, TEXT.toUpperCase(), { recommends: false })
  expect(await countedOf(game)).toEqual({ counted: 1, shown: 1 })
  await write(writer, game, OTHER_TEXT)
  expect(await countedOf(game)).toEqual({ counted: 1, shown: 1 })
  await write(writer, game, TEXT)
  expect(await countedOf(game)).toEqual({ counted: 0, shown: 0 })
})

it('RV11 An own text about another game, one of two days ago, another text and none are no copies', async () => {
  await forget()
  const first = await aReview(test, await aGame(), { text: TEXT })
  const games = [await aGame(), await aGame(), await aGame()]
  await aReview(test, games[0] as TestGame, { who: first.writer, text: TEXT })
  await aReview(test, games[1] as TestGame, { text: OTHER_TEXT })
  await aReview(test, games[2] as TestGame, { text: '' })
  await aReview(test, games[2] as TestGame, { text: '' })
  await test.sql`update reviews set created_at = now() - interval '25 hours'`
  await aReview(test, games[2] as TestGame, { text: TEXT })
  expect(await test.sql`select id from reviews where held_at is not null`).toEqual([])
})

it('RV11 A removed copy has its reasons, an appeal, and counts again when that is upheld', async () => {
  const { game, id, writer } = await aHeldReview()
  expect((await decide(admin, id, 'remove')).status).toBe(200)
  expect(await countedOf(game)).toEqual({ counted: 0, shown: 0 })
  await isTold(writer, 'A decision about your review')
  const { decisionId } = (await writer.get(`/api/games/${game.id}/review`)).body.review
  expect((await writer.get(`/api/decisions/${decisionId}`)).body).toMatchObject({
    kind: 'remove_review',
    rule: 'spam-1',
    statement: expect.stringContaining(REASON),
  })
  expect((await dev.get(`/api/decisions/${decisionId}`)).status).toBe(404)
  expect((await write(writer, game, OTHER_TEXT)).body.code).toBe('review_removed')
  const appeal = { text: 'I wrote these words first, on my own page, and copied them here.' }
  expect((await writer.post(`/api/decisions/${decisionId}/appeal`, appeal)).status).toBe(200)
  const open = (await other.get('/api/admin/appeals')).body.find(
    ({ decision }: { decision: { _id: string } }) => decision._id === decisionId,
  )
  expect(open).toMatchObject({ from: 'writer', developer: null })
  const answer = {
    outcome: 'reversed',
    answer: 'The words are yours, and the review stands again. We are sorry.',
  }
  expect((await other.post(`/api/admin/appeals/${open._id}/decision`, answer)).status).toBe(200)
  expect(await countedOf(game)).toEqual({ counted: 1, shown: 1 })
})

it('PR7 Of whose last ten reviews three were removed, new ones wait; what was written stays as it is', async () => {
  await forget()
  const writer = await anOwner(test, await aGame())
  await aReview(test, await aGame(), { text: TEXT })
  for (let nth = 0; nth < 3; nth += 1) {
    const { id } = await aReview(test, await aGame(), { who: writer, text: TEXT })
    expect((await decide(admin, id, 'remove')).status).toBe(200)
  }
  await aReview(test, await aGame(), { who: writer, text: OTHER_TEXT })
  expect((await admin.get('/api/admin/held-reviews')).body).toMatchObject([
    { reason: 'refusals', like: null },
  ])
})

it('8.7 Nobody decides about their own held review, or one of their game', async () => {
  const { id, game } = await aHeldReview()
  await test.sql`update games set developer_id = ${admin.id} where id = ${game.id}`
  expect((await decide(admin, id, 'release')).body.code).toBe('own_case')
  expect((await admin.get('/api/admin/held-reviews')).body).toEqual([])
})

it('Y5 A held review of a deleted account goes, also where its writer lets the others stay', async () => {
  const { id, writer } = await aHeldReview()
  await test.sql`update accounts set keeps_reviews = true where id = ${writer.id}`
  await test.sql`update accounts set deletion_at = now() - interval '1 hour' where id = ${writer.id}`
  await deleteDueAccounts(test.store)
  expect((await decide(admin, id, 'release')).status).toBe(404)
  expect(await test.sql`select id from reviews where id = ${id}`).toEqual([])
})

it('RV11 An author who edits their own text is not held for it by a copier, shown or held', async () => {
  await forget()
  const game = await aGame()
  const author = await aReview(test, game, { text: TEXT })
  await test.sql`update reviews set created_at = now() - interval '25 hours' where id = ${author.id}`
  await aReview(test, await aGame(), { text: TEXT }) // of a text that is older than a day: shown
  const { id: held } = await aReview(test, await aGame(), { text: `${TEXT} ` })
  expect(await test.row`select held_reason from reviews where id = ${held}`).toEqual({ held_reason: 'copy' })
  await write(author.writer, game, `${TEXT} Still.`)
  expect(await countedOf(game)).toEqual({ counted: 1, shown: 1 })
})

it('RV11 A held review is nothing that others can be copies of', async () => {
  const { id } = await aHeldReview()
  await test.sql`update reviews set created_at = now() - interval '25 hours' where id <> ${id}`
  const game = await aGame()
  await aReview(test, game, { text: TEXT })
  expect(await countedOf(game)).toEqual({ counted: 1, shown: 1 })
})
