import type { OwnPenName } from '@nofiller/contract/pen-names/pen-names'
import { currentTime } from '../../ui/clock.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { showLocalMoment } from '../releases/local-time.ts'

/** From when on a pen name can be changed, in the browser's time zone. */
export const ChangeableFrom = ({ at }: { at: string }) => (
  <span className="mb-2 ml-8 text-sm text-muted">You can change it from {momentOf(at)}.</span>
)

/** Why a decision took a pen name away, for who had it, and when they may choose another one. */
export function PenNameTakenAway({ penName: { removed, changeFrom } }: { penName: OwnPenName }) {
  if (removed === null) return null
  return (
    <Note kind="warn">
      A decision took the pen name <bdi translate="no">{removed.name}</bdi> away: <q>{removed.reason}</q>{' '}
      Reviews that you signed with it say “Owner”. You can choose another one
      {changeFrom === null ? '.' : <> from {momentOf(changeFrom)}.</>}
    </Note>
  )
}

const momentOf = (at: string) => <time dateTime={at}>{showLocalMoment(at, currentTime())}</time>
