import { readdirSync, readFileSync } from 'node:fs'
import { calls } from '@nofiller/contract/calls'
import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addGame, type TestGame } from './testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from './testing/fixtures/people.ts'
import { useTestStore } from './testing/store.ts'

/** What only its owner may see of their taste: each table, and how a row of it is made by a call. */
const TASTE: Record<string, (who: Person) => Promise<{ status: number }>> = {
  account_blocks: (who) => who.put(`/api/blocks/game/${game.id}`, undefined),
  account_limits: (who) =>
    who.put('/api/limits', { levels: levelsWith({ flashing: 2 }), allowsAvoidable: false }),
  blocked_developers: (who) => who.put(`/api/blocks/developer/${developer.id}`, undefined),
  blocked_games: (who) => who.put(`/api/blocks/game/${game.id}`, undefined),
  follows: (who) => who.put(`/api/follows/game/${game.id}`, undefined),
  wishlist: (who) => who.put(`/api/wishlist/${game.id}`, {}),
}
/** The paths of their calls. */
const PATHS = ['/api/blocks', '/api/follows', '/api/limits', '/api/wishlist']
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
let person: Person
/** What every admin may read, before and after. */
let before: Map<string, number[]>
let after: Map<string, number[]>

beforeAll(async () => {
  game = await addGame(test, { developerId: developer.id, title: 'Wolpertinger' })
  person = await signedIn(test)
  await readAll() // the first look is written down by some
  before = await readAll()
  for (const [table, leave] of Object.entries(TASTE))
    expect((await leave(person)).status, table).toBeLessThan(300)
  after = await readAll()
})

/** How often each answer to an admin names the person, the game and its developer. */
async function readAll(): Promise<Map<string, number[]>> {
  const ids = [person.id, developer.id, game.id]
  const words = [person.email, person.username, 'Wolpertinger', developer.username]
  const reads = Object.entries(calls)
    .filter(([name, { access }]) => name.startsWith('GET /api/') && access === 'admin')
    .flatMap(([name, call]) => {
      const path = name.slice('GET '.length)
      const paths = path.includes(':') ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path]
      const isSearched = 'query' in call && 'q' in call.query.shape
      return isSearched
        ? paths.flatMap((each) => words.map((q) => `${each}?q=${encodeURIComponent(q)}`))
        : paths
    })
  const mentions = new Map<string, number[]>()
  for (const path of reads) {
    const { text } = await admin.get(path)
    mentions.set(
      path,
      [...ids, ...words].map((word) => text.split(word).length - 1),
    )
  }
  return mentions
}

it('each table holds a row of the person', async () => {
  for (const table of Object.keys(TASTE)) {
    const { rows } = await sql`select from ${sql.table(table)} where account_id = ${person.id}`.execute(
      test.db,
    )
    expect(rows.length, table).toBe(1)
  }
})

it('W10 PR3 no admin screen or search says whose taste it is', () => {
  expect(before.size).toBeGreaterThan(50)
  expect(after).toEqual(before)
})

it('W10 PR3 neither the audit log nor a log line nor a metric says whose taste it is', async () => {
  expect(
    await test.sql`select action from audit_log where actor_id = ${person.id} or subject = ${person.id}
    or subject_id = ${person.id}`,
  ).toEqual([])
  const lines = test.logged.filter((line) => PATHS.some((path) => line.includes(`"${path}`)))
  expect(lines.length).toBeGreaterThanOrEqual(Object.keys(TASTE).length)
  for (const line of lines)
    for (const name of [person.id, person.email, person.username, '127.0.0.1'])
      expect(line).not.toContain(name)
  const { status, text } = await test.nobody.get('/metrics')
  expect(status).toBe(200)
  for (const name of [person.id, game.id, developer.id]) expect(text).not.toContain(name)
})

it('W10 PR3 calls about taste are logged without their caller', () => {
  const named = Object.entries(calls).filter(([name]) =>
    PATHS.some((path) => name.split(' ')[1]?.startsWith(path)),
  )
  expect(named.length).toBeGreaterThan(PATHS.length)
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
