import { keysetPage, type List } from './database/paginate.ts'

export type Cell = string | number | null

/** Spreadsheets read UTF-8 only when a file starts with this mark; other programs skip it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a formula could start: also within a cell, because a spreadsheet that splits at semicolons or tabs ignores the quotes
 * around it.
 */
const FORMULA = /^(?=[=+\-@\t\r])|(?=[=+\-@])(?<=[;\t\r\n]"*)/g

/** One record of RFC 4180 with its line ending. Text that a spreadsheet would read as a formula is escaped (security C8). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`

function toField(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(FORMULA, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const PAGE = 500

/** The column titles, in sequence, with each item's cell. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>

/** A full list as CSV, page by page as fast as it is read: a slow reader holds neither memory nor a transaction. */
export async function* csvOf<DB, TB extends keyof DB, Row, Item>(
  columns: Columns<Item>,
  list: List<DB, TB, Row, Item>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  const linesOf = (items: Item[]) => items.map((item) => csvLine(cells.map((cell) => cell(item)))).join('')
  let page = await keysetPage(list, { limit: PAGE })
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns)) + linesOf(page.items)
  while (page.next !== null) {
    page = await keysetPage(list, { after: page.next, limit: PAGE })
    yield linesOf(page.items)
  }
}
