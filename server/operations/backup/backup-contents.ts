/** The contents of a backup, and the values that verify it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'

export const DUMP = 'database.dump'
export const MANIFEST = 'manifest.json'
/** Files of all backups of a folder: one of a key never changes, so it is stored once. */
export const FILES = 'files'

const StoredFile = z.object({ sizeBytes: z.number(), sha256: z.string() })
const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  postgresMajor: z.number(),
  /** The key it is encrypted to, or null. */
  recipient: z.string().nullable(),
  dump: StoredFile,
  /** Rows of each table, and the sum of each of its columns of cents, as of the dump. */
  tables: z.record(z.string(), z.record(z.string(), z.string())),
  /** By storage key; the hash is that of the restored file. */
  files: z.record(z.string(), StoredFile),
  /** Keys of files that the database names and the store did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>
export type StoredFile = z.infer<typeof StoredFile>

/** The suffix of encrypted files. */
export const suffixOf = (recipient: string | null): string => (recipient === null ? '' : '.age')

/** @param backup the folder of one backup */
export const readManifest = async (backup: string): Promise<Manifest> =>
  Manifest.parse(JSON.parse(await readFile(join(backup, MANIFEST), 'utf8')))

/** The folders of all finished backups, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** Counts the rows of every table and sums every column of cents, in the transaction of the client. */
export async function countTables(client: pg.Client): Promise<Manifest['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', nspname, relname) as name,
       array(select attname::text from pg_attribute
         where attrelid = pg_class.oid and attname like '%\\_cents' and not attisdropped order by attname) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const tables: Manifest['tables'] = {}
  for (const { name, columns } of rows) {
    const sums = columns.map((column) => `coalesce(sum("${column}"), 0)::text as "${column}"`)
    const counted = await client.query(
      `select ${['count(*)::text as rows', ...sums].join(', ')} from ${name}`,
    )
    tables[name] = counted.rows[0]
  }
  return tables
}

/** Storage keys of all files that may have owners, and of court papers. Files destroyed on purpose are not missing. */
export async function keysInDatabase(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(`
    select storage_key as key from file_builds where destroyed_at is null
    union all select court_document from copyright_notices where court_document is not null`)
  return rows.map(({ key }) => key)
}
