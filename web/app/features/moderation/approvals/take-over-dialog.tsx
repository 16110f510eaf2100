import type { Approval } from '@nofiller/contract/moderation/moderation'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type TakeOverDialogProps = { approval: Approval; onTakeOver: () => Promise<void>; onClose: () => void }

/** Asks for confirmation before taking over another admin's review. */
export function TakeOverDialog({ approval: { title, claim }, onTakeOver, onClose }: TakeOverDialogProps) {
  const { busy, press } = useAction(onTakeOver, { onDone: onClose })
  return (
    <Dialog
      title="Take over this review?"
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
          <Button kind="primary" busy={busy} onClick={() => press()}>
            Take over
          </Button>
        </>
      }
    >
      <p>
        {claim?.name ?? 'Someone'} is looking at {title}. If you take it over, they can no longer decide about
        it. The audit log says so.
      </p>
    </Dialog>
  )
}
