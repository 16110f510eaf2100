import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestStore } from '../../testing/store.ts'

/** Tables and columns that only SQL reads, that are Kysely's own, or that only an earlier release writes. */
const NOT_DECLARED = [
  'email_codes',
  'facet_counts',
  'game_tags',
  'games.search_text',
  'kysely_migration',
  'kysely_migration_lock',
  'owners_to_tell',
  'search_words',
  'sold_lines',
  'statement_lines',
  'updated_files',
]

/** The TypeScript type that node-postgres returns (`database.ts`); every other type is text. */
const READ_AS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  _text: 'array',
  _uuid: 'array',
  _int2: 'array',
  _float8: 'array',
  _timestamptz: 'array',
}

type Column = { name: string; type: string; isDefaulted: boolean }

const test = useTestStore()

it('declares each column with the name, type and nullability of the migrations', async () => {
  const declared = declaredColumns()
  const migrated = await migratedColumns()
  const show = ({ name, type }: Column) => `${name}: ${type}`
  expect(declared.map(show).sort()).toEqual(migrated.map(show).sort())
  const defaulted = new Set(migrated.filter(({ isDefaulted }) => isDefaulted).map(({ name }) => name))
  const assumed = declared.filter(({ name, isDefaulted }) => isDefaulted && !defaulted.has(name))
  expect(assumed.map(({ name }) => name)).toEqual([])
})

/** After an intended change by a migration, run `npx vitest run server/platform/database/tables.test.ts -u`. */
it('has the indexes, constraints and triggers that queries and rules rely on', async () => {
  const rows = await test.sql<{ line: string }>`
    select tablename || ': ' || regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX (\\S+) ON \\S+ USING ', '\\1\\2 ') as line
    from pg_indexes where schemaname = 'public'
    union all
    select conrelid::regclass::text || ': ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'x')
    union all
    select tgrelid::regclass::text || ': ' || pg_get_triggerdef(oid)
    from pg_trigger where not tgisinternal and tgrelid not in (select oid from pg_class where relnamespace = 'jobs'::regnamespace)`
  const listing = rows.map(({ line }) => `${line}\n`).sort()
  await expect(listing.join('')).toMatchFileSnapshot('schema.txt')
})

/** Nothing is inserted into a view, and PostgreSQL calls each of its columns nullable. */
async function migratedColumns(): Promise<Column[]> {
  const rows = await test.sql<{ name: string; udt_name: string; isNullable: boolean; isDefaulted: boolean }>`
    select table_name || '.' || column_name as name, udt_name,
      table_type = 'BASE TABLE' and is_nullable = 'YES' as "isNullable",
      table_type = 'VIEW' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as "isDefaulted"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and not array[table_name, table_name || '.' || column_name]::text[] && ${sql.val(NOT_DECLARED)}::text[]`
  return rows.map(({ name, udt_name, isNullable, isDefaulted }) => ({
    name,
    type: (READ_AS[udt_name] ?? 'string') + (isNullable ? ' | null' : ''),
    isDefaulted,
  }))
}

/** Parses `tables.ts` by its layout, because TypeScript 7 has no API: a table per member, a column per line or between semicolons. */
function declaredColumns(): Column[] {
  const source = readFileSync(new URL('tables.ts', import.meta.url), 'utf8').replace(
    /^ *\/\*\*.*?\*\/\n/gm,
    '',
  )
  const blocks = new Map(
    [...source.matchAll(/^type (\w+) = \{\n(.*?)^\}/gms)].map(([, name, columns]) => [name, columns ?? '']),
  )
  const tables = /^export type Tables = \{\n(.*?)^\}/ms.exec(source)?.[1] ?? ''
  return [...tables.matchAll(/^ {2}(\w+): (?:(\w+) & )?\{(.*?)\}$/gms)].flatMap(
    ([, table, shared = '', own = '']) =>
      [...`${blocks.get(shared) ?? ''};${own}`.matchAll(/(\w+): ([^;\n]+)/g)].map(
        ([, column, declaration = '']) => ({ name: `${table}.${column}`, ...typeOf(declaration.trim()) }),
      ),
  )
}

function typeOf(declaration: string): Omit<Column, 'name'> {
  const [, selected = ''] = /^(?:\w+<)?([\w']+(?:\[\])?)/.exec(declaration) ?? []
  const isReadOnly = declaration.startsWith('GeneratedAlways<')
  return {
    type: kindOf(declaration, selected) + (declaration.includes('| null') && !isReadOnly ? ' | null' : ''),
    isDefaulted:
      isReadOnly || /^(?:Generated|Defaulted)</.test(declaration) || declaration.includes('| undefined'),
  }
}

function kindOf(declaration: string, selected: string): string {
  if (/^Json<|Record</.test(declaration)) return 'json'
  if (selected.endsWith('[]')) return 'array'
  return ['number', 'boolean', 'Date', 'Buffer'].includes(selected) ? selected : 'string'
}
