import { expect, it } from 'vitest'
import { removeAccount } from '../personal-data/deletion/remove-account.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { aDecidedReport } from '../testing/fixtures/reports.ts'
import { anOwner, aReview } from '../testing/fixtures/reviews.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
const dev = usePerson(test, 'developer')

const aGame = () => addGame(test, { developerId: dev.id })
const mute = (who: Person, { id }: { id: string }) => who.put(`/api/reviews/${id}/mute`, undefined)
const unmute = (who: Person, { id }: { id: string }) => who.send('DELETE', `/api/reviews/${id}/mute`)
const mutedIn = async (who: Person, { id }: { id: string }) =>
  (await who.get(`/api/games/${id}/muted-reviews`)).body.reviews
const mutesOf = async (who: Person) => (await who.get('/api/mutes')).body
const signAs = async (who: Person, { id }: { id: string }, name: string) => {
  const { status, text } = await who.put(`/api/games/${id}/review`, { recommends: true, name })
  expect(status, text).toBe(200)
}

/** Somebody with a pen name, their reviews by name, and a reader. */
async function aWriter(penName: string) {
  const writer = await signedIn(test)
  await writer.put('/api/pen-name', { penName })
  const games = { pen: await aGame(), also: await aGame(), username: await aGame(), owner: await aGame() }
  const review = (game: { id: string }, name: string) => aReview(test, game as never, { who: writer, name })
  return {
    writer,
    games,
    reviews: {
      pen: await review(games.pen, 'pen_name'),
      also: await review(games.also, 'pen_name'),
      username: await review(games.username, 'username'),
      owner: await review(games.owner, 'owner'),
    },
    reader: await signedIn(test),
  }
}

it('PR4 A mute covers all reviews that are signed with that name, and nothing else of who wrote them', async () => {
  const { reader, games, reviews, writer } = await aWriter('Corncrake')
  expect((await mute(reader, reviews.pen)).status).toBe(204)
  expect((await mute(reader, reviews.also)).status).toBe(204)
  expect(await mutesOf(reader)).toEqual([
    { id: expect.any(String), name: 'Corncrake', mutedAt: expect.any(String) },
  ])
  expect(await mutedIn(reader, games.pen)).toEqual([reviews.pen.id])
  expect(await mutedIn(reader, games.also)).toEqual([reviews.also.id])
  expect([await mutedIn(reader, games.username), await mutedIn(reader, games.owner)]).toEqual([[], []])
  await mute(reader, reviews.username)
  expect((await mutesOf(reader)).map(({ name }: { name: string }) => name)).toEqual([
    writer.username,
    'Corncrake',
  ])
  await unmute(reader, reviews.also)
  expect([await mutedIn(reader, games.pen), await mutedIn(reader, games.username)]).toEqual([
    [],
    [reviews.username.id],
  ])
  const [{ id }] = await mutesOf(reader)
  expect((await (await signedIn(test)).send('DELETE', `/api/mutes/${id}`)).status).toBe(204)
  expect(await mutesOf(reader)).toHaveLength(1)
  await reader.send('DELETE', `/api/mutes/${id}`)
  expect(await mutesOf(reader)).toEqual([])
})

it('PR4 A name that was changed stays muted, and one that a review is no longer signed with hides nothing', async () => {
  const { reader, games, reviews, writer } = await aWriter('Wryneck')
  await mute(reader, reviews.pen)
  await test.sql`update pen_names set chosen_at = chosen_at - interval '30 days' where account_id = ${writer.id}`
  await writer.put('/api/pen-name', { penName: 'Whinchat' })
  expect(await mutedIn(reader, games.pen)).toEqual([reviews.pen.id])
  expect(await mutesOf(reader)).toMatchObject([{ name: 'Whinchat' }])
  await signAs(writer, games.pen, 'owner')
  expect(await mutedIn(reader, games.pen)).toEqual([])
  await unmute(reader, reviews.pen)
  expect(await mutesOf(reader)).toHaveLength(1)
})

it('PR4 A review that is signed "Owner" has no name to mute, nor has the reader’s own', async () => {
  const { reader, reviews, writer } = await aWriter('Nightjar')
  const nameless = { status: 409, body: { code: 'nameless', error: 'This review shows no name.' } }
  expect(await mute(reader, reviews.owner)).toMatchObject(nameless)
  expect(await mute(writer, reviews.pen)).toMatchObject({ status: 409, body: { code: 'own_review' } })
  expect((await unmute(reader, reviews.owner)).status).toBe(204)
  expect((await mute(reader, { id: reader.id })).status).toBe(404)
  await test.sql`update reviews set held_at = now() where id = ${reviews.pen.id}`
  expect((await mute(reader, reviews.pen)).status).toBe(404)
})

