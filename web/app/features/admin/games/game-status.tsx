import type { AdminGame } from '@nofiller/contract/admin/admin'
import { showUtcDay } from '@nofiller/contract/text/time'
import { IconCircleCheck, IconEdit, IconEyeOff } from '../../../ui/icons.tsx'
import { Pill } from '../../../ui/pill.tsx'

/** Whether a game is in the store, and why not. */
export function GameStatus({ game: { status, takenDown } }: { game: AdminGame }) {
  if (takenDown)
    return (
      <span className="grid justify-items-start gap-1">
        <Pill kind="bad" icon={<IconEyeOff />}>
          {takenDown.illegal ? 'Taken down, illegal' : 'Taken down'}
        </Pill>
        <span className="text-sm break-words text-muted">
          {showUtcDay(takenDown.at)}: {takenDown.reason}
        </span>
      </span>
    )
  return status === 'draft' ? (
    <Pill icon={<IconEdit />}>Draft</Pill>
  ) : (
    <Pill kind="go" icon={<IconCircleCheck />}>
      Public
    </Pill>
  )
}
