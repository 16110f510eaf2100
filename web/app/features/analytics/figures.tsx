import { IconArrowUp } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Change } from './change.ts'

type Figure = {
  name: string
  value: string
  /** Against the span before; null when that had none, missing where nothing is compared. */
  change?: Change | null
}

/** Figures side by side, each with its name. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <Panel flush>
    <dl className="grid grid-cols-2 bar:auto-cols-fr bar:grid-flow-col bar:divide-x bar:divide-line bar:grid-cols-none">
      {figures.map(({ name, value, change }) => (
        <div key={name} className="min-w-0 px-4 py-3.5 phone:px-5">
          <dt className="text-xs font-semibold text-muted">{name}</dt>
          <dd>
            <span className="d3 block break-words max-desk:text-d4">{value}</span>
            {change !== undefined && <ChangeLine change={change} />}
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
)

function ChangeLine({ change }: { change: Change | null }) {
  if (change === null) return <span className="text-sm text-faint">none before</span>
  return (
    <span className="flex items-center gap-1 text-sm text-muted">
      {change.direction !== 'same' && (
        <IconArrowUp className={`size-3.5 ${change.direction === 'down' ? 'rotate-180' : ''}`} />
      )}
      {change.text}
    </span>
  )
}