it('RV13 PR4 A username that a decision took off a review is no name to mute there, and no longer collapses it', async () => {
  const { reader, games, reviews } = await aWriter('Ortolan')
  await mute(reader, reviews.username)
  const admin = await signedIn(test, 'admin')
  const report = { subject: 'review', part: 'name', category: 'harassment' } as const
  await aDecidedReport(test, admin, reviews.username.id, { kind: 'take_down', assets: ['name'] }, report)
  expect(await mutedIn(reader, games.username)).toEqual([])
  const other = await signedIn(test)
  expect((await mute(other, reviews.username)).body.code).toBe('nameless')
  expect(await mutesOf(other)).toEqual([])
})

it('RV14 PR4 No answer to who muted a pen name differs for an "Owner" review of the same person from one of another', async () => {
  const { reader, games, reviews, writer } = await aWriter('Bittern')
  const stranger = await aReview(test, games.owner)
  const asked = async (review: { id: string }) => {
    const answers = [
      await mute(reader, review),
      await unmute(reader, review),
      await reader.put(`/api/reviews/${review.id}/helpful`, undefined),
    ]
    return answers.map(({ status, text }) => [status, text])
  }
  const listed = async () => {
    const queries = ['', '?sort=newest', '?sort=oldest', '?limit=1']
    const lists = await Promise.all(
      queries.map((query) => reader.get(`/api/games/${games.owner.id}/reviews${query}`)),
    )
    return [
      ...lists.map(({ text, headers }) => [text, headers.get('x-total-count')]),
      (await reader.get(`/api/games/${games.owner.id}`)).text,
      (await reader.get(`/api/games/${games.owner.id}/review`)).text,
      await mutedIn(reader, games.owner),
    ]
  }
  await anOwner(test, games.owner, { who: reader })
  const before = await listed()
  await mute(reader, reviews.pen)
  await mute(reader, reviews.username)
  const mutes = await mutesOf(reader)
  expect(await listed()).toEqual(before)
  expect(await asked(reviews.owner)).toEqual(await asked(stranger))
  expect(await mutesOf(reader)).toEqual(mutes)
  for (const secret of [writer.id, reviews.owner.id]) expect(JSON.stringify(mutes)).not.toContain(secret)
  // What the writer does about reviews that are signed "Owner" changes nothing in the list.
  await signAs(writer, games.also, 'owner')
  await writer.send('DELETE', `/api/games/${games.owner.id}/review`)
  expect(await mutesOf(reader)).toEqual(mutes)
})

it('PR4 An account mutes 500 names, also when two presses come at once', async () => {
  const { reader, reviews } = await aWriter('Dotterel')
  await test.sql`
    with others as (
      insert into accounts (id, username, email, password_hash)
      select id, 'm' || left(id::text, 18), id || '@example.test', '' from (select gen_random_uuid() as id from generate_series(1, 499)) as made
      returning id
    ) insert into review_mutes (id, account_id, writer_id, name_kind) select gen_random_uuid(), ${reader.id}, id, 'username' from others`
  const answers = await Promise.all([mute(reader, reviews.pen), mute(reader, reviews.username)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('list_full')
  const first = await reader.get('/api/mutes')
  expect([first.body.length, first.headers.get('x-total-count')]).toEqual([50, '500'])
})

it('PR4 Y5 Nobody’s mutes outlive their account, or the account whose name is muted', async () => {
  const { reader, reviews, writer } = await aWriter('Ruff and Reeve')
  const other = await signedIn(test)
  for (const who of [reader, other]) await mute(who, reviews.pen)
  const left = async () =>
    (await test.row<{ count: number }>`select count(*) from review_mutes where writer_id = ${writer.id}`)
      .count
  await test.db.transaction().execute((tx) => removeAccount(test.store, tx, other.id))
  expect(await left()).toBe(1)
  await test.db.transaction().execute((tx) => removeAccount(test.store, tx, writer.id))
  expect([await left(), await mutesOf(reader)]).toEqual([0, []])
})
