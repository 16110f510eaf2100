import { Link } from 'react-router'
import { IconArrowUp } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Change } from './change.ts'

type Figure = {
  name: string
  value: string
  /** Compared with the previous span; null when that had none, absent without a comparison. */
  change?: Change | null
  /** Small text below. */
  note?: string
  /** A link to more about it. */
  to?: string
}

/** Figures side by side, each with its name. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <Panel flush>
    <dl className="grid grid-cols-2 bar:auto-cols-fr bar:grid-flow-col bar:divide-x bar:divide-line bar:grid-cols-none">
      {figures.map(({ name, value, change, note, to }) => (
        <div key={name} className={`relative min-w-0 px-4 py-3.5 phone:px-5 ${to ? 'hover:bg-text/3' : ''}`}>
          <dt className="text-xs font-semibold text-muted">{to ? <Whole to={to}>{name}</Whole> : name}</dt>
          <dd>
            <span translate="no" className="d3 block break-words max-desktop:text-d4">
              {value}
            </span>
            {change !== undefined && <ChangeLine change={change} />}
            {note && <span className="block text-sm text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
)

/** A link that covers its entire box. */
const Whole = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="no-underline after:absolute after:inset-0 hover:underline">
    {children}
  </Link>
)

function ChangeLine({ change }: { change: Change | null }) {
  if (change === null) return <span className="text-sm text-faint">no earlier data</span>
  return (
    <span className="flex items-center gap-1 text-sm text-muted">
      {change.direction !== 'same' && (
        <IconArrowUp className={`size-3.5 ${change.direction === 'down' ? 'rotate-180' : ''}`} />
      )}
      <span>{change.text}</span>
    </span>
  )
}
