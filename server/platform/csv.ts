export type Cell = string | number | null

/** Spreadsheets read UTF-8 only when a file begins with this mark; everyone else knows to skip it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a formula could begin: also within a cell, which a spreadsheet that splits at semicolons or tabs takes apart without
 * regard to the quotes around it.
 */
const FORMULA = /^(?=[=+\-@\t\r])|(?=[=+\-@])(?<=[;\t\r\n]"*)/g

/** One record of RFC 4180 with its line's end. Text that a spreadsheet would take for a formula is no formula (security C8). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`

function toField(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(FORMULA, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const AT_ONCE = 500

/** What each column is called, in their order, and what it says of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/**
 * A list as CSV, read as fast as it is taken: some hundred rows at a time, each time those beyond the last one, so that a
 * slow reader holds neither memory nor a transaction.
 */
export async function* csvOf<Row>(
  columns: Columns<Row>,
  nextRows: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  const linesOf = (rows: Row[]) => rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
  let rows = await nextRows(undefined, AT_ONCE)
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns)) + linesOf(rows)
  while (rows.length === AT_ONCE) {
    rows = await nextRows(rows.at(-1), AT_ONCE)
    yield linesOf(rows)
  }
}
