import { readdirSync, readFileSync } from 'node:fs'
import type { Access } from '@nofiller/contract/access'
import { calls } from '@nofiller/contract/calls'
import type { Game } from '@nofiller/contract/catalog/catalog'
import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { countFollowers } from './follows/count-followers.ts'
import { relateGames } from './suggestions/relate-games.ts'
import { addGame, type TestGame } from './testing/fixtures/games.ts'
import { type Person, usePerson } from './testing/fixtures/people.ts'
import { anOwner, publishGame, releaseGame } from './testing/fixtures/publishing.ts'
import { anOwner as anOwnerOf, aReview, type TestReview } from './testing/fixtures/reviews.ts'
import { useTestStore } from './testing/store.ts'
import { countWishlists } from './wishlist/count-wishlists.ts'

const EXCLUDED_TAG = 'elwetritsch'

/** What only its owner may see of their taste: each table, and how its owner writes a row of it by a call. */
const TASTE: Record<string, (who: Person) => Promise<{ status: number; text: string }>> = {
  account_blocks: (who) => who.put(`/api/blocks/game/${game.id}`, undefined),
  account_limits: (who) =>
    who.put('/api/limits', { levels: levelsWith({ flashing: 2 }), allowsAvoidable: false }),
  blocked_developers: (who) => who.put(`/api/blocks/developer/${developer.id}`, undefined),
  blocked_games: (who) => who.put(`/api/blocks/game/${game.id}`, undefined),
  digests: (who) =>
    who.put('/api/notice-preferences', { digest: { day: 3, hour: 4, zone: 'Europe/Berlin' } }),
  review_votes: (who) => who.put(`/api/reviews/${review.id}/helpful`, undefined),
  review_mutes: (who) => who.put(`/api/reviews/${review.id}/mute`, undefined),
  follows: (who) => who.put(`/api/follows/game/${game.id}`, undefined),
  hidden_games: (who) => who.patch(`/api/library/${owned._id}`, { hidden: true }),
  muted_games: (who) => who.put('/api/notices/games', { gameIds: [owned._id], isMuted: true }),
  notice_preferences: (who) =>
    who.put('/api/notice-preferences', { topics: [{ topic: 'owned-release', site: true, mail: 'each' }] }),
  notices: (who) => who.post('/api/notices/read', { all: true }),
  private_feeds: (who) => who.post('/api/feed'),
  skipped_releases: (who) => who.put(`/api/library/${owned._id}/updates`, { skipped: releaseId }),
  suggestion_consents: (who) =>
    who.put('/api/suggestion-consents', { isCounted: true, isSuggested: true, page: '/library' }),
  suggestion_questions: (who) => who.put('/api/suggestion-consents', { isAsked: true, page: '/library' }),
  wishlist: (who) => who.put(`/api/wishlist/${game.id}`, {}),
}
/** What else people do about their taste, beyond a row of their own in these tables. */
const MORE_TASTE: ((who: Person) => Promise<{ status: number; text: string }>)[] = [
  (who) => who.put('/api/follows/devices', { devices: ['Linux'] }),
  (who) => who.put('/api/settings', { excludedTags: [EXCLUDED_TAG] }),
  (who) => who.put(`/api/library/${owned._id}/updates`, { muted: true }),
  (who) => who.post('/api/library/skip-updates'),
  ...[
    'blocks',
    'feed',
    'follows',
    'mutes',
    'notices',
    'notices/games',
    'notices/unread',
    'suggestion-consents',
    'suggestions',
    'wishlist',
  ].map((list) => (who: Person) => who.get(`/api/${list}`)),
]
/** Tables of accounts that tell of no taste, or of what the account's orders tell as well. */
const NO_TASTE = {
  'how somebody proves who they are': [
    'authenticator_setups',
    'authenticators',
    'email_changes',
    'email_codes',
    'passkeys',
    'password_resets',
    'pending_logins',
    'recovery_codes',
    'remembered_devices',
    'second_factor_removals',
    'security_events',
    'sessions',
  ],
  'who somebody is, and what they wrote to the store': [
    'account_exports',
    'contact_messages',
    'mail_bounces',
    'names',
    'news_consents',
    'pen_names',
    'reviews',
    'sell_requests',
  ],
  'what somebody bought, or is about to, and fetched': [
    'basket_items',
    'bought_wishes',
    'download_links',
    'downloads',
    'game_downloaders',
    'grants',
    'orders',
    'owned_versions',
    'told_owners',
  ],
  'the work of developers': [
    'finding_acks',
    'former_developers',
    'link_checks',
    'uploads',
    'webhook_deliveries',
    'webhook_endpoints',
    'webhook_events',
  ],
}
/** The calls about taste. */
const IS_ABOUT_TASTE =
  /^\w+ \/api\/(?:blocks|decisions|feed|follows|library\/skip-updates|library\/:gameId\/updates|limits|mutes|my-reviews|notice|pen-name|reviews\/:id\/(?:helpful|mute)$|games\/:id\/muted-reviews$|games\/:id\/review$|suggestion|wishlist)|^PATCH \/api\/library/
/** Who shows, counts or reports what people do. */
const WATCHERS = [
  'admin',
  'analytics',
  'copyright',
  'moderation',
  'monitoring',
  'payouts',
  'reports',
  'transparency',
]

const test = useTestStore()
const admin = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')
let game: TestGame
let owned: Game
let releaseId: string
let person: Person
let review: TestReview
/** What is read by every admin and every developer, before and after. */
let before: Map<string, Reading>
let after: Map<string, Reading>
/** The lines that were logged meanwhile. */
let logged: string[]

