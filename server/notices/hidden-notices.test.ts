/** Whatever hides a game: neither bell nor email nor feed names it, by any topic (N12). */
import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import {
  NOTICE_TOPICS,
  type NoticeTopic,
  SELLING,
  SWITCHABLE_TOPICS,
  TOPICS,
} from '@nofiller/contract/notices/notice-rules'
import { beforeAll, expect, it } from 'vitest'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { approveGames, mayPost, publishPost } from '../testing/fixtures/posts.ts'
import { draftRelease, publishGame, releaseGame } from '../testing/fixtures/publishing.ts'
import { anOwner, aReview } from '../testing/fixtures/reviews.ts'
import { useTestStore } from '../testing/store.ts'
import { mailWishlists } from '../wishlist/mail-wishlists.ts'
import { mailDigests } from './mail-digests.ts'
import { mailNotices } from './mail-notices.ts'

const test = useTestStore({ settings: { REVIEW_SAMPLE_PERCENT: '0' } })
const TITLE = 'Velvet Lantern'
let dev: Person
let gameId: string
/** Who may be told, and by which topics of which things. Those who sell a game see it whatever hides it from others. */
let told: Map<Person, Partial<Record<NoticeTopic, string>>>

beforeAll(async () => {
  dev = await signedIn(test, 'developer')
  await mayPost(test, dev)
  const game = await publishGame(dev, ['Windows'], { category: 'NSFW', title: TITLE })
  await approveGames(test, dev)
  gameId = game._id
  const files = game.gameFiles.map(({ _id, name }) => ({ id: _id, name, bytes: Buffer.alloc(0) }))
  const ofReviews = { id: gameId, slug: game.slug, files }
  const [owner, review] = [await anOwner(test, ofReviews), await aReview(test, ofReviews)]
  const [follower, wisher] = [await signedIn(test), await signedIn(test)]
  await dev.put(`/api/reviews/${review.id}/answer`, { text: 'Thank you. The next version mends it.' })
  await follower.put(`/api/follows/game/${gameId}`, undefined)
  await follower.put(`/api/follows/developer/${dev.id}`, undefined)
  await wisher.put(`/api/wishlist/${gameId}`, { notify: 'all', myPrice: 900 })
  const withdrawn = await releaseGame(dev, game, { label: '0.4', notify: 'silent' })
  await dev.post(`/api/releases/${withdrawn}/withdraw`, { reason: 'It crashes.' })
  const release = await releaseGame(dev, game, { label: '0.5', notify: 'silent' })
  const announced = await draftRelease(dev, game, { label: '0.6' })
  const post = await publishPost(dev, gameId)
  await test.sql`update games set price_cents = price_cents - 100 where id = ${gameId}`
  const cheaper = await test.row<{ id: string }>`select id from wishlist_news where game_id = ${gameId}`
  await test.drain()
  told = new Map<Person, Partial<Record<NoticeTopic, string>>>([
    [
      owner,
      {
        'owned-release': release,
        'owned-post': post.id,
        'rolled-back': withdrawn,
        'window-changed': announced,
        'review-reminder': gameId,
      },
    ],
    [review.writer, { 'review-answer': review.id }],
    [follower, { 'follow-release': release, 'follow-post': post.id, 'follow-game': gameId }],
    [wisher, { wishlist: cheaper.id }],
  ])
  for (const who of told.keys()) await who.put('/api/settings', { notifyUpdates: true })
})

/** Everybody's notices, unread, of which the emails are due. */
async function tellAnew(mail: 'each' | 'weekly'): Promise<void> {
  for (const [who, things] of told) {
    await who.put('/api/notice-preferences', {
      topics: SWITCHABLE_TOPICS.map((topic) => ({ topic, site: true, mail })),
    })
    await test.sql`delete from notices where account_id = ${who.id}`
    for (const [topic, thing] of Object.entries(things))
      await test.sql`insert into notices (account_id, topic, game_id, thing_id, is_on_site, mail_at, is_weekly)
        values (${who.id}, ${topic}, ${gameId}, ${thing}, true, ${mail === 'each' ? new Date() : null}, ${mail === 'weekly'})`
  }
}

