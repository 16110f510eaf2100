/** The database of the store under test: for times that a test can't wait for, and what only a job makes. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onConnection } from '../server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts'
import { port } from './plant.ts'

/** Runs one statement, which holds its values as `$1`, `$2`. */
export async function runInStore(statement: string, values: readonly unknown[]): Promise<void> {
  const { url } = await startEmbeddedPostgres(join(tmpdir(), `nofiller-e2e-${port}`, 'db'))
  await onConnection({ connectionString: url }, (client) => client.query(statement, [...values]))
}
