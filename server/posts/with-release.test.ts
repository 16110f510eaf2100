import { POST_TEXT } from '@nofiller/contract/posts/post-rules'
import type { OwnPost } from '@nofiller/contract/posts/posts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { openReleasesDueAt } from '../releases/open-on-time.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { draftPost, mayPost, POST, publishPost } from '../testing/fixtures/posts.ts'
import { addDrafts } from '../testing/fixtures/releases.ts'
import { useTestStore } from '../testing/store.ts'
import { openDuePosts } from './open-on-time.ts'

const test = useTestStore({ settings: { REVIEW_SAMPLE_PERCENT: '0' } })
let dev: Person
let game: TestGame
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
  await test.sql`update accounts set first_game_approved_at = now() where id = ${dev.id}`
  await mayPost(test, dev)
})
beforeEach(async () => {
  await test.sql`delete from posts` // those of today count
  game = await aGame()
})

/** A game that was public before games were looked at, in its first release. */
async function aGame(more: object = {}): Promise<TestGame> {
  const added = await addGame(test, { developerId: dev.id, ...more })
  await test.sql`update games set published_at = now() - interval '1 year' where id = ${added.id}`
  return added
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const opens = (days: number) => openReleasesDueAt(test.store, new Date(Date.parse(inDays(days)) + 1_000))
const live = (releaseId: string, when: object) => dev.post(`/api/releases/${releaseId}/live`, when)
const draft = async (label = '1.5') => (await addDrafts(test.db, [game.id], label)).get(game.id) ?? ''
const withRelease = (releaseId: string, change: object = {}) =>
  publishPost(dev, game.id, { releaseId, ...change }, { withRelease: true })
const find = async ({ id }: { id: string }): Promise<OwnPost> => (await dev.get(`/api/dev/posts/${id}`)).body
const stateOf = async (post: { id: string }) => (await find(post)).state

it('FO3 A post goes out in the transaction in which its release opens, and not before', async () => {
  const releaseId = await draft()
  const post = await withRelease(releaseId)
  expect(post).toMatchObject({ state: 'scheduled', isWithRelease: true, opensAt: null, waits: null })
  await live(releaseId, { opensAt: inDays(2) })
  expect(await openDuePosts(test.store)).toBe(0)
  await live(releaseId, { opensAt: inDays(4) }) // the release moves, and the post with it
  expect(await opens(2)).toBe(0)
  expect(await stateOf(post)).toBe('scheduled')
  expect(await opens(4)).toBe(1)
  expect(
    await test.row`select posts.xmin = releases.xmin as "isOne", posts.published_at is not null as "isOut",
      posts.with_release as "waits" from posts join releases on releases.id = posts.release_id where posts.id = ${post.id}`,
  ).toEqual({ isOne: true, isOut: true, waits: false })
  await test.forgetCatalog()
  expect((await test.nobody.get(`/api/posts/${post.id}`)).body).toMatchObject({
    title: POST.title,
    release: '1.5',
  })
})

it('FO3 A post for owners goes out once they get its release, and one for everyone once it is public', async () => {
  game = await aGame({ priceCents: 0 })
  const releaseId = await draft()
  const forOwners = await withRelease(releaseId, { audience: 'owners' })
  const forEveryone = await withRelease(releaseId)
  await live(releaseId, {
    steps: [
      { audience: 'owners', opensAt: inDays(1) },
      { audience: 'everyone', opensAt: inDays(3) },
    ],
  })
  const states = () => Promise.all([forOwners, forEveryone].map(stateOf))
  expect(await states()).toEqual(['scheduled', 'scheduled'])
  await opens(1)
  expect(await openDuePosts(test.store)).toBe(0)
  expect(await states()).toEqual(['published', 'scheduled'])
  await opens(3)
  expect(await states()).toEqual(['published', 'published'])
})

it('FO3 A post whose release was withdrawn, rolled back or deleted before stays scheduled, and says so', async () => {
  game = await aGame({ priceCents: 0 })
  const early = await draft()
  const withdrawn = await withRelease(early)
  await live(early, {
    steps: [
      { audience: 'owners', opensAt: null },
      { audience: 'everyone', opensAt: inDays(3) },
    ],
  })
  expect((await dev.post(`/api/releases/${early}/withdraw`, { reason: 'It crashes.' })).status).toBe(200)
  const deleted = await draft('1.6')
  const orphan = await withRelease(deleted)
  expect((await dev.send('DELETE', `/api/releases/${deleted}`)).status).toBe(200)
  await opens(3)
  expect(await openDuePosts(test.store)).toBe(0)
  expect([await find(withdrawn), await find(orphan)]).toMatchObject([
    { state: 'scheduled', waits: POST_TEXT.lostRelease('1.5 was withdrawn') },
    { state: 'scheduled', waits: POST_TEXT.lostRelease('Its release was deleted') },
  ])
})

it('FO3 On a full day a post waits for the next one although its release opens, and not if that is rolled back meanwhile', async () => {
  for (let post = 0; post < 3; post += 1) await publishPost(dev, game.id)
  const releaseId = await draft()
  const post = await withRelease(releaseId)
  expect((await live(releaseId, {})).status).toBe(200)
  const { state, isWithRelease, opensAt } = await find(post)
  expect([state, isWithRelease, opensAt?.slice(0, 10)]).toEqual(['scheduled', true, inDays(1).slice(0, 10)])
  const first = await test.row<{ id: string }>`select id from releases
    where game_id = ${game.id} and id <> ${releaseId}`
  expect((await dev.post(`/api/releases/${first?.id}/rollback`, { reason: 'It crashes.' })).status).toBe(200)
  await test.sql`update posts set opens_at = now() where id = ${post.id}`
  expect(await openDuePosts(test.store)).toBe(0)
  expect(await find(post)).toMatchObject({
    state: 'scheduled',
    waits: POST_TEXT.lostRelease('1.5 was rolled back'),
  })
})

it('FO3 A post that goes out with its release has one that is ahead, until its schedule is taken back', async () => {
  const { id } = await draftPost(dev, game.id)
  const refused = await dev.post(`/api/posts/${id}/live`, { withRelease: true })
  expect([refused.status, refused.body.fields]).toEqual([422, { releaseId: POST_TEXT.noRelease }])
  const releaseId = await draft()
  const post = await withRelease(releaseId)
  const [first] = await test.sql<{ id: string }>`select id from releases where game_id = ${game.id}
    and live_at is not null`
  const changed = async (change: object) =>
    (await dev.patch(`/api/posts/${post.id}`, { ...POST, releaseId, ...change })).body.fields
  expect(await changed({ releaseId: null })).toEqual({ releaseId: POST_TEXT.noRelease })
  expect(await changed({ releaseId: first?.id })).toEqual({ releaseId: POST_TEXT.openRelease })
  expect(await changed({ title: 'Another title', audience: 'owners' })).toBeUndefined()
  const back = await dev.send('DELETE', `/api/posts/${post.id}/live`)
  expect(back.body).toMatchObject({ state: 'draft', isWithRelease: false, title: 'Another title' })
  await live(releaseId, {})
  expect(await openDuePosts(test.store)).toBe(0)
})
