import type { ReactNode } from 'react'
import { useOnceHydrated } from '../../ui/browser/hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { useAtPresent } from '../../ui/clock.ts'
import { OpensAt } from './window-time.tsx'

const SECOND_MS = 1_000

type NotYetProps = {
  from: string
  /** What can be had meanwhile. */
  demo: ReactNode
  children: ReactNode
}

/** In place of the buttons of a game that nobody can buy or claim yet: from when; then the buttons. */
export default function NotYet({ from, demo, children }: NotYetProps) {
  const isOpen = useAtPresent((now) => now.getTime() >= Date.parse(from), SECOND_MS)
  if (useOnceHydrated(isOpen)) return children
  return (
    <>
      <Button size="large" disabled>
        <span>
          From <OpensAt iso={from} />
        </span>
      </Button>
      {demo}
    </>
  )
}
