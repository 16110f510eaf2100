import { VIEWED_DAYS, VIEWED_MAX } from '@nofiller/contract/catalog/viewed-rules'
import { type MouseEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { forgetGames, rememberGames, storedViews } from './stored-views.ts'

/** Only for browsers that remember games, so loaded separately. */
const ViewedList = lazyPart(() => import('./viewed-list.tsx'))

/** The games looked at last in this browser, which remembers them only once it is asked to. */
export function Viewed() {
  const isOn = Boolean(storedViews.use())
  const section = useRef<HTMLElement>(null)
  const press = ({ detail }: MouseEvent) => {
    if (detail > 1) return // the second click of a double click would undo the first
    if (isOn) forgetGames()
    else rememberGames()
    section.current?.focus()
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="viewed"
      className="border-t border-line py-8 focus-visible:outline-none noscript:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h2 id="viewed" className="text-lg/6 font-bold">
          Recently viewed
        </h2>
        <p className="max-w-[72ch] text-ui text-muted phone:flex-1">
          {isOn ? `${KEPT} All are forgotten when you log out.` : `Off. ${KEPT}`}
        </p>
        <Button size="small" onClick={press}>
          {isOn ? 'Forget all and turn off' : 'Turn on'}
        </Button>
      </div>
      {isOn && <ViewedList />}
    </section>
  )
}

const KEPT = `This browser alone remembers the last ${VIEWED_MAX} games you look at, for ${VIEWED_DAYS} days. The store keeps nothing of it.`
