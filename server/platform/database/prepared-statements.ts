import { type CompiledQuery, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'

const MARK = '/* prepared */'
const NAMES_MAX = 200
const names = new Map<string, string>()

/**
 * Stands at the beginning of a statement that is read all the time and found by keys alone: each connection plans it once,
 * which takes longer than to run it. Not for a statement whose best plan depends on its values.
 */
export const PREPARED = sql.raw(MARK)

/** `*` as a list of columns, of one table or of all. */
const ALL_COLUMNS = /(?:^|[\s.])\*(?:[\s,]|$)/

/**
 * The same for a statement that is text. It still begins with what it does, by which traces name it. What answers all columns of
 * a table is left as it is: PostgreSQL refuses to run it again once a newer version's migration has added a column.
 */
export const prepared = (statement: string): string =>
  ALL_COLUMNS.test(statement) ? statement : `${statement} ${MARK}`

/** Marks whatever is built through it. */
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

/** A connection that gives such statements a name, under which the database keeps their plans. */
export class PreparingClient extends pg.Client {
  // The parameters of `pg.Client.query` are overloads that cannot be spelt again.
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && text.includes(MARK) ? nameOf(text) : null
    const asked = name === null ? [text, values, ...rest] : [{ name, text, values }, ...rest]
    return Reflect.apply(pg.Client.prototype.query, this, asked)
  }) as pg.Client['query']
}

/** The statement's name, the same for the same text; null when too many texts are prepared already. */
function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known) return known
  if (names.size >= NAMES_MAX) return null
  const name = `prepared-${names.size}`
  names.set(text, name)
  return name
}
