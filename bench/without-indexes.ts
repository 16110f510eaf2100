import type pg from 'pg'

type Made = { drop: string; make: string }

/** Writes to tables without their indexes: those are made faster over rows that are there than along with them. */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<Made>(INDEXES, [tables])
  for (const { drop } of rows) await client.query(drop)
  await write()
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { make } of rows) await client.query(make)
  await client.query('reset maintenance_work_mem')
}

/** All but the keys that other tables refer to. */
const INDEXES = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint as own where conrelid = any($1::regclass[]) and contype in ('p', 'u')
    and not exists (select from pg_constraint as other where other.conindid = own.conindid and other.contype = 'f')`
