import { type CompiledQuery, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'

const MARK = '/* prepared */'
const NAMES_MAX = 200
const names = new Map<string, string>()

/**
 * Marks a frequent statement that only looks up keys: each connection plans it once,
 * because planning takes longer than running it. Not for a statement whose best plan depends on its values.
 */
export const PREPARED = sql.raw(MARK)

/** `*` as a list of columns, of one table or of all. */
const ALL_COLUMNS = /(?:^|[\s.])\*(?:[\s,]|$)/

/**
 * The same for a statement as text. It still starts with its verb, by which traces name it. A statement that returns all columns
 * of a table is not marked: PostgreSQL refuses to rerun it once a newer version's migration has added a column.
 */
export const prepared = (statement: string): string =>
  ALL_COLUMNS.test(statement) ? statement : `${statement} ${MARK}`

/** Marks every statement built through it. */
export class PreparingDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new PreparingCompiler()
  }
}

class PreparingCompiler extends PostgresQueryCompiler {
  override compileQuery(...built: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    const compiled = super.compileQuery(...built)
    return { ...compiled, sql: prepared(compiled.sql) }
  }
}

/** A connection that names such statements, so the database keeps their plans. */
export class PreparingClient extends pg.Client {
  // The parameters of `pg.Client.query` are overloads that cannot be declared again.
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && text.includes(MARK) ? nameOf(text) : null
    const asked = name === null ? [text, values, ...rest] : [{ name, text, values }, ...rest]
    return Reflect.apply(pg.Client.prototype.query, this, asked)
  }) as pg.Client['query']
}

/** The statement's name, the same for the same text; null when too many are prepared already. */
function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known) return known
  if (names.size >= NAMES_MAX) return null
  const name = `prepared-${names.size}`
  names.set(text, name)
  return name
}
