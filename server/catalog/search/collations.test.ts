import { comparedText } from '@nofiller/contract/text/compared-text'
import { SAMPLES } from '@nofiller/contract/text/samples'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { asciiDatabase, type TestDatabase } from '../../testing/database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await asciiDatabase()
  await migrate(database.url)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('recognizes and folds letters in a database of any collation', async () => {
  const { rows } = await client.query(
    `select words_of('ÉTÉ Ночь 夜の街') as words, title_word('ÉTÉ') = title_word('été') as same`,
  )
  expect(rows[0].words.sort()).toEqual(['ete', 'ночь', 'の街', '夜の', '街'].sort())
  expect(rows[0].same).toBe(true)
})

it('ignores the same invisible characters as the contract', async () => {
  const { rows } = await client.query(
    `select code from generate_series(1, x'10ffff'::integer) as code where code not between x'd800'::integer and x'dfff'::integer
     and chr(code) ~ ('[' || invisible_characters() || ']')`,
  )
  const points = Array.from({ length: 0x10ffff }, (_, before) => before + 1)
  expect(rows.map(({ code }) => code)).toEqual(
    points.filter((code) => comparedText(String.fromCodePoint(code)) === ''),
  )
})

it.each(SAMPLES)('folds $text ($script) like its other spellings, as the contract does', async ({ text }) => {
  const alike = [
    text,
    text.toLowerCase(),
    text.normalize('NFD'),
    [...text].join('\u200d'),
    [...text.normalize('NFD')].join('\u2060'),
    text.replace(/\u200c|\u200d|\ufe0f|\u{e0100}/gu, ''),
  ]
  const { rows } = await client.query('select distinct fold(alike) from unnest($1::text[]) as alike', [alike])
  expect([new Set(alike.map(comparedText)).size, rows.length]).toEqual([1, 1])
})

it('keeps apart the samples that the contract keeps apart', async () => {
  const { rows } = await client.query('select distinct fold(text) from unnest($1::text[]) as text', [
    [...SAMPLES.map(({ text }) => text), '🏴'],
  ])
  expect(rows).toHaveLength(SAMPLES.length + 1)
})

it('sorts by name with an index in a database of any collation', async () => {
  const { rows } = await client.query(
    `select title from unnest(array['Zoo', 'Élan', 'eel', 'Đa', 'dab']) as title order by title collate "und-x-icu"`,
  )
  expect(rows.map(({ title }) => title)).toEqual(
    ['Đa', 'dab', 'eel', 'Élan', 'Zoo'].toSorted(new Intl.Collator('en').compare),
  )
  await client.query('set enable_seqscan = off; set enable_sort = off')
  const { rows: plan } = await client.query(
    `explain select id from games where status = 'published' and suspended_at is null
     order by left(title, 120) collate "und-x-icu", id limit 24`,
  )
  expect(JSON.stringify(plan)).toContain('games_title')
})

it('indexes names with an empty search path, as during a restore', async () => {
  await client.query(
    `insert into facet_counts (facet, label, games, sfw_games) values ('=tag/a', '恋愛物語', 1, 1)`,
  )
  await client.query('reindex index facet_counts_names')
  const { rows } = await client.query(
    `select label from facet_counts where facet like '=tag/%' and name_vector(label) @@ words_query('物語', '''%s'':*', ' & ')`,
  )
  expect(rows).toEqual([{ label: '恋愛物語' }])
})
