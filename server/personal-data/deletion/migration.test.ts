import { expect, it } from 'vitest'
import { migratingDatabase } from '../../testing/database.ts'

const [GONE, STAYS] = ['0198f2c0-0000-7000-8000-000000000001', '0198f2c0-0000-7000-8000-000000000002']

it('Y5 the migration deletes what earlier deletions left, and nothing of accounts that stay', async () => {
  const { client, migrate, drop } = await migratingDatabase()
  await migrate('0001', '0275')
  await client.query(`insert into accounts (id, username, email, password_hash, deleted_at) values
    ('${GONE}', 'gone', 'gone@deleted.invalid', '', now()), ('${STAYS}', 'june', 'june@example.test', '', null)`)
  await client.query(`insert into account_blocks (account_id) values ('${GONE}'), ('${STAYS}')`)
  await migrate('0275', '9999')
  expect((await client.query('select account_id from account_blocks')).rows).toEqual([{ account_id: STAYS }])
  await drop()
})
