import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GAME_ORDERS, orderPolicy } from '@nofiller/contract/catalog/order-policy'
import { SORT_LABELS } from '@nofiller/contract/catalog/sort-labels'
import { RELATED, RELATED_TITLES } from '@nofiller/contract/suggestions/related-rules'
import { SUGGESTION_TEXTS } from '@nofiller/contract/suggestions/suggestion-rules'
import { expect, it } from 'vitest'
import { useTestStore } from '../../testing/store.ts'
import { orderOf } from './list-games.ts'

const test = useTestStore()
const orders = Object.keys(GAME_ORDERS) as (keyof typeof GAME_ORDERS)[]

/** The columns of games, or of their draw, by which an order goes; ids and days of draws only find the row. */
function columnsOf(sort: keyof typeof GAME_ORDERS): string[] {
  const { by } = orderOf({ sort }, {}, null)
  const found = by.compile(test.db).sql.matchAll(/\b(?:games|shuffles)\.(\w+)/g)
  return [...new Set([...found].map(([, column = '']) => column))].filter((column) => column !== 'id').sort()
}

it.each(orders)(
  'RE7 The page tells each column by which the order %s goes, and there is no other',
  (sort) => {
    expect(columnsOf(sort)).toEqual([...GAME_ORDERS[sort].columns].sort())
  },
)

it('RE7 The page tells the rule of each order that can be chosen', () => {
  const lists = orderPolicy().find(({ id }) => id === 'lists')?.list ?? []
  expect([...orders, 'match'].sort()).toEqual(Object.keys(SORT_LABELS).sort())
  for (const sort of orders)
    expect(lists).toContainEqual(expect.stringMatching(new RegExp(`^${SORT_LABELS[sort]}: `)))
})

it('RE7 The page tells what stands below a game, by the bounds that the night goes by', () => {
  const related = orderPolicy().find(({ id }) => id === 'related')
  const text = [...(related?.paragraphs ?? []), ...(related?.list ?? [])].join(' ')
  for (const words of [
    RELATED_TITLES.owners,
    RELATED_TITLES.tags,
    SUGGESTION_TEXTS.suggested.label,
    `It takes ${RELATED.commonOwnersMin} owners of both`,
    `${RELATED.claimsOfPurchase} claims count like one purchase`,
    `younger than ${RELATED.accountDaysMin} days`,
    `more than ${RELATED.libraryMax} games`,
  ])
    expect(text).toContain(words)
})

it('RE7 No column of games, and no table, could hold a place that was paid for', async () => {
  const names = await test.sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(boost|promot|sponsor|advert|priority|bid_|paid_place|placement)'`
  expect(names).toEqual([])
})

const SERVER = join(import.meta.dirname, '../..')
/** Sets a column by which games are ordered and that is no fact of the game itself, or gives a game a place. */
const WRITES =
  /\b(?:popularity_cents|review_rank|moved_up_at)\s*(?:=(?!=)|: (?!Date|Defaulted|number))|(?:into|update|delete from) shuffles|(?:insertInto|updateTable|deleteFrom)\('(?:featured_games|shuffles)'\)/

it('RE7 No call of developers or payments writes what an order goes by: jobs do, releases with news, and people of the store', () => {
  const writers = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !/node_modules|\.test\.ts$|^(?:demo|testing)\//.test(file) &&
      WRITES.test(readFileSync(join(SERVER, file), 'utf8')),
  )
  expect(writers.sort()).toEqual(['catalog/featured.ts', 'catalog/search/shuffle.ts', 'releases/move-up.ts'])
})
