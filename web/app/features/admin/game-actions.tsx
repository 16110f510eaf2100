import type { AdminGame } from '@nofiller/contract/admin'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useAdminChanged } from './use-admin-changed.ts'

const MAILED = 'Mailed to the developer, and kept in the audit log.'

/** Takes a game down, or shows it again. */
export function GameActions({ game }: { game: AdminGame }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const label = game.takenDown ? 'Restore' : 'Take down'
  const ActionDialog = game.takenDown ? Restore : TakeDown
  return (
    <>
      <Button
        size="small"
        kind={game.takenDown ? 'secondary' : 'danger'}
        aria-label={`${label} ${game.title}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ActionDialog game={game} onClose={close} />}
    </>
  )
}

type DialogProps = { game: AdminGame; onClose: () => void }

function TakeDown({ game, onClose }: DialogProps) {
  const [illegal, setIllegal] = useState(false)
  const changed = useAdminChanged()
  const act = async (reason: string) => {
    await call('POST /api/admin/games/:id/take-down', {
      params: { id: game._id },
      body: { reason, illegal },
    })
    await changed()
  }
  return (
    <ReasonDialog
      title="Take down"
      text={`${game.title} disappears from the store and cannot be bought.`}
      button="Take down"
      kind="danger"
      hint={MAILED}
      done={`${game.title} is taken down.`}
      act={act}
      onClose={onClose}
    >
      <Checkbox
        checked={illegal}
        onChange={(event) => setIllegal(event.target.checked)}
        hint="Otherwise those who own it can still download it."
      >
        Illegal content: nobody may download it any more
      </Checkbox>
    </ReasonDialog>
  )
}

function Restore({ game, onClose }: DialogProps) {
  const changed = useAdminChanged()
  const act = async (reason: string) => {
    await call('POST /api/admin/games/:id/restore', { params: { id: game._id }, body: { reason } })
    await changed()
  }
  return (
    <ReasonDialog
      title="Restore"
      text={`${game.title} is in the store again, as it was before.`}
      button="Restore"
      hint={MAILED}
      done={`${game.title} is restored.`}
      act={act}
      onClose={onClose}
    />
  )
}
