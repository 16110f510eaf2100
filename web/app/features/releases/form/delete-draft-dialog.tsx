import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useSellerGameChanged } from '../head/use-seller-game.ts'

type DeleteDraftProps = {
  release: Pick<OwnRelease, 'id' | 'label'>
  /** Runs once it is deleted, before what is shown is fetched again. */
  onDeleted?: () => void
  onClose: () => void
}

/** Asks before a draft is deleted with its files. */
export function DeleteDraftDialog({ release: { id, label }, onDeleted, onClose }: DeleteDraftProps) {
  const changed = useSellerGameChanged()
  const send = () => call('DELETE /api/releases/:releaseId', { params: { releaseId: id } })
  const remove = useAction(send, {
    onDone: async () => {
      toast(`${label} is deleted.`)
      onClose()
      onDeleted?.()
      await changed()
    },
  })
  return (
    <Dialog
      title={`Delete ${label}?`}
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={remove.busy} onClick={() => remove.press()}>
            Delete
          </Button>
        </>
      }
    >
      <p>The draft and the files that were uploaded for it are deleted. Buyers notice nothing.</p>
    </Dialog>
  )
}
