/**
 * The library of an account that owns 1,000 games of 50 releases each, every one with an update, against that of an account
 * that owns as many games of one release: the promise is at most 1.3 times its time. And the way for saves over 500 releases,
 * against reading these from JSON.
 */
import { type ReleaseSaves, savePath } from '@nofiller/contract/releases/save-path'
import pg from 'pg'
import { accessTokens } from '../server/accounts/sessions/access-token.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect } from '../server/platform/database/database.ts'
import { fillCatalog } from '../server/testing/fixtures/fill-catalog.ts'
import { signedIn } from '../server/testing/fixtures/people.ts'
import { SECRET_KEY, withHarness } from './harness.ts'
import { median } from './load.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'

const GAMES = sizeOf('games', 1_000)
const RELEASES = 50
const TIMES = 60
const PATHS = {
  'library, 24 games': '/api/library?limit=24',
  'updates, 12 games': '/api/library?updated=1&sort=updated&limit=12',
  'library, counts for its filters': '/api/library/facets',
}

reportSavePaths()

await withHarness(async (harness) => {
  const start = async (releases: number) => {
    const databaseUrl = await harness.database(`releases_${releases}`)
    await fillCatalog(databaseUrl, GAMES)
    const { db, close } = connect(databaseUrl, console)
    const tokens = accessTokens([SECRET_KEY], systemClock)
    const { token, id } = await signedIn({ db, url: '', tokens }).finally(close)
    await plantReleases(databaseUrl, id, releases)
    const { url } = await harness.store(databaseUrl)
    return { url, authorization: `Bearer ${token}` }
  }
  const [one, many] = [await start(1), await start(RELEASES)]
  for (const [what, path] of Object.entries(PATHS)) {
    const times = { one: [] as number[], many: [] as number[] }
    for (let time = -TIMES / 4; time < TIMES; time += 1) {
      const [first, second] = [await ask(one, path), await ask(many, path)]
      if (time >= 0) times.one.push(first)
      if (time >= 0) times.many.push(second)
    }
    const against = { what: 'of one release each', value: median(times.one) }
    report([{ what, value: median(times.many), unit: 'ms', against }], { games: GAMES, releases: RELEASES })
  }
})

/** The longest way, over all of them, and one that nobody knows, for which all that may be is looked at too. */
function reportSavePaths(): void {
  const count = 500
  const releasesOf = (saves: 'from' | 'unknown'): ReleaseSaves[] =>
    Array.from({ length: count }, (_, nth) => ({
      id: `release ${nth}`,
      saves,
      savesFrom: saves === 'from' ? `release ${Math.max(nth - 1, 0)}` : null,
      sameAs: null,
      isFetchable: true,
    }))
  const ways = { 'save path of 499 steps': 'from', 'save path that is unknown': 'unknown' } as const
  for (const [what, saves] of Object.entries(ways)) {
    const releases = releasesOf(saves)
    const json = JSON.stringify(releases)
    const times = { path: [] as number[], json: [] as number[] }
    for (let time = -TIMES; time < TIMES; time += 1) {
      const [path, bare] = [
        msOf(() => savePath(releases, 'release 0')),
        msOf(() => JSON.parse(json) as ReleaseSaves[]),
      ]
      if (time >= 0) times.path.push(path)
      if (time >= 0) times.json.push(bare)
    }
    const against = { what: 'JSON.parse of its releases', value: median(times.json) }
    report([{ what, value: median(times.path), unit: 'ms', against }], { releases: count })
  }
}

function msOf(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

async function ask(
  { url, authorization }: { url: string; authorization: string },
  path: string,
): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url + path, { headers: { authorization } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - startedAt
}

/** Each game gets one file with so many releases, of which the account owns all and has fetched the first. */
async function plantReleases(databaseUrl: string, accountId: string, releases: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into game_files (id, game_id, kind, device, position)
        select gen_random_uuid(), id, 'file', 'Windows', 0 from games`,
    )
    await client.query(
      `insert into grants (id, account_id, game_id) select gen_random_uuid(), $1, id from games`,
      [accountId],
    )
    await client.query(
      `with made as materialized (
         select gen_random_uuid() as release_id, gen_random_uuid() as build_id, file.id as file_id, file.game_id, nth,
           now() - make_interval(days => $1::integer - nth) as live_at
         from game_files as file, generate_series(1, $1::integer) as nth
       ), released as (
         insert into releases (id, game_id, label, summary, notes, saves, live_at)
         select release_id, game_id, '0.' || nth, repeat('What is new. ', 12), repeat('<p>Notes.</p>', 40), 'all', live_at
         from made
       ), built as (
         insert into file_builds (id, file_id, name, size_bytes, storage_key, live_at, replaced_at, release_id)
         select build_id, file_id, 'game.zip', 600000000, build_id::text, live_at,
           case when nth < $1 then live_at + interval '1 day' end, release_id
         from made
       ), part as (
         insert into release_builds (release_id, file_id, build_id) select release_id, file_id, build_id from made
       )
       insert into owned_versions (account_id, file_id, build_id, release_id, source)
       select $2, file_id, build_id, release_id, 'fetched' from made where nth = 1`,
      [releases, accountId],
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
