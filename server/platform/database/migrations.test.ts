import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MigratingDatabase, migratingDatabase } from '../../testing/database.ts'

const ID = (last: number) => `0198f2c0-0000-7000-8000-00000000000${last}`

let database: MigratingDatabase
let client: MigratingDatabase['client']
let migrate: MigratingDatabase['migrate']
beforeAll(async () => {
  database = await migratingDatabase()
  client = database.client
  migrate = database.migrate
})
afterAll(() => database.drop())

it('the migration turns each stored file into its first build, and each picture into one with a single version', async () => {
  await migrate('0001', '0004')
  const picture = { url: '/uploads/a/b/card/c.webp', width: 500, height: 350, blur: 'data:' }
  await client.query(
    `insert into accounts (id, username, email, password_hash) values ('${ID(1)}', 'june', 'june@example.test', '')`,
  )
  await client.query(
    `insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, price_cents, is_free, status, theme, card, screenshots)
     values ('${ID(2)}', '${ID(1)}', 'ferry', 'Ferry', '', 'Game', 'Released', 'SFW', '{}', 999, false, 'draft', '{}', $1, $2)`,
    [
      picture,
      JSON.stringify([
        { ...picture, width: 1 },
        { ...picture, width: 2 },
      ]),
    ],
  )
  await client.query(
    `insert into game_files (id, game_id, kind, name, device, position, size_bytes, sha256, storage_key, created_at, withdrawn_at)
     values ('${ID(3)}', '${ID(2)}', 'file', 'ferry.zip', 'Linux', 0, 5000000000, '\\xff', 'game-files/a', '2024-05-06', null),
            ('${ID(4)}', '${ID(2)}', 'file', 'old.zip', 'Linux', 0, 7, null, 'game-files/b', '2024-05-07', now())`,
  )
  await migrate('0004', '9999')

  const { rows } = await client.query(
    `select id, name, size_bytes, encode(sha256, 'hex') as sha256, storage_key, built_at::date::text as day, withdrawn_at is null as for_sale
     from built_files order by id`,
  )
  expect(rows).toEqual([
    {
      id: ID(3),
      name: 'ferry.zip',
      size_bytes: '5000000000',
      sha256: 'ff',
      storage_key: 'game-files/a',
      day: '2024-05-06',
      for_sale: true,
    },
    {
      id: ID(4),
      name: 'old.zip',
      size_bytes: '7',
      sha256: null,
      storage_key: 'game-files/b',
      day: '2024-05-07',
      for_sale: false,
    },
  ])
  const [game] = (await client.query('select card, cover, screenshots from games')).rows
  const now = { ...picture, widths: [], alt: '' }
  expect(game).toEqual({
    card: now,
    cover: null,
    screenshots: [
      { ...now, width: 1 },
      { ...now, width: 2 },
    ],
  })
})

it('a file has at most one present build', async () => {
  const second = client.query(
    `insert into file_builds (id, file_id, name, size_bytes, storage_key) values ('${ID(9)}', '${ID(3)}', 'x', 1, 'game-files/c')`,
  )
  await expect(second).rejects.toMatchObject({ constraint: 'file_builds_one_live' })
})
