import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MigratingDatabase, migratingDatabase } from '../../testing/database.ts'

let database: MigratingDatabase
beforeAll(async () => {
  database = await migratingDatabase()
}, 60_000)
afterAll(() => database.drop())

it('an upgrade merges tags that differ only in invisible characters, and finds the games of both', async () => {
  const { client, migrate } = database
  await migrate('0001', '0197')
  await client.query(
    `insert into accounts (id, username, email, password_hash, role)
     values (gen_random_uuid(), 'june', 'june@example.test', '', 'developer')`,
  )
  await client.query(
    `insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents,
       is_free, status, theme, card, published_at)
     select gen_random_uuid(), accounts.id, 'game-' || n, 'Ferry', '', 'Game', 'Released', 'SFW', tags[n:n], 999,
       false, 'published', '{}', '{"url": ""}', now() + make_interval(secs => n)
     from accounts, generate_series(1, 2) as n, (select $1::text[] as tags) as given`,
    [['می\u200cخواهم', 'میخواهم']],
  )
  const counted = async () =>
    (await client.query(`select games from facet_counts where facet like '=tag/%'`)).rows
  expect(await counted()).toEqual([{ games: 1 }, { games: 1 }])
  await migrate('0197', '9999')
  expect(await counted()).toEqual([{ games: 2 }])
  const { rows } = await client.query(
    `select slug, tag from games join game_tags on game_id = id where search @@ facet_query('tag', fold('میخواهم')) order by slug`,
  )
  expect(rows).toEqual(['game-1', 'game-2'].map((slug) => ({ slug, tag: 'میخواهم' })))
})
