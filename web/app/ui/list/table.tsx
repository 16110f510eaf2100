import { Fragment, type ReactNode } from 'react'

type Align = 'left' | 'right'

/** One column of a table. Below 850 px each row is a card, and `card` places the cell in it. */
export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** The alignment of head and cells; left by default. */
  align?: Align
  card?: {
    /** The cell's place in the card, from 1; by default the column's own place. */
    order?: number
    /** The cell spans both columns of the card. */
    wide?: boolean
    /** The head precedes the value. */
    labeled?: boolean
    /** The cell's alignment in the card, if it differs from the table. */
    align?: Align
  }
  /** More classes of the cells. */
  className?: string
}

type TableProps<Row> = {
  /** The table's caption; for screen readers, not shown. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What is opened under a row, if anything. */
  openedOf?: (row: Row) => ReactNode
}

/** A table; below 850 px each row becomes a card of two columns and the head stays for screen readers. */
export const Table = <Row,>({ label, columns, rows, keyOf, openedOf }: TableProps<Row>) => (
  <table aria-label={label} className="w-full border-collapse text-ui max-bar:block">
    <thead className="max-bar:sr-only">
      <tr>
        {columns.map(({ head, align = 'left' }) => (
          <th
            key={head}
            scope="col"
            className={`border-b border-line px-3 py-2.5 text-xs font-semibold whitespace-nowrap text-faint first:pl-5 last:pr-5 ${ALIGN[align]}`}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-bar:block">
      {rows.map((row) => (
        <Fragment key={keyOf(row)}>
          <tr className="border-b border-line last:border-b-0 hover:bg-text/3 max-bar:grid max-bar:grid-cols-[minmax(0,1fr)_auto] max-bar:gap-x-3 max-bar:gap-y-1.5 max-bar:p-4">
            {columns.map((column, at) => (
              <Cell key={column.head} column={column} at={at} row={row} />
            ))}
          </tr>
          {openedOf && <Opened columns={columns.length}>{openedOf(row)}</Opened>}
        </Fragment>
      ))}
    </tbody>
  </table>
)

const Opened = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children && (
    <tr className="border-b border-line last:border-b-0 max-bar:block">
      <td colSpan={columns} className="p-4 max-bar:block bar:px-5">
        {children}
      </td>
    </tr>
  )

type CellProps<Row> = { column: Column<Row>; at: number; row: Row }

function Cell<Row>({
  column: { head, cell, align = 'left', card = {}, className = '' },
  at,
  row,
}: CellProps<Row>) {
  return (
    <td
      style={{ order: card.order ?? at + 1 }} // only a card is a grid, where it has an effect
      className={`p-3 align-middle max-bar:block max-bar:self-center max-bar:p-0 bar:first:pl-5 bar:last:pr-5 ${ALIGN[align]} ${card.align ? CARD_ALIGN[card.align] : ''} ${card.wide ? 'max-bar:col-span-2' : ''} ${className}`}
    >
      {card.labeled && (
        <span aria-hidden="true" className="mr-2 hidden text-xs text-faint max-bar:inline">
          {head}
        </span>
      )}
      {cell(row)}
    </td>
  )
}

const ALIGN = { left: 'text-left', right: 'text-right' }
const CARD_ALIGN = { left: 'max-bar:text-left', right: 'max-bar:text-right' }
