import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MigratingDatabase, migratingDatabase } from '../testing/database.ts'

const ID = (last: number) => `0198f2c0-0000-7000-8000-${String(last).padStart(12, '0')}`

let database: MigratingDatabase
beforeAll(async () => {
  database = await migratingDatabase()
})
afterAll(() => database.drop())

it('makes releases of the builds of before, numbered by time, and versions of what was fetched', async () => {
  const { client, migrate } = database
  await migrate('0001', '0199')
  await client.query(`insert into accounts (id, username, email, password_hash) values
    ('${ID(1)}', 'ada', 'ada@example.test', ''), ('${ID(2)}', 'june', 'june@example.test', '')`)
  await client.query(`insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free, status, theme, screenshots)
    values ('${ID(3)}', '${ID(1)}', 'ferry', 'Ferry', '', 'Game', 'Released', 'SFW', '{}', 999, false, 'draft', '{}', '[]')`)
  await client.query(`insert into game_files (id, game_id, kind, device, position)
    values ('${ID(4)}', '${ID(3)}', 'file', 'Linux', 0), ('${ID(5)}', '${ID(3)}', 'file', 'Mac', 1)`)
  await client.query(`insert into file_builds (id, file_id, name, size_bytes, storage_key, created_at, replaced_at) values
    ('${ID(6)}', '${ID(4)}', 'a.zip', 1, 'a', '2026-01-01 10:00:00.1', '2026-02-01 10:00:00.1'),
    ('${ID(7)}', '${ID(5)}', 'b.zip', 1, 'b', '2026-01-01 10:00:00.4', null),
    ('${ID(8)}', '${ID(4)}', 'c.zip', 1, 'c', '2026-02-01 10:00:00.1', null)`)
  await client.query(`insert into downloads (id, account_id, game_id, file_id, created_at) values
    ('${ID(10)}', '${ID(2)}', '${ID(3)}', '${ID(4)}', '2026-01-02'),
    ('${ID(11)}', '${ID(2)}', '${ID(3)}', '${ID(4)}', '2026-01-03'),
    ('${ID(12)}', '${ID(2)}', '${ID(3)}', '${ID(5)}', '2026-03-01'),
    ('${ID(13)}', null, '${ID(3)}', '${ID(4)}', '2026-03-01')`)
  await migrate('0199', '0202')
  const { rows: releases } = await client.query(`
    select label, releases.live_at::text as at, saves, array_agg(name order by name) as files
    from releases join release_builds on release_id = releases.id join file_builds on file_builds.id = build_id
    group by releases.id order by releases.live_at`)
  expect(releases).toEqual([
    { label: '1', at: '2026-01-01 10:00:00.1+00', saves: 'unknown', files: ['a.zip', 'b.zip'] },
    { label: '2', at: '2026-02-01 10:00:00.1+00', saves: 'unknown', files: ['c.zip'] },
  ])

  // The version before still counts downloads while this one migrates.
  await migrate('0202', '0203')
  await client.query(`insert into downloads (id, account_id, game_id, file_id)
    values ('${ID(14)}', '${ID(2)}', '${ID(3)}', '${ID(4)}')`)
  await migrate('0203', '9999')
  const { rows: versions } = await client.query(`
    select file_builds.name, label, at > now() - interval '1 hour' as is_new from owned_versions
    join file_builds on file_builds.id = build_id join releases on releases.id = owned_versions.release_id
    where account_id = '${ID(2)}' order by at`)
  expect(versions).toEqual([
    { name: 'a.zip', label: '1', is_new: false },
    { name: 'b.zip', label: '1', is_new: false },
    { name: 'c.zip', label: '2', is_new: true },
  ])

  // And adds builds that have no release yet.
  await client.query(`update file_builds set replaced_at = now() where id = '${ID(7)}'`)
  await client.query(`insert into file_builds (id, file_id, name, size_bytes, storage_key)
    values ('${ID(9)}', '${ID(5)}', 'd.zip', 1, 'd')`)
  const { rows: made } = await client.query('select make_releases() as made')
  expect(made).toEqual([{ made: 1 }])
  const { rows: newest } = await client.query('select label from releases order by live_at desc limit 1')
  expect(newest).toEqual([{ label: '3' }])
})

it('VE9 gives a game that stores more than the default what it has and a fifth more', async () => {
  const { client, migrate, drop } = await migratingDatabase()
  try {
    await migrate('0001', '0230')
    await client.query(`insert into accounts (id, username, email, password_hash) values
      ('${ID(1)}', 'ada', 'ada@example.test', '')`)
    for (const [game, file, gibs] of [
      [ID(3), ID(4), 150],
      [ID(5), ID(6), 90],
    ] as const) {
      await client.query(`insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free, status, theme, screenshots)
        values ('${game}', '${ID(1)}', '${game}', 'Ferry', '', 'Game', 'Released', 'SFW', '{}', 999, false, 'draft', '{}', '[]')`)
      await client.query(`insert into game_files (id, game_id, kind, device, position)
        values ('${file}', '${game}', 'file', 'Linux', 0)`)
      await client.query(`insert into file_builds (id, file_id, name, size_bytes, storage_key, replaced_at)
        select gen_random_uuid(), '${file}', 'a.zip', ${gibs} * 1024::bigint ^ 3, '${game}' || nth, case nth when 1 then now() end
        from generate_series(1, 2) as nth`)
    }
    await migrate('0230', '9999')
    const { rows } = await client.query('select id, storage_bytes_max::text as max from games order by id')
    expect(rows).toEqual([
      { id: ID(3), max: String(360 * 2 ** 30) },
      { id: ID(5), max: null },
    ])
  } finally {
    await drop()
  }
})
