import { HEALTH_NAMES } from '@nofiller/contract/admin/todo-rules'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Panel } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { useHealthChecks } from './use-todo.ts'

const TINTS = { go: '', warn: 'text-warn', bad: 'text-bad' }
const DOTS = { go: 'bg-go', warn: 'bg-warn', bad: 'bg-bad' }

/** The health of the parts that the store depends on. The word says it, the dot repeats it. */
export function HealthChecks() {
  const healthChecks = useHealthChecks()
  return (
    <QueryView
      query={healthChecks}
      error="Failed to load the store’s status"
      skeleton={<Skeleton className="h-40 phone:h-44 desktop:h-23" />}
    >
      {(shown) => (
        <Panel flush>
          <dl
            aria-label="Health"
            className="-mr-px -mb-px grid grid-cols-2 phone:grid-cols-3 desktop:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] *:border-r *:border-b *:border-line"
          >
            {shown.map(({ part, name, state, word, fact }) => (
              <div key={name ?? part} className="grid gap-0.5 p-3 phone:px-4 phone:py-3.5">
                <dt className="text-xs text-muted">{name ?? HEALTH_NAMES[part]}</dt>
                <dd className={`flex items-center gap-2 font-650 ${TINTS[state]}`}>
                  <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${DOTS[state]}`} />
                  {word}
                </dd>
                <dd className="text-sm text-muted max-phone:sr-only">{fact}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      )}
    </QueryView>
  )
}
