import { NOTICE_TOPICS, SWITCHABLE_TOPICS } from '@nofiller/contract/notices/notice-rules'
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
  const topics = [
    'follow-game',
    'follow-post',
    'follow-release',
    'owned-post',
    'review-answer',
    'review-new',
    'wishlist',
  ]
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

it('N9 A consent to the text before covers no emails about reviews, and all that it named', async () => {
  const { client } = database
  await client.query(`insert into accounts (id, username, email, password_hash, notify_updates)
    values ('${ID(15)}', 'ruth', 'ruth@example.test', '', true)`)
  await client.query(
    `insert into news_consents (account_id, text_version, given_through) values ('${ID(15)}', 3, '/signup')`,
  )
  const { rows } = await client.query(
    `select topic, mail from notice_preferences where account_id = '${ID(15)}' order by topic`,
  )
  expect(rows).toEqual([
    { topic: 'review-answer', mail: 'never' },
    { topic: 'review-new', mail: 'never' },
  ])
})

it.each([
  [1, 'never'],
  [2, 'each'],
])(
  'N9 A consent to text %i that the version before stores reaches as far as that text, and is asked about the rest',
  async (text, mail) => {
    const { client } = database
    const id = ID(10 + text)
    await client.query(`insert into accounts (id, username, email, password_hash, notify_updates)
    values ('${id}', 'late${text}', 'late${text}@example.test', '', true)`)
    await client.query(
      `insert into notice_preferences (account_id, topic, site, mail) values ('${id}', 'follow-game', false, 'weekly')`,
    )
    await client.query(
      `insert into news_consents (account_id, text_version, given_through) values ('${id}', ${text}, '/signup')`,
    )
    const { rows } = await client.query(
      `select topic, site, mail from notice_preferences where account_id = '${id}'`,
    )
    const newer = SWITCHABLE_TOPICS.filter(
      (topic) =>
        NOTICE_TOPICS[topic].sinceText > 2 &&
        NOTICE_TOPICS[topic].mail !== 'never' &&
        topic !== 'follow-game',
    )
    expect(new Set(rows)).toEqual(
      new Set([
        { topic: 'owned-release', site: true, mail },
        { topic: 'follow-game', site: false, mail: 'weekly' },
        ...newer.map((topic) => ({ topic, site: true, mail: 'never' })),
      ]),
    )
    expect((await client.query(`select 1 from digests where account_id = '${id}'`)).rows).toHaveLength(1)
  },
)

it('A registration that the version before stores was made beside the text before', async () => {
  const { client } = database
  await client.query(`insert into registrations (id, username, email, password_hash, notify_purchases, notify_updates)
    values ('${ID(20)}', 'rita', 'rita@example.test', '', true, true)`)
  const { rows } = await client.query(`select news_text from registrations where id = '${ID(20)}'`)
  expect(rows).toEqual([{ news_text: 2 }])
})

it('The version before is shown notices of the topics that it knows, and none of wishlist, posts and what is followed', async () => {
  const { client } = database
  const [reader, developer, game, release] = [ID(31), ID(32), ID(33), ID(34)]
  await client.query(`insert into accounts (id, username, email, password_hash) values
    ('${reader}', 'nora', 'nora@example.test', ''), ('${developer}', 'dana', 'dana@example.test', '')`)
  await client.query(`insert into games (id, developer_id, slug, title, description, project_type, stage, category, tags, theme,
      screenshots, price_cents, is_free, status, published_at)
    values ('${game}', '${developer}', 'low-tide', 'Low Tide', '', 'Game', 'Released', 'SFW', '{}', '{}', '[]', 0, true, 'published', now())`)
  await client.query(
    `insert into releases (id, game_id, label, live_at) values ('${release}', '${game}', '1', now())`,
  )
  await client.query(
    `insert into grants (id, account_id, game_id) values ('${ID(35)}', '${reader}', '${game}')`,
  )
  await client.query(`insert into follows (account_id, game_id) values ('${reader}', '${game}')`)
  for (const [topic, thing] of [
    ['owned-release', release],
    ['follow-release', release],
    ['follow-game', game],
    ['review-reminder', game],
  ])
    await client.query(`insert into notices (account_id, topic, game_id, thing_id, is_on_site)
      values ('${reader}', '${topic}', '${game}', '${thing}', true)`)
  const topicsIn = async (view: string) =>
    (await client.query(`select topic from ${view} where account_id = '${reader}' order by topic`)).rows.map(
      (row) => row.topic,
    )
  expect(await topicsIn('current_notices')).toEqual(['owned-release'])
  const before = ['follow-game', 'follow-release', 'owned-release']
  expect(await topicsIn('all_current_notices')).toEqual(before)
  expect(await topicsIn('nameable_notices')).toEqual([...before, 'review-reminder'])
})
