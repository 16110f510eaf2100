import type { AdminGame } from '@nofiller/contract/admin/admin'
import { showUtcDay } from '@nofiller/contract/text/time'
import { IconCircleCheck, IconEdit, IconEyeOff } from '../../../ui/icons.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { NotForSalePill, VisibilityPill } from '../../authoring/access/visibility-pill.tsx'

/** Whether a game is in the store, and why not. */
export function GameStatus({ game: { status, access, takenDown } }: { game: AdminGame }) {
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
  return (
    <span className="flex flex-wrap gap-1.5">
      {status === 'draft' && <Pill icon={<IconEdit />}>Draft</Pill>}
      {status === 'published' && access.visibility === 'public' && (
        <Pill kind="go" icon={<IconCircleCheck />}>
          Public
        </Pill>
      )}
      {access.visibility !== 'public' && <VisibilityPill visibility={access.visibility} />}
      {access.notForSale && <NotForSalePill />}
    </span>
  )
}
