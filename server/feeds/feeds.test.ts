import { parseFeed } from '@rowanmanning/feed-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { addGame, type TestGame } from '../testing/fixtures/games.ts'
import { PASSWORD, type Person, signedIn } from '../testing/fixtures/people.ts'
import { mayPost, POST, publishPost } from '../testing/fixtures/posts.ts'
import { addRelease } from '../testing/fixtures/releases.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built', settings: { REVIEW_SAMPLE_PERCENT: '0' } })
let dev: Person
let game: TestGame
const PICTURE = '/uploads/a/b/desc/0123456789abcdef0123456789abcdef.webp'
const HOSTILE = `Night ]]> & <b>\u{fffe}\u{1}</b> \u{d83d} ${'\u{1f60a}'.repeat(100)}`
/** The same without what XML cannot hold; half a character is stored as one that stands for what is unknown. */
const HOSTILE_SHOWN = `Night ]]> & <b></b> \u{fffd} ${'\u{1f60a}'.repeat(100)}`

beforeAll(async () => {
  dev = await signedIn(test, 'developer')
  await test.sql`update accounts set first_game_approved_at = now() where id = ${dev.id}`
  await mayPost(test, dev)
  game = await aGame({ title: 'Night Garden', tags: ['Cozy Night'] })
  await addRelease(test, game, { label: '0.5', summary: 'Chapter two.' })
  await publishPost(dev, game.id)
  await publishPost(dev, game.id, { title: 'For owners', audience: 'owners' })
})

async function aGame(more: object): Promise<TestGame> {
  const made = await addGame(test, { developerId: dev.id, ...more })
  await test.sql`update games set published_at = now() - interval '1 year' where id = ${made.id}`
  return made
}

type Answer = { status: number; headers: Headers; xml: string; titlesOf: () => (string | null)[] }

/** A feed as a reader's program reads it. */
async function read(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(path.startsWith('http') ? path : test.url + path, { headers })
  const xml = await answer.text()
  return { status: answer.status, headers: answer.headers, xml, titlesOf: () => titlesIn(xml) }
}
const titlesIn = (xml: string): (string | null)[] => parseFeed(xml).items.map(({ title }) => title)

/** Whose feed, where, and whether it lists games too. */
const FEEDS: [string, () => string, boolean][] = [
  ['the store', () => '/games/feed.xml', true],
  ['a game', () => `/game/${game.slug}/feed.atom`, false],
  ['a developer', () => `/dev/${dev.username}/feed.atom`, true],
  ['a tag', () => '/tag/cozy%20night/feed.atom', true],
]