/** The topics by which somebody reads of the game under the bell. */
async function topicsOf(who: Person): Promise<NoticeTopic[]> {
  const notices: { topic: NoticeTopic }[] = (await who.get('/api/notices')).body
  return notices.map(({ topic }) => topic)
}

/** What each is emailed now, of a topic and weekly. */
async function mailAll(): Promise<Map<Person, string[]>> {
  const mailsTo = (who: Person) => test.mailsTo(who.email)
  const people = [...told.keys()]
  const earlier = await Promise.all(people.map(mailsTo))
  await mailNotices(test.store)
  await mailWishlists(test.store)
  await test.sql`update digests set next_at = now() where account_id = any(${people.map(({ id }) => id)}::uuid[])`
  await mailDigests(test.store)
  await test.drain()
  const all = await Promise.all(people.map(mailsTo))
  return new Map(
    people.map((who, at) => {
      const known = earlier[at]?.map(({ messageId }) => messageId)
      return [
        who,
        all[at]?.filter(({ messageId }) => !known?.includes(messageId)).map(({ text = '' }) => text) ?? [],
      ]
    }),
  )
}

/** What else could name the game: the feed, and the list of games that email. */
async function pagesOf(who: Person): Promise<string> {
  const { url } = (await who.post('/api/feed')).body
  return (await (await fetch(url)).text()) + (await who.get('/api/notices/games')).text
}

const TOLD = TOPICS.filter((topic) => NOTICE_TOPICS[topic].group !== SELLING)
const MAILS = ['each', 'weekly'] as const

it.each(MAILS)(
  'N12 Bell, feed and emails (%s) name a game that nothing hides, by each topic',
  async (mail) => {
    await tellAnew(mail)
    const seen = await Promise.all([...told.keys()].map(topicsOf))
    expect(seen.flat().sort()).toEqual([...TOLD].sort())
    const mails = await mailAll()
    for (const [who, things] of told) expect(mails.get(who)?.join(), JSON.stringify(things)).toContain(TITLE)
    const [owner] = told.keys()
    expect(owner && (await pagesOf(owner))).toContain(TITLE)
  },
)

const setGame = (values: { suspended_at?: Date | null; is_illegal?: boolean }) =>
  test.db.updateTable('games').set(values).where('id', '=', gameId).execute()
const setLimit = (who: Person, levels: Record<string, 0 | 1 | 2 | 3>) =>
  who.put('/api/limits', { levels: levelsWith(levels), allowsAvoidable: false })

/** What hides a game, and what shows it again. */
const HIDES: Record<string, [(who: Person) => Promise<unknown>, (who: Person) => Promise<unknown>]> = {
  'it is taken down': [() => setGame({ suspended_at: new Date() }), () => setGame({ suspended_at: null })],
  'it is sealed': [
    () => setGame({ suspended_at: new Date(), is_illegal: true }),
    () => setGame({ suspended_at: null, is_illegal: false }),
  ],
  'it is blocked': [
    (who) => who.put(`/api/blocks/game/${gameId}`, undefined),
    (who) => who.send('DELETE', `/api/blocks/game/${gameId}`),
  ],
  'its developer is blocked': [
    (who) => who.put(`/api/blocks/developer/${dev.id}`, undefined),
    (who) => who.send('DELETE', `/api/blocks/developer/${dev.id}`),
  ],
  'limits hide it': [(who) => setLimit(who, { gore: 3 }), (who) => setLimit(who, {})],
  '18+ games are hidden': [
    (who) => who.put('/api/settings', { contentChoice: 'sfw' }),
    (who) => who.put('/api/settings', { contentChoice: 'show' }),
  ],
}

it.each(Object.keys(HIDES).flatMap((what) => MAILS.map((mail) => ({ what, mail }))))(
  'N12 Neither bell nor feed nor emails ($mail) name a game when $what',
  async ({ what, mail }) => {
    const [hide, show] = HIDES[what] ?? []
    await tellAnew(mail)
    for (const who of told.keys()) await hide?.(who)
    for (const who of told.keys()) {
      expect(await topicsOf(who)).toEqual([])
      expect((await who.get('/api/notices/unread')).body).toEqual({ count: 0 })
      expect(await pagesOf(who)).not.toContain(TITLE)
    }
    expect([...(await mailAll()).values()].flat().join()).not.toContain(TITLE)
    for (const who of told.keys()) await show?.(who)
  },
)
