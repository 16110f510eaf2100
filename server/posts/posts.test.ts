import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { countFollowers } from '../follows/count-followers.ts'
import { snapshotOf } from '../moderation/approvals/snapshot.ts'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { approveGames, draftPost, mayPost, POST, publishPost } from '../testing/fixtures/posts.ts'
import { publishGame } from '../testing/fixtures/publishing.ts'
import { addRelease } from '../testing/fixtures/releases.ts'
import { untilLockIsAwaited } from '../testing/lock.ts'
import { useTestStore } from '../testing/store.ts'
import { countWishlists } from '../wishlist/count-wishlists.ts'
import { openDuePosts } from './open-on-time.ts'

const test = useTestStore({ settings: { REVIEW_SAMPLE_PERCENT: '0' } })
const admin = usePerson(test, 'admin')
let dev: Person
beforeAll(async () => {
  dev = await aDeveloper()
})

async function aDeveloper(): Promise<Person> {
  const developer = await signedIn(test, 'developer')
  await test.sql`update accounts set first_game_approved_at = now() where id = ${developer.id}`
  await mayPost(test, developer)
  return developer
}

/** A game that was public before games were looked at. */
async function aGame(developer = dev, more: object = {}): Promise<TestGame> {
  const game = await addGame(test, { developerId: developer.id, ...more })
  await test.sql`update games set published_at = now() - interval '1 year' where id = ${game.id}`
  return game
}

/** What is public of a game, once the cache has heard what changed. */
async function postsOf(game: { id: string }, who: Pick<Person, 'get'> = test.nobody) {
  await test.forgetCatalog()
  return (await who.get(`/api/games/${game.id}/posts`)).body
}
const titlesOf = async (game: { id: string }, who?: Pick<Person, 'get'>) =>
  (await postsOf(game, who)).map(({ title }: { title: string }) => title)
const remove = (who: Person, id: string) => who.send('DELETE', `/api/posts/${id}`)
const tomorrow = (hours = 24) => new Date(Date.now() + hours * 3_600_000).toISOString()
const comes = (id: string) => test.sql`update posts set opens_at = now() where id = ${id}`

it('FO3 A post is a draft, published with its release, edited with a date, and deleted so that its address says so', async () => {
  const game = await aGame()
  const { id: releaseId } = await addRelease(test, game, { label: '1.5' })
  const { id, state } = await draftPost(dev, game.id, { releaseId })
  expect(state).toBe('draft')
  expect(await postsOf(game)).toEqual([])
  expect((await test.nobody.get(`/api/posts/${id}`)).status).toBe(404)
  expect((await dev.post(`/api/posts/${id}/live`, {})).body.state).toBe('published')
  expect(await postsOf(game)).toMatchObject([
    { id, ...POST, audience: 'everyone', release: '1.5', editedAt: null },
  ])
  await dev.patch(`/api/posts/${id}`, { ...POST, title: 'Changed', audience: 'owners' })
  const { body } = await test.nobody.get(`/api/posts/${id}`)
  expect(body).toMatchObject({ title: 'Changed', audience: 'everyone', editedAt: expect.any(String) })
  expect((await remove(dev, id)).status).toBe(200)
  expect(await test.nobody.get(`/api/posts/${id}`)).toMatchObject({
    status: 410,
    body: { code: 'post_deleted' },
  })
  expect(await postsOf(game)).toEqual([])
  expect(await test.row`select title, body from posts where id = ${id}`).toEqual({ title: '', body: '' })
})

it('FO3 A post says what is wrong with it', async () => {
  const game = await aGame()
  const fieldsOf = async (change: object) => {
    const { id } = await draftPost(dev, game.id, change)
    return (await dev.post(`/api/posts/${id}/live`, {})).body.fields
  }
  expect(await fieldsOf({ title: 'Hi', body: '<p>Short</p>' })).toEqual({
    title: 'Write a title of 3 to 100 characters.',
    body: 'Write at least 20 characters.',
  })
  const saved = async (change: object) =>
    (await dev.post(`/api/games/${game.id}/posts`, { ...POST, ...change })).body.fields
  const picture = '<img src="/uploads/a/b/desc/0123456789abcdef0123456789abcdef.webp">'
  expect(await saved({ title: 'x'.repeat(101) })).toHaveProperty('title')
  expect(await saved({ body: `<p>${'x'.repeat(30_000)}</p>` })).toEqual({
    body: 'Use up to 30,000 characters.',
  })
  expect(await saved({ body: picture.repeat(21) })).toEqual({
    body: 'A post holds up to 20 pictures. Remove some.',
  })
  expect(
    await saved({ releaseId: (await addRelease(test, await aGame(), { label: '9.9' })).id }),
  ).toHaveProperty('releaseId')
  const withPicture = { body: `${POST.body}${picture}` }
  expect(await fieldsOf(withPicture)).toEqual({ isExplicit: 'Say whether a picture here is explicit.' })
  expect(await fieldsOf({ ...withPicture, isExplicit: true })).toHaveProperty('isExplicit')
  expect(await fieldsOf({ ...withPicture, isExplicit: false })).toBeUndefined()
  const explicit = await aGame(dev, { category: 'NSFW' })
  expect((await publishPost(dev, explicit.id, withPicture)).state).toBe('published')
})

