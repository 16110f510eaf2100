import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { Panel } from '../page.tsx'

export type RankedRow = {
  key: string
  name: ReactNode
  /** Small text beside the name. */
  note?: string
  value: number
  shown: string
}

type RankedListProps = {
  title: string
  subtitle?: string
  rows: readonly RankedRow[]
  color?: 1 | 2
  /** Shown when there is no row. */
  empty: string
}

const FEW = 10

/** A ranking: each row as text, with a bar relative to the first. Shows the first few, and all of them by a button. */
export function RankedList({ title, subtitle, rows, color = 1, empty }: RankedListProps) {
  const [areAll, showAll] = useState(false)
  const most = Math.max(0, ...rows.map(({ value }) => value))
  return (
    <Panel className="grid content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-md/5 font-650">{title}</h2>
        {subtitle && <span className="text-sm text-faint">{subtitle}</span>}
      </div>
      {rows.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ol className="grid gap-3">
          {rows.slice(0, areAll ? undefined : FEW).map(({ key, name, note, value, shown }) => (
            <li key={key} className="grid gap-1.5">
              <span className="flex items-baseline justify-between gap-3 text-ui">
                <span className="min-w-0 break-words">
                  {name} <span className="text-sm text-faint">{note}</span>
                </span>
                <span translate="no" className="font-650">
                  {shown}
                </span>
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-text/9">
                <span
                  className={`block h-full rounded-full ${BARS[color]}`}
                  style={{ width: `${most === 0 ? 0 : (value / most) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      {rows.length > FEW && (
        <Button
          size="small"
          className="justify-self-start"
          aria-expanded={areAll}
          aria-label={`${areAll ? 'Show fewer' : `Show all ${rows.length}`}: ${title}`}
          onClick={() => showAll(!areAll)}
        >
          {areAll ? 'Show fewer' : `Show all ${rows.length}`}
        </Button>
      )}
    </Panel>
  )
}

const BARS = { 1: 'bg-chart-1', 2: 'bg-chart-2' }
