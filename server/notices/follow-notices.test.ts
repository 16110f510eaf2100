import type { Game } from '@nofiller/contract/catalog/catalog'
import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import { FOLLOW_TOPICS, noticeTitle } from '@nofiller/contract/notices/notice-rules'
import type { Notice } from '@nofiller/contract/notices/notices'
import { beforeAll, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { approveGames, mayPost, POST, publishPost } from '../testing/fixtures/posts.ts'
import { anOwner, publishGame, releaseGame } from '../testing/fixtures/publishing.ts'
import { useTestStore } from '../testing/store.ts'
import { isStillWanted, mailNotices } from './mail-notices.ts'
import { tellFollowersOfRelease, tellOfNewGames, tellOfPost } from './tell-followers.ts'
import { tellOwners } from './tell-owners.ts'

const test = useTestStore({ settings: { REVIEW_SAMPLE_PERCENT: '0' } })
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
  await mayPost(test, dev)
})

async function aGame(developer = dev, devices?: string[]): Promise<Game> {
  const game = await publishGame(developer, devices)
  await approveGames(test, developer)
  return game
}

const follow = (who: Person, kind: 'developer' | 'game', id: string) =>
  who.put(`/api/follows/${kind}/${id}`, undefined)

/** A follower who asked for news, by an email each time. */
async function aFollower(kind: 'developer' | 'game', id: string): Promise<Person> {
  const follower = await signedIn(test)
  await follower.put('/api/settings', { notifyUpdates: true })
  await follower.put('/api/notice-preferences', {
    topics: FOLLOW_TOPICS.map((topic) => ({ topic, site: true, mail: 'each' })),
  })
  await follow(follower, kind, id)
  return follower
}

async function noticesOf(who: Person): Promise<Notice[]> {
  await test.drain()
  return (await who.get('/api/notices')).body
}
const saidTo = async (who: Person) =>
  (await noticesOf(who)).map((notice) => `${notice.topic} ${noticeTitle(notice)}`).sort()

/** What was emailed, once the 15 minutes are over. */
async function newsTo(who: Person) {
  await test.drain()
  await test.sql`update notices set mail_at = now() where account_id = ${who.id} and mail_at > now()
    and mail_at <= now() + interval '15 minutes'`
  await mailNotices(test.store)
  await test.drain()
  return (await test.mailsTo(who.email)).filter(({ text }) => text?.includes('Unsubscribe'))
}

it('FO1 A follower of a game hears of its releases and posts, one of a developer of posts and new games, and an owner as owner', async () => {
  const game = await aGame()
  await tellOfNewGames(test.store)
  const [ofGame, ofDeveloper] = [await aFollower('game', game._id), await aFollower('developer', dev.id)]
  const owner = await anOwner(test, game)
  await follow(owner, 'game', game._id)
  await releaseGame(dev, game, { label: '0.5' })
  await publishPost(dev, game._id)
  const other = await aGame()
  await tellOfNewGames(test.store)
  await tellOfNewGames(test.store)
  const post = `${game.title}: ${POST.title}`
  expect(await saidTo(ofGame)).toEqual([`follow-post ${post}`, `follow-release ${game.title} 0.5 is out`])
  expect(await saidTo(ofDeveloper)).toEqual([`follow-game New: ${other.title}`, `follow-post ${post}`])
  expect(await saidTo(owner)).toEqual([`owned-post ${post}`, `owned-release ${game.title} 0.5 is out`])
  expect(await saidTo(dev)).toEqual([])
})

it('FO1 A release for none of my devices makes no notice', async () => {
  const game = await aGame(dev, ['Windows', 'Linux'])
  const [onLinux, onAny] = [await aFollower('game', game._id), await aFollower('game', game._id)]
  await onLinux.put('/api/follows/devices', { devices: ['Linux'] })
  await releaseGame(dev, game, { label: '0.5' }, 0)
  expect(await saidTo(onLinux)).toEqual([])
  expect(await saidTo(onAny)).toHaveLength(1)
  await releaseGame(dev, game, { label: '0.6' }, 1)
  expect(await saidTo(onLinux)).toEqual([`follow-release ${game.title} 0.6 is out`])
})

