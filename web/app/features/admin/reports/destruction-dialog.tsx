import type { SealedGame } from '@nofiller/contract/reports/reports'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

type DestructionProps = {
  game: SealedGame
  /** Somebody has proposed it already. */
  isSecond: boolean
  onClose: () => void
}

/** Asks for confirmation before the destruction of a sealed game is proposed, or confirmed. */
export function DestructionDialog({
  game: { gameId, title, proposed },
  isSecond,
  onClose,
}: DestructionProps) {
  const changed = useAdminChanged()
  const form = useForm({
    initial: {},
    send: async () => {
      const name = isSecond
        ? 'POST /api/admin/sealed/:gameId/destruction/confirm'
        : 'POST /api/admin/sealed/:gameId/destruction'
      await call(name, { params: { gameId } }).finally(changed)
    },
    onSent: () => {
      toast(isSecond ? 'It is being destroyed.' : 'Proposed. A second person has to confirm it.')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={isSecond ? 'Destroy sealed evidence' : 'Propose to destroy it'}
      width="small"
      onClose={onClose}
      button={isSecond ? 'Destroy it' : 'Propose it'}
      kind="danger"
    >
      <p>
        {isSecond
          ? `${proposed?.by} proposed this. Every file and picture of ${title} is removed for good; nobody can bring them back.`
          : `Every file and picture of ${title} will be removed for good once another person who runs the safety queue confirms it. In a store with one admin you confirm it yourself, a day later.`}
      </p>
      <p className="text-muted">
        We keep the hashes to recognize the files, plus the accounting records and this case.
      </p>
    </FormDialog>
  )
}
