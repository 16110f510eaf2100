import { TOTAL_MAX } from '@nofiller/contract/catalog/browsing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { propertyRuns } from '../../testing/properties.ts'
import { useTestStore } from '../../testing/store.ts'
import type { Database } from './database.ts'
import { countRows, type ListOrder, paginate, paginateSearch } from './paginate.ts'

const test = useTestStore()
beforeAll(async () => {
  await test.sql`create table tied_rows (id integer primary key, value integer not null)`
})

type TiedRow = { id: number; value: number }

/** Sorted by a time with microseconds, which JavaScript's dates lack. */
const tiedRows = (db: Database, direction: ListOrder['direction']) => ({
  rows: db.withTables<{ tied_rows: TiedRow }>().selectFrom('tied_rows').selectAll(),
  from: sql`tied_rows`,
  filter: sql<boolean>`value >= 0`,
  key: sql`id`,
  order: { by: sql`timestamptz 'epoch' + value * interval '1 microsecond'`, direction },
  toItem: (row: TiedRow): TiedRow => ({ id: row.id, value: row.value }),
})

const Row = fc.record({ id: fc.nat(40), value: fc.nat(3) })
const Rows = fc.uniqueArray(Row, { selector: (row) => row.id, maxLength: 30 })

it.each([
  ['paginate', paginate],
  ['paginateSearch', paginateSearch],
] as const)(
  '%s lists rows with equal values in order, each once, while other rows come and go',
  async (_, nextPage) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Rows, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom('asc' as const, 'desc' as const),
        async (versions, limit, direction) => {
          const sign = direction === 'asc' ? 1 : -1
          const compare = (a: TiedRow, b: TiedRow) => sign * (a.value - b.value || a.id - b.id)
          let after: string | undefined
          let last: TiedRow | undefined
          for (let page = 0; page === 0 || after !== undefined; page += 1) {
            const rows = versions[Math.min(page, versions.length - 1)] ?? []
            await test.sql`truncate tied_rows`
            await test.sql`insert into tied_rows select * from json_to_recordset(${JSON.stringify(rows)}) as row (id integer, value integer)`
            const { items, total, next } = await nextPage(test.db, tiedRows(test.db, direction), {
              after,
              limit,
            })
            const rest = rows.filter((row) => !last || compare(row, last) > 0).sort(compare)
            expect(items).toEqual(rest.slice(0, limit))
            expect(total).toBe(rows.length)
            expect(next !== null).toBe(rest.length > limit)
            after = next ?? undefined
            last = items.at(-1)
          }
        },
      ),
      { numRuns: propertyRuns(25) },
    )
  },
)

it('counts rows exactly up to the largest total, and beyond it says that there are more', async () => {
  const totalOf = async (rows: number) => {
    const from = sql`generate_series(1, ${rows}::bigint) as n`
    const key = sql`n`
    const { total, items } = await paginateSearch(
      test.db,
      {
        rows: test.db.selectFrom(sql<{ n: number }>`generate_series(1, ${rows}::bigint)`.as('n')),
        from,
        key,
        filter: sql<boolean>`true`,
        order: { by: key, direction: 'asc' },
        toItem: () => null,
      },
      { limit: 2 },
    )
    expect(items).toHaveLength(Math.min(rows, 2))
    return total
  }
  for (const rows of [0, 999, 1_000, 1_001, 43_210, TOTAL_MAX]) expect(await totalOf(rows)).toBe(rows)
  expect(await totalOf(TOTAL_MAX + 1)).toBe(TOTAL_MAX + 1)
  expect(await totalOf(3 * TOTAL_MAX)).toBe(TOTAL_MAX + 1)
  expect(await countRows(test.db, sql`generate_series(1, 7)`)).toBe(7)
})
