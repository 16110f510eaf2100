import type { AdminGame } from '@nofiller/contract/admin/admin'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'
import { type TakeDown as Decision, TakeDownDialog } from './take-down-dialog.tsx'

const MAILED = 'Emailed to the developer and kept in the audit log.'

type DialogProps = { game: AdminGame; onClose: () => void }
type Deed = {
  label: string
  /** What a screen reader hears. */
  name: (title: string) => string
  kind?: 'danger'
  Dialog: (props: DialogProps) => ReactNode
}

const TAKE_DOWN: Deed = {
  label: 'Take down',
  name: (title) => `Take down ${title}`,
  kind: 'danger',
  Dialog: TakeDown,
}
const RESTORE: Deed = { label: 'Restore', name: (title) => `Restore ${title}`, Dialog: Restore }
const MARK_ILLEGAL: Deed = {
  label: 'Mark illegal',
  name: (title) => `Mark illegal: ${title}`,
  kind: 'danger',
  Dialog: MarkIllegal,
}
const MARK_LEGAL: Deed = {
  label: 'Not illegal',
  name: (title) => `Not illegal: ${title}`,
  Dialog: MarkLegal,
}

/** The actions that a game's state allows. */
function actionsFor({ takenDown }: AdminGame): Deed[] {
  if (takenDown === null) return [TAKE_DOWN]
  return [takenDown.illegal ? MARK_LEGAL : MARK_ILLEGAL, RESTORE]
}

/** An admin's buttons for a game; each asks for a reason. */
export function GameActions({ game }: { game: AdminGame }) {
  const [deed, setDeed] = useState<Deed | null>(null)
  return (
    <>
      <span className="inline-flex flex-wrap justify-end gap-2">
        {actionsFor(game).map((each) => (
          <Button
            key={each.label}
            size="small"
            kind={each.kind}
            aria-label={each.name(game.title)}
            onClick={() => setDeed(each)}
          >
            {each.label}
          </Button>
        ))}
      </span>
      {deed && <deed.Dialog game={game} onClose={() => setDeed(null)} />}
    </>
  )
}

/** Takes a game down by a decision. */
function useTakeDown({ _id: id, title }: AdminGame) {
  const changed = useAdminChanged()
  return async (decision: Decision) => {
    await call('POST /api/admin/games/:id/take-down', { params: { id }, body: decision })
    await changed()
    toast(`${title} was taken down${decision.illegal ? ' as illegal' : ''}.`)
  }
}

function TakeDown({ game, onClose }: DialogProps) {
  const send = useTakeDown(game)
  return (
    <TakeDownDialog
      title="Take down"
      text={`${game.title} disappears from the store and cannot be bought.`}
      games={[game]}
      illegal={null}
      send={send}
      onClose={onClose}
    />
  )
}

function MarkIllegal({ game, onClose }: DialogProps) {
  const send = useTakeDown(game)
  return (
    <TakeDownDialog
      title="Mark illegal"
      text={`${game.title} stays out of the store. Illegal content: nobody may download it anymore, not even those who own it.`}
      games={[game]}
      illegal
      send={send}
      onClose={onClose}
    />
  )
}

function MarkLegal({ game, onClose }: DialogProps) {
  const changed = useAdminChanged()
  const act = async (reason: string) => {
    const body = { reason, illegal: false }
    await call('POST /api/admin/games/:id/take-down', { params: { id: game._id }, body })
    await changed()
  }
  return (
    <ReasonDialog
      title="Not illegal"
      text={`${game.title} stays out of the store and cannot be bought. Those who own it can download it again.`}
      button="Not illegal"
      hint={MAILED}
      done={`${game.title} is no longer marked illegal. Its owners can download it again.`}
      act={act}
      onClose={onClose}
    />
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
      done={`${game.title} is back in the store.`}
      act={act}
      onClose={onClose}
    />
  )
}
