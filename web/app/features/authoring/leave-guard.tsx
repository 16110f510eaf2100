import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type LeaveGuardProps = {
  /** Asked at the moment of leaving: what was just saved need not be guarded. */
  isUnsaved: () => boolean
  uploads: number
}

/** Asks before unsaved work or running uploads are left behind, inside the site and on closing the tab. */
export function LeaveGuard({ isUnsaved, uploads }: LeaveGuardProps) {
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
        What you entered on this page will be lost
        {uploads > 0
          ? `, and ${uploads === 1 ? 'a running upload' : `${uploads} running uploads`} will stop`
          : ''}
        .
      </p>
    </Dialog>
  )
}
