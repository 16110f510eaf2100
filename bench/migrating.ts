/** Measures migrations of a large database of before, and how long a store that goes on working waits meanwhile. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../server/platform/database/migrate.ts'
import { withHarness } from './harness.ts'
import { percentile } from './load.ts'
import { report } from './report.ts'

const MIGRATIONS = new URL('../server/migrations/', import.meta.url)
const BETWEEN_MS = 20

type Measured = {
  /** The first migration that is measured. */
  from: string
  plant: (client: pg.Client) => Promise<void>
  /** A statement of the version before, run again and again while the database migrates. */
  meanwhile: string
  sizes: Record<string, number>
}

export const reportMigration = ({ from, plant, meanwhile, sizes }: Measured): Promise<void> =>
  withHarness(async ({ emptyDatabase }) => {
    const url = await emptyDatabase('shop')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await migrateBefore(client, from)
      await plant(client)
    } finally {
      await client.end()
    }
    const work = repeat(url, meanwhile)
    const startedAt = performance.now()
    await migrate(url)
    const minutes = (performance.now() - startedAt) / 60_000
    const waits = await work.stop()
    report(
      [
        { what: 'migrated', value: minutes, unit: 'minutes' },
        { what: 'statements meanwhile, median', value: percentile(waits, 0.5), unit: 'ms' },
        { what: 'statements meanwhile, slowest', value: Math.max(...waits), unit: 'ms' },
      ],
      sizes,
    )
  })

/** All migrations before the first that is measured, noted as Kysely notes them. */
async function migrateBefore(client: pg.Client, from: string): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name < from).sort()
  await client.query(
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  )
  for (const name of names) {
    await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))
    await client.query('insert into kysely_migration values ($1, now()::text)', [name.replace('.sql', '')])
  }
}

/** Runs a statement again and again, and answers how long each run took. */
function repeat(url: string, statement: string): { stop(): Promise<number[]> } {
  const waits: number[] = []
  let isOver = false
  const working = (async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (!isOver) {
      const startedAt = performance.now()
      await client.query(statement)
      waits.push(performance.now() - startedAt)
      await sleep(BETWEEN_MS)
    }
    await client.end()
  })()
  return {
    stop: async () => {
      isOver = true
      await working
      return waits
    },
  }
}
