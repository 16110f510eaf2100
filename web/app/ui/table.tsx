// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is laid out as a grid
import type { ReactNode } from 'react'

type Align = 'left' | 'right'
type TableProps = {
  /** What the table lists; read by screen readers, not shown. */
  label: string
  head: readonly { name: ReactNode; align?: Align; className?: string }[]
  children: ReactNode
}

/**
 * A table with the house's heads, rules and paddings; rows are `Row` and `Cell`. Below 850 px each row becomes a card of
 * two columns; the head stays for screen readers.
 */
export function Table({ label, head, children }: TableProps) {
  return (
    <table role="table" aria-label={label} className="w-full border-collapse text-[14px]/5 max-bar:block">
      <thead role="rowgroup" className="max-bar:sr-only">
        <tr role="row">
          {head.map((column, at) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              key={at}
              role="columnheader"
              scope="col"
              className={`border-b border-line px-3 py-2.5 text-xs font-semibold whitespace-nowrap text-faint first:pl-5 last:pr-5 ${column.align === 'right' ? 'text-right' : 'text-left'} ${column.className ?? ''}`}
            >
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-bar:block">
        {children}
      </tbody>
    </table>
  )
}

/** A row; as a card it is a grid of two columns in which cells are placed by their own classes (`order-…`). */
export function Row({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <tr
      role="row"
      className={`border-b border-line last:border-b-0 hover:bg-text/3 max-bar:grid max-bar:grid-cols-[minmax(0,1fr)_auto] max-bar:gap-x-3 max-bar:gap-y-1.5 max-bar:p-4 ${className}`}
    >
      {children}
    </tr>
  )
}

type CellProps = {
  align?: Align
  /** Shown before the value in a card. */
  label?: string
  /** Takes a whole line of the card. */
  full?: boolean
  className?: string
  children: ReactNode
}

/** A cell of a Row. */
export function Cell({ align = 'left', label, full, className = '', children }: CellProps) {
  return (
    <td
      role="cell"
      className={`p-3 align-middle max-bar:block max-bar:self-center max-bar:p-0 bar:first:pl-5 bar:last:pr-5 ${align === 'right' ? 'text-right' : 'text-left'} ${full ? 'max-bar:col-span-2' : ''} ${className}`}
    >
      {label && (
        <span aria-hidden="true" className="mr-2 hidden text-xs text-faint max-bar:inline">
          {label}
        </span>
      )}
      {children}
    </td>
  )
}
