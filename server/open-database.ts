import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { type Connection, connect, connectThroughPooler } from './platform/database/database.ts'
import { withExclusiveLock } from './platform/database/exclusive.ts'
import { migrate } from './platform/database/migrate.ts'
import { type HashKeys, openHashKeys } from './platform/hash-keys.ts'
import { indexFailedJobs } from './platform/jobs/failed-jobs.ts'
import { type Jobs, openJobs } from './platform/jobs/jobs.ts'

export type OpenDatabase = Connection & { jobs: Jobs; hashKeys: HashKeys }

/**
 * Connects to the database as every process of the store does, once its tables are those of this version, by whichever
 * process came first.
 * @param databaseUrl PostgreSQL itself, past a pooler
 */
export async function openDatabase(
  config: Config,
  databaseUrl: string,
  log: FastifyBaseLogger,
): Promise<OpenDatabase> {
  const connection = await connectAs(config, databaseUrl, log)
  const { db, pool } = connection
  const turn = { what: 'its tables are being brought up to date', say: (words: string) => log.warn(words) }
  return withExclusiveLock(databaseUrl, turn, async () => {
    const ofNewerVersion = await migrate(databaseUrl)
    if (ofNewerVersion) log.warn(ofNewerVersion)
    const jobs = await openJobs(pool, databaseUrl, config.JOB_POLL_SECONDS, log)
    await indexFailedJobs(pool)
    return { ...connection, jobs, hashKeys: await openHashKeys(db, config.secretKeys) }
  })
}

/** The connections of requests and jobs go through a pooler where there is one. */
const connectAs = async (config: Config, databaseUrl: string, log: FastifyBaseLogger): Promise<Connection> =>
  config.DATABASE_POOLER && config.DATABASE_URL
    ? connectThroughPooler(config.DATABASE_URL, log)
    : connect(databaseUrl, log)
