import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { compareAll } from '../../orders/settlement/reconcile.ts'
import { onConnection } from '../../platform/database/connection.ts'
import { connect } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { countTables, keysInDatabase } from './backup-contents.ts'
import { type OpenBackup, restoreDatabase } from './restore.ts'

/**
 * Restores a backup's database beside the store's own, compares rows, sums of money, orders, grants and ledger, and reads
 * every file to its end (security R14). The new database is removed again; its user needs the right `createdb`.
 * @returns the problems, a sentence each; none for a reliable backup
 */
export async function verifyBackup(backup: OpenBackup, databaseUrl: string): Promise<string[]> {
  return [...(await damagedFiles(backup)), ...(await inScratchDatabase(backup, databaseUrl))]
}

async function damagedFiles(backup: OpenBackup): Promise<string[]> {
  const problems: string[] = []
  for (const key of Object.keys(backup.manifest.files)) {
    try {
      for await (const _ of backup.readFile(key));
    } catch (error) {
      problems.push(`The file ${key} cannot be restored: ${sentenceOf(error)}`)
    }
  }
  return problems
}

async function inScratchDatabase(backup: OpenBackup, databaseUrl: string): Promise<string[]> {
  const name = `verify_${randomBytes(6).toString('hex')}`
  const scratchUrl = databaseUrl.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`)
  return onConnection({ connectionString: databaseUrl }, async (client) => {
    await client.query(`create database ${name} template template0`).catch((error) => {
      throw error.code === NO_RIGHT ? new Error(mayNotCreate(client.user ?? '')) : error
    })
    try {
      await restoreDatabase(backup, scratchUrl)
      return await compareDatabase(backup, scratchUrl)
    } catch (error) {
      return [`The database cannot be restored: ${sentenceOf(error)}`]
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  })
}

const NO_RIGHT = '42501' // insufficient_privilege

const mayNotCreate = (user: string) =>
  `The user "${user}" may not make databases, which restoring on trial needs. Once, as PostgreSQL's own user: runuser -u postgres -- psql -c 'alter role ${user} createdb'. Or verify on another machine, whose DATABASE_URL leads to another server.`

async function compareDatabase({ manifest }: OpenBackup, url: string): Promise<string[]> {
  const onDatabase = <Result>(work: (client: pg.Client) => Promise<Result>) =>
    onConnection({ connectionString: url }, work)
  const tables = await onDatabase(countTables)
  const differing = Object.entries(manifest.tables).filter(
    ([name, counted]) => JSON.stringify(tables[name]) !== JSON.stringify(counted),
  )
  await migrate(url) // as the start after a restore does: the backup may be of an earlier version
  const keys = await onDatabase(keysInDatabase)
  const lost = keys.filter((key) => !(key in manifest.files))
  const { db, close } = connect(url, { error: () => undefined })
  try {
    return [
      ...differing.map(([name]) => `Rows or sums of ${name} are not those that were backed up.`),
      ...(await compareAll(db)).map(({ kind, subject, id }) => `${kind}: ${subject} ${id}`),
      ...lost.map((key) => `The database names the file ${key}, which is not in the backup.`),
    ]
  } finally {
    await close()
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
