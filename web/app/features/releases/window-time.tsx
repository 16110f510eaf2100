import { type TimedStep, windowWords } from '@nofiller/contract/releases/windows'
import { MovingTime } from '../../ui/moving-time.tsx'
import { showLocalDay, showLocalMoment } from './local-time.ts'

/** A step that opens now is in the near future for a browser whose clock is a second behind the store's. */
const EVERY_MS = 1_000

type WindowTimeProps = {
  steps: readonly TimedStep[]
  /** How a time is written; the day alone where it need not be exact. */
  show?: (iso: string, now: Date) => string
}

/** `Supporters now, owners from Dec 3`, in the reader's own time; an empty element once it is open to all. */
export function WindowTime({ steps, show = showLocalDay }: WindowTimeProps) {
  const last = steps.at(-1)
  if (!last) return null
  const say = (_: string, now: Date) => windowWords(steps, now, (opensAt) => show(opensAt, now))
  return <MovingTime iso={last.opensAt} say={say} everyMs={EVERY_MS} />
}

/** `Dec 3, 18:00 (UTC+1)`, in the reader's own time. */
export const OpensAt = ({ iso }: { iso: string }) => <MovingTime iso={iso} say={showLocalMoment} />