it('FO3 Three posts a day go out about a game, and ten of a developer', async () => {
  const developer = await aDeveloper()
  const games = await Promise.all([1, 2, 3, 4].map(() => aGame(developer)))
  const [first] = games
  const refusal = async (gameId: string, when: object = {}) => {
    const { id } = await draftPost(developer, gameId)
    const { status, body } = await developer.post(`/api/posts/${id}/live`, when)
    return status === 409 ? [body.code, body.error] : null
  }
  for (const { id } of games.slice(0, 3))
    for (let post = 0; post < 3; post += 1) await publishPost(developer, id)
  expect(await refusal(first?.id ?? '')).toEqual([
    'too_many_posts',
    'Three posts of this game go out on that day (UTC). Choose another day.',
  ])
  expect(await refusal(first?.id ?? '', { opensAt: tomorrow() })).toBeNull()
  const last = games[3]?.id ?? ''
  expect(await refusal(last)).toBeNull()
  expect(await refusal(last)).toEqual([
    'too_many_posts',
    'Ten posts of your games go out on that day (UTC). Choose another day.',
  ])
})

it('FO3 A scheduled post goes out once, at its time, and until then its schedule can be taken back', async () => {
  const game = await aGame()
  const { id, state } = await publishPost(dev, game.id, {}, { opensAt: tomorrow() })
  expect(state).toBe('scheduled')
  expect(await openDuePosts(test.store)).toBe(0)
  expect((await dev.send('DELETE', `/api/posts/${id}/live`)).body.state).toBe('draft')
  await dev.post(`/api/posts/${id}/live`, { opensAt: tomorrow() })
  await comes(id)
  const opened = await Promise.all([openDuePosts(test.store), openDuePosts(test.store)])
  expect(Math.max(...opened)).toBeLessThanOrEqual(1)
  expect(await titlesOf(game)).toEqual([POST.title])
  expect((await dev.send('DELETE', `/api/posts/${id}/live`)).body.code).toBe('already_live')
})

it('FO3 Posts that waited while their games were out of the store go out three a day and game, ten a day and developer', async () => {
  const developer = await aDeveloper()
  const games = await Promise.all([1, 2, 3, 4].map(() => aGame(developer)))
  for (const { id } of games)
    for (const days of [1, 2])
      for (const hour of [0, 1]) await publishPost(developer, id, {}, { opensAt: tomorrow(24 * days + hour) })
  const planned = await publishPost(developer, games[0]?.id ?? '', {}, { opensAt: tomorrow(24 * 4) })
  // All were due while their games were held, on two earlier days.
  await test.sql`update posts set opens_at = opens_at - interval '4 days'
    where id <> ${planned.id} and game_id = any(${games.map(({ id }) => id)}::uuid[])`
  const days = () =>
    test.sql<{ day: number; count: number }>`
      select game_id, count(*)::int as count,
        (extract(epoch from date_trunc('day', coalesce(published_at, opens_at), 'UTC')
          - date_trunc('day', now(), 'UTC')) / 86400)::int as day
      from posts where game_id = any(${games.map(({ id }) => id)}::uuid[]) and id <> ${planned.id}
      group by 1, 3 order by 3`
  await openDuePosts(test.store) // beside the store itself, which opens them on time too
  expect(await openDuePosts(test.store)).toBe(0)
  const spread = await days()
  expect(Math.max(...spread.map(({ count }) => count))).toBe(3)
  const onDay = (day: number) =>
    spread.filter((row) => row.day === day).reduce((sum, { count }) => sum + count, 0)
  expect([0, 1].map(onDay)).toEqual([10, 6])
  const { body } = await developer.get(`/api/dev/posts/${planned.id}`)
  expect(body.opensAt).toBe(planned.opensAt)
})