describe('FO7 what is new as Atom', () => {
  it.each(FEEDS)(
    'lists releases and posts of %s, each readable by a reader’s parser',
    async (_of, path, listsGames) => {
      const { status, headers, xml, titlesOf } = await read(path())
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
      const titles = titlesOf()
      expect(titles).toEqual(expect.arrayContaining([`Night Garden: ${POST.title}`, 'Night Garden 0.5']))
      expect(titles.includes('Night Garden')).toBe(listsGames)
      expect(xml).not.toContain('For owners')
      const parsed = parseFeed(xml)
      expect(parsed.meta).toEqual({ type: 'atom', version: '1.0' })
      const post = parsed.items.find(({ title }) => title?.endsWith(POST.title))
      expect(post?.url).toMatch(new RegExp(`^${test.url}/game/${game.slug}/posts/[0-9a-f-]+$`))
      expect(post?.content).toBe(POST.body)
      expect(new Set(parsed.items.map(({ id }) => id)).size).toBe(parsed.items.length)
    },
  )

  it('answers 304 to who has it, by its tag or its time', async () => {
    const path = `/dev/${dev.username}/feed.atom`
    const { headers } = await read(path)
    const statusFor = async (sent: Record<string, string>) => (await read(path, sent)).status
    expect(await statusFor({ 'if-none-match': headers.get('etag') ?? '' })).toBe(304)
    const modified = headers.get('last-modified') ?? ''
    expect(await statusFor({ 'if-modified-since': modified })).toBe(304)
    expect(
      await statusFor({ 'if-modified-since': new Date(Date.parse(modified) - 1_000).toUTCString() }),
    ).toBe(200)
    expect(await statusFor({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(200)
  })

  it('is not found for nobody, and for a tag without games', async () => {
    for (const path of ['/dev/nobody-here/feed.atom', '/tag/no-such-tag/feed.atom', '/game/none/feed.atom'])
      expect((await read(path)).status).toBe(404)
  })

  it('FO9 stays whole whatever a title holds, also the private one', async () => {
    const hostile = await aGame({ title: HOSTILE, tags: ['Hostile'] })
    await addRelease(test, hostile, { label: '2.0', summary: HOSTILE })
    const { id } = await publishPost(dev, hostile.id)
    await test.sql`update posts set title = ${HOSTILE} where id = ${id}`
    const reader = await signedIn(test)
    await reader.put(`/api/follows/developer/${dev.id}`, undefined)
    await test.forgetCatalog()
    for (const path of [
      '/games/feed.xml',
      `/game/${hostile.slug}/feed.atom`,
      `/dev/${dev.username}/feed.atom`,
      '/tag/hostile/feed.atom',
      (await reader.post('/api/feed')).body.url,
    ]) {
      const { xml, titlesOf } = await read(path)
      for (const bad of ['\u{fffe}', '\u{1}']) expect(xml, path).not.toContain(bad)
      const [title] = titlesOf().filter((each) => each?.includes(`: ${HOSTILE_SHOWN}`))
      expect(title, path).toBe(`${HOSTILE_SHOWN}: ${HOSTILE_SHOWN}`)
    }
  })

  it('FO9 half a character in a title that a developer sends does not reach a feed', async () => {
    const half = await aGame({ title: 'Halves', tags: ['Halves'] })
    const sent = await dev.post(`/api/games/${half.id}/posts`, { ...POST, title: 'Half \u{d83d} a smile' })
    if (sent.status === 200) await dev.post(`/api/posts/${sent.body.id}/live`, {})
    await test.forgetCatalog()
    const { xml, titlesOf } = await read('/tag/halves/feed.atom')
    expect(xml.isWellFormed()).toBe(true)
    expect(titlesOf()).toContain('Halves')
  })

  it('names no picture of an 18+ game without a choice', async () => {
    const explicit = await aGame({ category: 'NSFW', tags: ['Late'] })
    await publishPost(dev, explicit.id, { body: `${POST.body}<img src="${PICTURE}">` })
    await test.forgetCatalog()
    expect((await read('/tag/late/feed.atom')).xml).not.toContain('/uploads/')
    expect((await read('/tag/late/feed.atom', { cookie: 'content=show' })).xml).toContain(PICTURE)
  })
})

describe('FO7 the private feed', () => {
  const make = async (who: Person): Promise<string> => (await who.post('/api/feed')).body.url

  it('is off until made, shown once, and tells what its account wants, follows and owns', async () => {
    const reader = await signedIn(test)
    expect((await reader.get('/api/feed')).body).toEqual({ since: null })
    const url = await make(reader)
    expect(url).toMatch(new RegExp(`^${test.url}/feed/[\\w-]{22}\\.atom$`))
    expect((await reader.get('/api/feed')).text).not.toContain(url.split('/').at(-1))
    expect(parseFeed((await read(url)).xml).items).toEqual([])
    await reader.put(`/api/follows/game/${game.id}`, undefined)
    const news = [`Night Garden: ${POST.title}`, 'Night Garden 0.5']
    expect((await read(url)).titlesOf()).toEqual(news)
    await reader.send('DELETE', `/api/follows/game/${game.id}`)
    expect((await read(url)).titlesOf()).toEqual([])
    await reader.put(`/api/wishlist/${game.id}`, {})
    expect((await read(url)).titlesOf()).toEqual(news)
    await buyAndPay(test, reader, game)
    const { headers, titlesOf } = await read(url)
    expect(titlesOf()).toContain('Night Garden: For owners')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
  })

  it('holds no picture of an 18+ game, whatever its reader chose', async () => {
    const reader = await signedIn(test)
    await test.sql`update accounts set content_choice = 'show' where id = ${reader.id}`
    const explicit = await aGame({ category: 'NSFW', title: 'Afterglow' })
    await publishPost(dev, explicit.id, { body: `${POST.body}<img src="${PICTURE}">` })
    await reader.put(`/api/follows/game/${explicit.id}`, undefined)
    const { xml } = await read(await make(reader))
    expect(xml).toContain('Afterglow')
    expect(xml).not.toContain('/uploads/')
  })

  const ENDED: Record<string, (reader: Person, admin: Person) => Promise<unknown>> = {
    'it was made anew': (reader) => reader.post('/api/feed'),
    'it was switched off': (reader) => reader.send('DELETE', '/api/feed'),
    'the password is new': (reader) =>
      reader.put('/api/password', { password: PASSWORD, newPassword: 'another-Secret-phrase-8' }),
    'the account is suspended': (reader, admin) =>
      admin.patch(`/api/admin/users/${reader.id}`, { suspended: true, reason: 'For the test' }),
    'every browser was logged out': (reader) => reader.send('DELETE', '/api/sessions'),
    'the store logged out every browser': (reader, admin) =>
      admin.post(`/api/admin/users/${reader.id}/sign-out`, { reason: 'For the test' }),
    'the account is to be deleted': (reader) => reader.post('/api/account/deletion', { password: PASSWORD }),
  }
  it.each(Object.keys(ENDED))('FO9 ends once %s', async (what) => {
    const [reader, admin] = [await signedIn(test), await signedIn(test, 'admin')]
    const url = await make(reader)
    expect((await read(url)).status).toBe(200)
    await ENDED[what]?.(reader, admin)
    expect((await read(url)).status).toBe(404)
  })

  it('tells its account by email and among its security events that somebody made it', async () => {
    const reader = await signedIn(test)
    const url = await make(reader)
    const [made] = (await reader.get('/api/security-events')).body
    expect(made.kind).toBe('feed_made')
    const mail = await eventually(async () => (await test.mailsTo(reader.email)).at(-1))
    expect(mail.subject).toContain('private feed')
    expect(mail.text).not.toContain(url.split('/').at(-1))
  })

  it('answers 304 to who has it, and never to somebody whose address ended', async () => {
    const reader = await signedIn(test)
    await reader.put(`/api/follows/game/${game.id}`, undefined)
    const url = await make(reader)
    const etag = { 'if-none-match': (await read(url)).headers.get('etag') ?? '' }
    const again = await read(url, etag)
    expect([again.status, again.xml, again.headers.get('cache-control')]).toEqual([
      304,
      '',
      'private, no-store',
    ])
    await publishPost(dev, game.id, { title: 'One more' })
    expect((await read(url, etag)).titlesOf()).toContain('Night Garden: One more')
    await reader.send('DELETE', '/api/feed')
    expect((await read(url, etag)).status).toBe(404)
  })

  it('leaves out what its account muted, hid or owns no more', async () => {
    const reader = await signedIn(test)
    const url = await make(reader)
    const quiet = await aGame({ title: 'Quiet' })
    await addRelease(test, quiet, { label: '2.0' })
    await reader.put(`/api/follows/developer/${dev.id}`, undefined)
    await buyAndPay(test, reader, quiet)
    expect((await read(url)).titlesOf()).toEqual(expect.arrayContaining(['Quiet', 'Quiet 2.0']))
    await test.sql`insert into muted_games (account_id, game_id) values (${reader.id}, ${quiet.id})`
    expect((await read(url)).titlesOf().filter((title) => title?.startsWith('Quiet'))).toEqual([])
    await test.sql`delete from muted_games`
    await test.sql`insert into hidden_games (account_id, game_id) values (${reader.id}, ${quiet.id})`
    expect((await read(url)).titlesOf()).not.toContain('Quiet 2.0')
  })

  it('is never logged with its token', async () => {
    const reader = await signedIn(test)
    const url = await make(reader)
    await read(url)
    const token = url.split('/').at(-1)?.replace('.atom', '') ?? ''
    expect(test.logged.join('\n')).not.toContain(token)
  })
})
