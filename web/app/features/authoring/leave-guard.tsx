import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type LeaveGuardProps = {
  /** Asked at the moment of leaving: what was just saved need not be guarded. */
  isUnsaved: () => boolean
  /** Whether this browser keeps what is unsaved. */
  isKept: boolean
  uploads: number
}

/** Asks before unsaved work or running uploads are left behind, inside the site and on closing the tab. */
export function LeaveGuard({ isUnsaved, isKept, uploads }: LeaveGuardProps) {
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
      <p>
        {isKept
          ? 'Your changes are not saved yet. This browser keeps them for 7 days and offers them when you come back.'
          : 'What you entered on this page will be lost.'}
        {uploads > 0 &&
          (uploads === 1 ? ' A running upload will stop.' : ` ${uploads} running uploads will stop.`)}
      </p>
    </Dialog>
  )
}
