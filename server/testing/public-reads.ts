import { type PagePath, pages } from '@nofiller/contract/access'
import type { Call } from '@nofiller/contract/call'
import { type CallName, calls } from '@nofiller/contract/calls'
import { v7 as uuid } from 'uuid'
import type { TestGame } from './fixtures/games.ts'
import type { TestStore } from './store.ts'

/** A game with a post and a bundle, by ids: an address itself names nothing. */
export type PublicThing = { game: string; developer: string; post: string; bundle: string; tag: string }

/** Writes a post about a public game, and bundles it with another of its developer. Both bear its title. */
export async function plantThing(
  { db, sql, row }: Pick<TestStore, 'db' | 'sql' | 'row'>,
  [game, other]: readonly [TestGame, TestGame],
  tag: string,
): Promise<PublicThing> {
  const { title, developer } = await row<{ title: string; developer: string }>`
    select title, developer_id as developer from games where id = ${game.id}`
  const [post, bundle] = [uuid(), uuid()]
  await sql`insert into posts (id, game_id, created_by, audience, title, body, is_emailed, published_at)
    values (${post}, ${game.id}, ${developer}, 'everyone', ${title}, ${`<p>${title}</p>`}, false, now())`
  await db
    .insertInto('bundles')
    .values({
      id: bundle,
      developer_id: developer,
      slug: bundle,
      title: `Both of ${title}`,
      price_cents: 300,
    })
    .execute()
  await db
    .insertInto('bundle_games')
    .values([game, other].map(({ id }, position) => ({ bundle_id: bundle, game_id: id, position })))
    .execute()
  return { game: game.id, developer, post, bundle, tag }
}

/**
 * The address of every public reading call, page and feed, about each of some things, with searches for these words.
 * @throws for a call or page with a parameter of which nobody said here what it reads
 */
export function publicReads(things: readonly PublicThing[], words: readonly string[]): string[] {
  return [
    ...new Set([
      ...callReads(things, words),
      ...pageReads(things, words),
      ...FEEDS.flatMap((feed) => things.map(feed)),
    ]),
  ]
}

type Address = (thing: PublicThing) => string

/** Of something that only who holds its secret opens: an order, a download, a registration. */
const secret = () => 'none'

const CALL_PARAMETERS: Partial<Record<CallName, Address>> = {
  'GET /api/bundles/:slug': ({ bundle }) => bundle,
  'GET /api/download/:token': secret,
  'GET /api/games/:id': ({ game }) => game,
  'GET /api/games/:id/demo': ({ game }) => game,
  'GET /api/games/:id/latest': ({ game }) => game,
  'GET /api/games/:id/posts': ({ game }) => game,
  'GET /api/games/:id/releases': ({ game }) => game,
  'GET /api/games/:id/review-weeks': ({ game }) => game,
  'GET /api/games/:id/reviews': ({ game }) => game,
  'GET /api/order-download/:token': secret,
  'GET /api/order-status/:orderId': secret,
  'GET /api/order-status/:orderId/events': secret,
  'GET /api/payments/:payToken': secret,
  'GET /api/payments/:payToken/coins': secret,
  'GET /api/payments/:payToken/events': secret,
  'GET /api/posts/:postId': ({ post }) => post,
  'GET /api/profile/:id': ({ developer }) => developer,
}
/** The queries of calls that read nothing of a thing without one. */
const CALL_QUERIES: Partial<Record<CallName, (thing: PublicThing) => string[]>> = {
  'GET /api/bundles': ({ game, developer }) => [`?game=${game}`, `?developer=${developer}`],
  'GET /api/games': ({ tag }) => ['', '?limit=100', `?tag=${encodeURIComponent(tag)}`],
}
const PAGE_ADDRESSES: Partial<Record<PagePath, (thing: PublicThing) => string>> = {
  '/bundle/:slug': ({ bundle }) => `/bundle/${bundle}`,
  '/dev/:id': ({ developer }) => `/dev/${developer}`,
  '/game/:id': ({ game }) => `/game/${game}`,
  '/game/:id/posts': ({ game }) => `/game/${game}/posts`,
  '/game/:id/posts/:postId': ({ game, post }) => `/game/${game}/posts/${post}`,
  '/game/:id/releases': ({ game }) => `/game/${game}/releases`,
  '/pay/:payToken': () => '/pay/none',
  '/sandbox/invoice/:id': () => '/sandbox/invoice/none',
  '/u/:token': () => '/u/none',
  '/*': () => '/no/such/page',
}
const FEEDS: readonly Address[] = [
  () => '/games/feed.xml',
  () => '/devlog.atom',
  () => '/patch-notes.atom',
  ({ game }) => `/game/${game}/feed.atom`,
  ({ developer }) => `/dev/${developer}/feed.atom`,
  ({ tag }) => `/tag/${encodeURIComponent(tag)}/feed.atom`,
]

function callReads(things: readonly PublicThing[], words: readonly string[]): string[] {
  const publicCalls = Object.entries(calls).filter(
    ([name, { access }]) => name.startsWith('GET /api/') && access === 'anyone',
  ) as [CallName, Call][] // the table has no other names
  return publicCalls.flatMap(([name, { query }]) => {
    const [, path = ''] = name.split(' ')
    const parameter = CALL_PARAMETERS[name]
    if (path.includes(':') && !parameter) throw new Error(`Say in public-reads.ts what ${name} reads.`)
    const paths = things.flatMap((thing) =>
      (CALL_QUERIES[name]?.(thing) ?? ['']).map(
        (asked) => path.replace(/:\w+/, parameter?.(thing) ?? '') + asked,
      ),
    )
    if (!query || !('q' in query.shape)) return paths
    const searches = words.map((q) => `${path}?q=${encodeURIComponent(q)}`)
    return name.endsWith('suggest') ? searches : [...paths, ...searches]
  })
}

/** Pages that are not there offer games by the words of their address. */
const lostPages = (word: string): string[] => {
  const lost = encodeURIComponent(`no-such-${word}`)
  return [`/game/${lost}`, `/game/${lost}.data`, `/game/${lost}/releases`, `/dev/${lost}`, `/bundle/${lost}`]
}

/** As HTML of the first load, and as the data of a navigation. */
function pageReads(things: readonly PublicThing[], words: readonly string[]): string[] {
  const publicPages = (Object.keys(pages) as PagePath[]).filter((page) => pages[page] === 'anyone') // the table has no others
  const paths = publicPages.flatMap((page) => {
    const address = PAGE_ADDRESSES[page]
    if (/[:*]/.test(page) && !address) throw new Error(`Say in public-reads.ts where ${page} is found.`)
    return address ? things.map(address) : [page]
  })
  const searches = words.map((q) => `?q=${encodeURIComponent(q)}`)
  return [
    ...words.flatMap(lostPages),
    ...paths.flatMap((path) => [path, path === '/' ? '/_root.data' : `${path}.data`]),
    ...searches.flatMap((search) => [`/games${search}`, `/games.data${search}`]),
  ]
}