it('FO4 A post waits while its game is held, and is where its game is', async () => {
  const game = await aGame()
  const { id } = await publishPost(dev, game.id, {}, { opensAt: tomorrow() })
  await test.sql`update games set suspended_at = now() where id = ${game.id}`
  await comes(id)
  expect(await openDuePosts(test.store)).toBe(0)
  expect((await dev.get(`/api/dev/posts/${id}`)).body).toMatchObject({
    state: 'scheduled',
    waits: 'The game is out of the store for now. It goes out when the game is back.',
  })
  await test.sql`update games set suspended_at = null where id = ${game.id}`
  await openDuePosts(test.store)
  expect(await titlesOf(game)).toEqual([POST.title])
  await test.sql`update games set suspended_at = now() where id = ${game.id}`
  expect((await test.nobody.get(`/api/posts/${id}`)).status).toBe(404)
  expect((await dev.get(`/api/games/${game.id}/posts`)).status).toBe(404)
})

it('FO4 A post whose game is held while it goes out waits for the game', async () => {
  const game = await aGame()
  const { id } = await publishPost(dev, game.id, {}, { opensAt: tomorrow() })
  const { id: draft } = await draftPost(dev, game.id, { title: 'Sent meanwhile' })
  await comes(id)
  const going = await test.db.transaction().execute(async (tx) => {
    await sql`update games set suspended_at = now() where id = ${game.id}`.execute(tx)
    const opening = openDuePosts(test.store)
    await untilLockIsAwaited(test)
    return { opening, sent: dev.post(`/api/posts/${draft}/live`, {}) }
  })
  expect(await going.opening).toBe(0)
  expect((await going.sent).body).toMatchObject({ state: 'scheduled', waits: expect.any(String) })
  await test.sql`update games set suspended_at = null where id = ${game.id}`
  await openDuePosts(test.store)
  expect((await titlesOf(game)).sort()).toEqual(['Sent meanwhile', POST.title].sort())
})

it('FO2 WI2 A developer reads who follows and wants a game as figures of the last night, rounded down to 10', async () => {
  const developer = await aDeveloper()
  const game = await aGame(developer)
  const figures = async () => (await developer.get(`/api/dev/games/${game.id}/reach`)).body
  const nobody = { followers: 0, ofDeveloper: 0, told: 0, emailed: 0, owners: 0, wishes: { wanted: 0 } }
  expect(await figures()).toMatchObject(nobody)
  const follower = await signedIn(test)
  await test.sql`update accounts set created_at = now() - interval '8 days' where id = ${follower.id}`
  await follower.put(`/api/follows/game/${game.id}`, undefined)
  await follower.put(`/api/wishlist/${game.id}`, {})
  await countFollowers(test.db)
  await countWishlists(test.db)
  expect(await figures()).toMatchObject(nobody)
  await test.sql`delete from follower_counts`
  await test.sql`insert into follower_counts (game_id, developer_id, followers, emailed)
    values (${game.id}, null, 19, 9), (null, ${developer.id}, 1239, 12)`
  await test.sql`update wishlist_figures set wanted = 40 where game_id = ${game.id}`
  expect(await figures()).toMatchObject({
    followers: 10,
    ofDeveloper: 1_230,
    told: 1_250,
    emailed: 20,
    wishes: { wanted: 40 },
  })
})

it('FO4 No post is public before somebody looked at its game, and a post of an approved game is looked at by chance', async () => {
  const developer = await aDeveloper()
  const game = await publishGame(developer)
  const { id, state, waits } = await publishPost(developer, game._id)
  expect([state, waits]).toEqual(['scheduled', 'It goes out once the game is approved.'])
  expect(await titlesOf({ id: game._id })).toEqual([])
  await approveGames(test, developer)
  await openDuePosts(test.store)
  expect(await titlesOf({ id: game._id })).toEqual([POST.title])
  const reviews = () => test.sql`select from game_reviews where game_id = ${game._id} and state <> 'decided'`
  expect(await reviews()).toEqual([])
  Object.assign(test.store.config, { REVIEW_SAMPLE_PERCENT: 100 })
  await developer.patch(`/api/posts/${id}`, { ...POST, title: 'Looked at' })
  Object.assign(test.store.config, { REVIEW_SAMPLE_PERCENT: 0 })
  const [review] = await test.sql<{ id: string }>`select id from game_reviews
    where game_id = ${game._id} and state = 'waiting' and reason = 'sample'`
  const { assets } = (await admin.get(`/api/admin/approvals/${review?.id}`)).body
  expect(assets.map(({ name }: { name: string }) => name)).toContain('Post “Looked at”')
})

