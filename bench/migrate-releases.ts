/** How long a store of many builds and downloads takes to migrate to releases, and how long a download waits meanwhile. */
import type pg from 'pg'
import { reportMigration } from './migrating.ts'
import { sizeOf } from './options.ts'

const BUILDS = sizeOf('builds', 100_000)
const FETCHES = sizeOf('fetches', 1_000_000)

await reportMigration({
  from: '0199_releases.sql',
  plant: plantBuilds,
  // A download as the version before counts it.
  meanwhile: `
    insert into downloads (id, account_id, game_id, file_id)
    select uuidv7(), (select id from accounts limit 1), game_id, id from built_files limit 1`,
  sizes: { builds: BUILDS, fetches: FETCHES },
})

/** Games of two files with ten builds each, and downloads of all of them. */
async function plantBuilds(client: pg.Client): Promise<void> {
  await client.query(`
    set session_replication_role = replica; -- without triggers, which are not what is measured
    insert into accounts (id, username, email, password_hash) select uuidv7(), 'user-' || n, n || '@old.test', ''
      from generate_series(0, 9999) as n;
    create temp table people as select (row_number() over ())::integer - 1 as n, id from accounts;
    insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free,
        status, theme, screenshots)
      select uuidv7(), id, 'game-' || n, 'Game ' || n, '', 'Game', 'Released', 'SFW', '{}', 999, false, 'draft', '{}', '[]'
      from people where n < ${BUILDS} / 20;
    insert into game_files (id, game_id, kind, device, position)
      select uuidv7(), id, 'file', 'Windows', n from games, generate_series(0, 1) as n;
    create temp table files as select (row_number() over ())::integer - 1 as n, id, game_id from game_files;
    insert into file_builds (id, file_id, name, size_bytes, storage_key, created_at, replaced_at)
      select uuidv7(), files.id, 'game.zip', 1, files.id || ' ' || build, at, lead(at) over (partition by files.id order by at)
      from files, generate_series(1, 10) as build
      cross join lateral (select now() - make_interval(days => 300 - 30 * build) as at) as moment;
    insert into downloads (id, account_id, game_id, file_id, created_at)
      select uuidv7(), people.id, files.game_id, files.id, now() - make_interval(days => made % 270)
      from generate_series(1, ${FETCHES}) as made
      join people on people.n = made % 10000
      join files on files.n = (made / 7) % (${BUILDS} / 10);
    analyze`)
}
