import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

type LeaveGuardProps = {
  /** Evaluated at the moment of leaving: just saved data needs no guard. */
  isUnsaved: () => boolean
  /** What happens to unsaved data on leaving. */
  children: ReactNode
}

/** Asks before unsaved data is left, inside the site and on closing the tab. */
export function LeaveGuard({ isUnsaved, children }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      title="Leave without saving?"
      width="small"
      onClose={blocker.reset}
      footer={
        <>
          <Button onClick={blocker.reset}>Stay</Button>
          <Button kind="danger" onClick={blocker.proceed}>
            Leave
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
