export type Cell = string | number | null

/** Spreadsheets read UTF-8 only when a file begins with this mark; everyone else knows to skip it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One record of RFC 4180 with its line's end. Text that a spreadsheet would take for a formula is no formula (security C8). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`

function toField(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