it('FO4 A post of a public game that nobody had to look at asks for no first look, so the next one goes out as well', async () => {
  const developer = await aDeveloper()
  const game = await aGame(developer)
  await test.sql`update accounts set first_game_approved_at = now() - interval '2 years' where id = ${developer.id}`
  expect((await publishPost(developer, game.id)).state).toBe('published')
  expect((await publishPost(developer, game.id, { title: 'The next one' })).state).toBe('published')
  expect(await test.sql`select from game_reviews where game_id = ${game.id}`).toEqual([])
})

it('FO4 A picture about which nobody was asked stays veiled once its game is no longer marked 18+', async () => {
  const developer = await aDeveloper()
  const game = await aGame(developer, { category: 'NSFW' })
  const picture = '/uploads/aa/bb/description/0123456789abcdef0123456789abcdef.webp'
  const { id } = await publishPost(developer, game.id, { body: `${POST.body}<p><img src="${picture}"></p>` })
  await test.sql`update games set category = 'SFW' where id = ${game.id}`
  const bodyFor = async (cookie: string) => (await test.nobody.get(`/api/posts/${id}`, { cookie })).body.body
  expect(await bodyFor('')).not.toContain(picture)
  expect(await bodyFor('content=show')).toContain(picture)
})

it('FO4 Of two posts with one title each is compared when a game is looked at', async () => {
  const developer = await aDeveloper()
  const game = await aGame(developer)
  for (const body of ['<p>Nothing to see here, move on.</p>', '<p>Another text, of the same title.</p>'])
    await publishPost(developer, game.id, { body })
  const texts = Object.values(await snapshotOf(test.db, game.id))
  expect(texts).toEqual(
    expect.arrayContaining(['Nothing to see here, move on.', 'Another text, of the same title.']),
  )
})

it('FO3 A post for owners is read by owners, its developer and admins alone', async () => {
  const game = await aGame()
  const [owner, other] = [await signedIn(test), await signedIn(test)]
  await buyAndPay(test, owner, game)
  const { id } = await publishPost(dev, game.id, { audience: 'owners' })
  const statuses = await Promise.all(
    [owner, dev, admin, other, test.nobody].map(async (who) => (await who.get(`/api/posts/${id}`)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 404, 404])
  expect(await titlesOf(game, owner)).toEqual([POST.title])
  expect(await titlesOf(game, other)).toEqual([])
})

it('FO4 The pictures of an 18+ game’s post follow the content choice, and limits leave its posts out', async () => {
  const game = await aGame(dev, { category: 'NSFW' })
  const name = '/uploads/a/b/desc/0123456789abcdef0123456789abcdef'
  await publishPost(dev, game.id, { body: `${POST.body}<img src="${name}.webp">` })
  const bodyFor = async (choice: string) =>
    (await test.nobody.get(`/api/games/${game.id}/posts`, { cookie: `content=${choice}` })).body[0]?.body
  expect(await bodyFor('show')).toContain(`${name}.webp`)
  expect(await bodyFor('blur')).not.toContain(`${name}.webp`)
  expect((await test.nobody.get(`/api/games/${game.id}/posts`)).text).not.toContain('/uploads/')
  expect(await bodyFor('sfw')).toBeUndefined()
})

it('PR7 An account of less than a day publishes nothing', async () => {
  const fresh = await signedIn(test, 'developer')
  const game = await aGame(fresh)
  const { id } = await draftPost(fresh, game.id)
  expect(await fresh.post(`/api/posts/${id}/live`, {})).toMatchObject({
    status: 403,
    body: { code: 'too_new_to_write' },
  })
})

it('B7 What an admin does to a post of somebody else’s game is logged', async () => {
  const game = await aGame()
  const { id } = await draftPost(dev, game.id)
  await admin.patch(`/api/posts/${id}`, { ...POST, title: 'By an admin' })
  expect(
    await test.sql`select action, after from audit_log where subject_id = ${game.id} and action = 'post_changed'`,
  ).toEqual([{ action: 'post_changed', after: { post: 'By an admin', change: 'draft saved' } }])
})