/** How often an answer names each of the words that must not meet in it, and the answer without its figures. */
type Reading = { mentions: number[]; withoutFigures: string }

beforeAll(async () => {
  game = await addGame(test, { developerId: developer.id, title: 'Wolpertinger' })
  owned = await publishGame(developer, ['Windows'], { title: 'Rasselbock' })
  person = await anOwner(test, owned)
  releaseId = await releaseGame(developer, owned, { label: '2.0' })
  await test.drain()
  const reviewed = await addGame(test, { developerId: developer.id })
  review = await aReview(test, reviewed, { name: 'username' })
  await anOwnerOf(test, reviewed, { who: person })
  await readAll() // the first look is written down by some
  before = await readAll()
  const start = test.logged.length
  for (const leave of [...Object.values(TASTE), ...MORE_TASTE]) {
    const { status, text } = await leave(person)
    expect(status, `${leave}: ${text}`).toBeLessThan(300)
  }
  await countFollowers(test.db)
  await countWishlists(test.db)
  await relateGames(test.db)
  await test.drain()
  logged = test.logged.slice(start)
  after = await readAll()
})

const ids = () => [person.id, developer.id, game.id, owned._id, releaseId]
const words = () => [person.email, person.username, 'Wolpertinger', 'Rasselbock', developer.username]

async function readAll(): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>()
  for (const [reader, access] of [
    [admin, 'admin'],
    [admin, 'developer'],
    [developer, 'developer'],
  ] as const)
    for (const path of readsOf(access)) {
      const { text } = await reader.get(path)
      readings.set(`${reader.username} ${path}`, {
        mentions: [...ids(), ...words(), EXCLUDED_TAG].map((word) => text.split(word).length - 1),
        withoutFigures: text.replaceAll(/\d+/g, '#'),
      })
    }
  return readings
}

/** The addresses of the calls for this audience, about each thing, and the searches for each word. */
function readsOf(audience: Access): string[] {
  return Object.entries(calls)
    .filter(([name, { access }]) => name.startsWith('GET /api/') && access === audience)
    .flatMap(([name, call]) => {
      const path = name.slice('GET '.length)
      const paths = path.includes(':') ? ids().map((id) => path.replaceAll(/:\w+/g, id)) : [path]
      const isSearched = 'query' in call && 'q' in call.query.shape
      return isSearched
        ? paths.flatMap((each) => words().map((q) => `${each}?q=${encodeURIComponent(q)}`))
        : paths
    })
}

it('each table holds a row of the person', async () => {
  for (const table of Object.keys(TASTE)) {
    const { rows } = await sql`select from ${sql.table(table)} where account_id = ${person.id}`.execute(
      test.db,
    )
    expect(rows.length, table).toBeGreaterThan(0)
  }
})

it('W10 PR3 of each table of accounts it is known whether it tells of their taste', async () => {
  const tables = await test.sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables
      using (table_schema, table_name)
    where column_name = 'account_id' and table_schema = 'public' and table_type = 'BASE TABLE'`
  const known = [...Object.keys(TASTE), ...Object.values(NO_TASTE).flat()]
  expect(tables.map(({ name }) => name).sort()).toEqual(known.sort())
})

it('W10 PR3 no screen or search of admins and developers says whose taste it is', () => {
  expect(before.size).toBeGreaterThan(100)
  const changed = [...after].filter(
    ([path, reading]) => JSON.stringify(reading) !== JSON.stringify(before.get(path)),
  )
  expect(changed.map(([path, reading]) => [path, before.get(path), reading])).toEqual([])
})

it('W10 PR3 neither the audit log nor a log line nor a metric says whose taste it is', async () => {
  expect(
    await test.sql`select action from audit_log where actor_id = ${person.id} or subject = ${person.id}
    or subject_id = ${person.id}`,
  ).toEqual([])
  const { status, text } = await test.nobody.get('/metrics')
  expect(status).toBe(200)
  for (const name of ids()) expect(text).not.toContain(name)
  const ofTaste = logged.filter((line) => !line.includes('"/api/settings"'))
  expect(ofTaste.length).toBeGreaterThanOrEqual(Object.keys(TASTE).length + MORE_TASTE.length - 1)
  for (const line of ofTaste)
    for (const name of [...ids(), ...words(), '127.0.0.1']) expect(line).not.toContain(name)
})

it('W10 PR3 an error about a row is logged without the row', () => {
  const detail = `Key (account_id, game_id)=(${person.id}, ${game.id}) already exists.`
  test.store.log.error({ err: Object.assign(new Error('duplicate key'), { detail }) }, 'unexpected error')
  expect(test.logged.at(-1)).toContain('duplicate key')
  expect(test.logged.at(-1)).not.toContain(person.id)
})

it('W10 PR3 calls about taste are logged without their caller', () => {
  const named = Object.entries(calls).filter(([name]) => IS_ABOUT_TASTE.test(name))
  expect(named.length).toBeGreaterThan(25)
  for (const [name, call] of named) expect('anonymous' in call && call.anonymous, name).toBe(true)
})

it('W10 PR3 nobody who shows or counts what people do reads a table of taste', () => {
  const tables = new RegExp(
    `\\b(?:from|join|into|update) (?:${Object.keys(TASTE).join('|')})\\b|'(?:${Object.keys(TASTE).join('|')})'`,
  )
  const reading = WATCHERS.flatMap((folder) => {
    const path = new URL(`./${folder}/`, import.meta.url)
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .filter((name) => tables.test(readFileSync(new URL(name, path), 'utf8')))
      .map((name) => `${folder}/${name}`)
  })
  expect(reading).toEqual([])
})
