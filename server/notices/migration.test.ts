import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MigratingDatabase, migratingDatabase } from '../testing/database.ts'

const ID = (last: number) => `0198f2c0-0000-7000-8000-${String(last).padStart(12, '0')}`

let database: MigratingDatabase
beforeAll(async () => {
  database = await migratingDatabase()
})
afterAll(() => database.drop())

it('N9 A consent that was given before keeps its reach: new versions as they came, and nothing of what is new since', async () => {
  const { client, migrate } = database
  await migrate('0001', '0259')
  await client.query(`insert into accounts (id, username, email, password_hash, notify_updates) values
    ('${ID(1)}', 'ada', 'ada@example.test', '', true), ('${ID(2)}', 'june', 'june@example.test', '', true),
    ('${ID(3)}', 'kim', 'kim@example.test', '', false)`)
  await client.query(`insert into notice_preferences (account_id, topic, site, mail)
    values ('${ID(2)}', 'owned-release', false, 'never')`)
  await migrate('0259', '9999')
  const topics = ['follow-game', 'follow-post', 'follow-release', 'owned-post', 'wishlist']
  const { rows } = await client.query(`select account_id, topic, site, mail from notice_preferences
    where topic = any('{owned-release,${topics}}') order by account_id, topic`)
  const never = (account_id: string) =>
    topics.map((topic) => ({ account_id, topic, site: true, mail: 'never' }))
  const byTopic = (one: { topic: string }, other: { topic: string }) => (one.topic < other.topic ? -1 : 1)
  expect(rows).toEqual([
    ...[...never(ID(1)), { account_id: ID(1), topic: 'owned-release', site: true, mail: 'each' }].sort(
      byTopic,
    ),
    ...[...never(ID(2)), { account_id: ID(2), topic: 'owned-release', site: false, mail: 'never' }].sort(
      byTopic,
    ),
  ])
  const { rows: planned } = await client.query(
    'select account_id, day, hour, zone from digests order by account_id',
  )
  expect(planned).toEqual([1, 2].map((last) => ({ account_id: ID(last), day: 5, hour: 18, zone: 'UTC' })))
})