it('FO1 A new game for none of my devices makes no notice', async () => {
  const developer = await signedIn(test, 'developer')
  await mayPost(test, developer)
  const [onLinux, onAny] = [
    await aFollower('developer', developer.id),
    await aFollower('developer', developer.id),
  ]
  await onLinux.put('/api/follows/devices', { devices: ['Linux'] })
  const [game, other] = [await aGame(developer, ['Windows']), await aGame(developer, ['Windows', 'Linux'])]
  await tellOfNewGames(test.store)
  expect(await saidTo(onLinux)).toEqual([`follow-game New: ${other.title}`])
  expect(await saidTo(onAny)).toEqual([game, other].map(({ title }) => `follow-game New: ${title}`).sort())
})

it('FO1 A follower who buys while a job tells of a post or a release is told once', async () => {
  const game = await aGame()
  const follower = await aFollower('game', game._id)
  const releaseId = await releaseGame(dev, game, { label: '0.5' })
  const post = await publishPost(dev, game._id)
  const told = await saidTo(follower)
  expect(told).toHaveLength(2)
  await buyAndPay(test, follower, { id: game._id, slug: game.slug, files: [] })
  await test.sql`insert into owned_versions (account_id, file_id, build_id, source)
    select ${follower.id}, file_id, id, 'fetched' from file_builds where file_id = ${game.gameFiles[0]?._id} order by created_at limit 1`
  await tellOwners(test.store, releaseId)
  await tellOfPost(test.store, post.id)
  expect(await saidTo(follower)).toEqual(told)
})

it('FO3 A post for owners is told to owners alone, and what is deleted or no longer followed to nobody', async () => {
  const game = await aGame()
  const [owner, follower] = [await anOwner(test, game), await aFollower('game', game._id)]
  await publishPost(dev, game._id, { audience: 'owners' })
  expect(await saidTo(owner)).toHaveLength(1)
  expect(await saidTo(follower)).toEqual([])
  const { id } = await publishPost(dev, game._id, { title: 'For everyone' })
  expect(await saidTo(follower)).toHaveLength(1)
  await follower.send('DELETE', `/api/follows/game/${game._id}`)
  expect(await saidTo(follower)).toEqual([])
  await follow(follower, 'game', game._id)
  expect(await saidTo(follower)).toHaveLength(1)
  await dev.send('DELETE', `/api/posts/${id}`)
  expect(await saidTo(follower)).toEqual([])
  expect(await saidTo(owner)).toHaveLength(1)
})

it('FO9 A developer who publishes ten posts at once sends a follower one email', async () => {
  const developer = await signedIn(test, 'developer')
  await mayPost(test, developer)
  const games = [
    await aGame(developer),
    await aGame(developer),
    await aGame(developer),
    await aGame(developer),
  ]
  const follower = await aFollower('developer', developer.id)
  for (const [at, { _id }] of games.entries())
    for (let post = 0; post < (at === 3 ? 1 : 3); post += 1)
      await publishPost(developer, _id, { title: `Post ${at}${post}`, isEmailed: true })
  const [mail, ...others] = await newsTo(follower)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`${developer.username}: 10 new posts`)
  expect(mail?.text?.match(/Read the post/g)).toHaveLength(10)
})

it('FO5 A post is emailed if its developer chose so, to who asked for it, once a game in 24 hours and four times in 30 days', async () => {
  const game = await aGame()
  const follower = await aFollower('game', game._id)
  const silent = await signedIn(test)
  await follow(silent, 'game', game._id)
  const post = async (isEmailed = true) => {
    await test.sql`update posts set published_at = published_at - interval '1 day' where game_id = ${game._id}`
    await publishPost(dev, game._id, { isEmailed })
    return (await newsTo(follower)).length
  }
  expect(await post(false)).toBe(0)
  expect(await post()).toBe(1)
  expect(await post()).toBe(1)
  const aDay = () =>
    test.sql`update notices set mailed_at = mailed_at - interval '25 hours', mail_at = mail_at - interval '25 hours'
      where account_id = ${follower.id}`
  await aDay()
  expect(await newsTo(follower)).toHaveLength(2)
  for (const sent of [3, 4]) {
    await aDay()
    expect(await post()).toBe(sent)
  }
  await aDay()
  expect(await post()).toBe(4)
  expect(
    await test.sql`select from notices where account_id = ${follower.id} and mail_at is not null`,
  ).toEqual([])
  expect(await newsTo(silent)).toEqual([])
  expect(await noticesOf(silent)).toHaveLength(1)
})

