import { useSession } from '../../../session/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { IconCheck } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/page.tsx'
import { useOwnProfile } from '../use-own-profile.ts'
import { type ShopStep, shopSteps } from './shop-steps.ts'

/** A new developer's first steps; hidden when all are done. */
export function ShopChecklist() {
  const { user } = useSession()
  const own = useOwnProfile()
  if (user?.role !== 'developer' || !own.data) return null
  const steps = shopSteps(own.data)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section aria-labelledby="shop-checklist">
      <Panel flush>
        <div className="flex flex-wrap items-baseline justify-between gap-3 px-4 py-4 phone:px-6">
          <h2 id="shop-checklist" className="d4">
            Set up your shop
          </h2>
          <span className="text-sm text-muted">
            {done} of {steps.length} done
          </span>
        </div>
        <ul>
          {steps.map((step) => (
            <Step key={step.title} step={step} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

const Step = ({ step: { title, text, isDone, to, button } }: { step: ShopStep }) => (
  <li className="grid grid-cols-[28px_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-t border-line p-4 phone:grid-cols-[28px_minmax(0,1fr)_auto] phone:px-6">
    <span
      className={`grid size-7 place-items-center rounded-full ${isDone ? 'bg-go/16 text-go' : 'border-[1.5px] border-edge'}`}
    >
      {isDone && <IconCheck />}
    </span>
    <div className="min-w-0">
      <h3 className="font-650">
        {title}
        {isDone && <span className="sr-only">, done</span>}
      </h3>
      <p className="text-sm break-words text-muted">{text}</p>
    </div>
    {!isDone && (
      <ButtonLink to={to} className="max-phone:col-start-2 max-phone:justify-self-start">
        {button}
      </ButtonLink>
    )}
  </li>
)