it('News of whom somebody follows can be read alone, by time, read or not', async () => {
  const writer = await signedIn(test, 'developer')
  await mayPost(test, writer)
  const games = [await aGame(writer), await aGame(writer), await aGame(writer)]
  const follower = await aFollower('game', games[0]?._id ?? '')
  for (const { _id } of games) await follow(follower, 'game', _id)
  for (const { _id } of games) await publishPost(writer, _id)
  const [last] = await noticesOf(follower)
  await follower.post('/api/notices/read', { ids: last?.ids })
  await test.sql`update notices set topic = 'owned-post' where account_id = ${follower.id} and game_id = ${games[1]?._id ?? ''}`
  const { body } = await follower.get('/api/notices?follows=1&limit=3')
  expect(body.map(({ topic, gameId }: Notice) => [topic, gameId])).toEqual([
    ['follow-post', games[2]?._id],
    ['follow-post', games[0]?._id],
  ])
})

it('N3 N6 An email about an 18+ game’s post names it in neither subject nor first line, and is not sent once the game is held', async () => {
  const game = await aGame()
  await test.sql`update games set category = 'NSFW' where id = ${game._id}`
  const follower = await aFollower('game', game._id)
  await test.sql`update accounts set content_choice = 'show' where id = ${follower.id}`
  await publishPost(dev, game._id, { isEmailed: true })
  const [mail] = await newsTo(follower)
  expect(mail?.subject).toBe('News about games you follow')
  expect(mail?.text?.split('\n')[0]).toBe('There is news about games you follow.')
  const { mail_id: id } = await test.row<{ mail_id: string }>`
    select mail_id from notices where account_id = ${follower.id}`
  const queued = {
    id,
    to: follower.email,
    subject: '',
    text: '',
    html: '',
    unsubscribeUrl: 'http://store/u/x',
  }
  expect(await isStillWanted(test.store, queued)).toBe(true)
  await test.sql`update games set suspended_at = now() where id = ${game._id}`
  expect(await isStillWanted(test.store, queued)).toBe(false)
})

it('FO9 A follower with limits is told of no game of a blocked theme', async () => {
  const game = await aGame()
  const follower = await aFollower('game', game._id)
  await follower.put('/api/limits', { levels: levelsWith({ gore: 3 }), allowsAvoidable: false })
  await publishPost(dev, game._id, { isEmailed: true })
  expect(await saidTo(follower)).toEqual([])
  expect(await newsTo(follower)).toEqual([])
})

it('FO4 Followers are told of a post and a release whose game was held before they were, once it is back', async () => {
  const game = await aGame()
  const { id: postId } = await publishPost(dev, game._id)
  const releaseId = await releaseGame(dev, game, { label: '0.5' })
  await test.drain()
  const follower = await aFollower('game', game._id)
  await test.sql`update games set suspended_at = now() where id = ${game._id}`
  await tellOfPost(test.store, postId)
  await tellFollowersOfRelease(test.store, releaseId)
  expect(await saidTo(follower)).toEqual([])
  await test.sql`update games set suspended_at = null where id = ${game._id}`
  expect(await saidTo(follower)).toHaveLength(2)
})

it('PR3 PR4 Who blocked a developer or a game they follow is told nothing of it, nowhere, until they lift the block', async () => {
  const game = await aGame()
  const [ofGame, ofDeveloper] = [await aFollower('game', game._id), await aFollower('developer', dev.id)]
  await publishPost(dev, game._id, { isEmailed: true })
  const blocks: [Person, 'game' | 'developer', string][] = [
    [ofGame, 'game', game._id],
    [ofGame, 'developer', dev.id],
    [ofDeveloper, 'developer', dev.id],
  ]
  for (const [who, kind, id] of blocks) {
    const feed = (await who.post('/api/feed')).body.url
    const all = async () => ({
      notices: (await saidTo(who)).length,
      unread: (await who.get('/api/notices/unread')).body.count,
      followed: (await who.get('/api/follows')).body.length,
      inFeed: (await (await fetch(feed)).text()).includes(POST.title),
    })
    expect(await all(), kind).toEqual({ notices: 1, unread: 1, followed: 1, inFeed: true })
    await who.put(`/api/blocks/${kind}/${id}`, undefined)
    expect(await all(), kind).toEqual({ notices: 0, unread: 0, followed: 0, inFeed: false })
    await who.send('DELETE', `/api/blocks/${kind}/${id}`)
  }
  await ofGame.put(`/api/blocks/game/${game._id}`, undefined)
  expect(await newsTo(ofGame)).toEqual([])
  expect(await newsTo(ofDeveloper)).toHaveLength(1)
})
