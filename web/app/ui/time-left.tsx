import { plural } from '@nofiller/contract/text/digits'
import { useAtPresent } from './clock.ts'
import { Progress } from './feedback/progress.tsx'

const URGENT_SECONDS = 120
const TICK_MS = 500
const SAID_AT_MINUTES = [1, 5]

/** How long an invoice can still be paid, as a clock and a bar; announced at five minutes and at one. */
export function TimeLeft({ from, until }: { from: string; until: string }) {
  const seconds = useSecondsLeft(Date.parse(until))
  const totalSeconds = (Date.parse(until) - Date.parse(from)) / 1_000
  return (
    <div className="grid min-w-30 flex-none gap-1.5 phone:min-w-37 text-right">
      <span className="label">Time left</span>
      <span role="timer" translate="no" className="d3">
        {showDuration(seconds)}
      </span>
      <Progress
        value={totalSeconds > 0 ? seconds / totalSeconds : 0}
        label="Time left"
        kind={seconds < URGENT_SECONDS ? 'bad' : 'accent'}
      />
      <span role="status" className="sr-only">
        {saying(seconds)}
      </span>
    </div>
  )
}

/** Whole seconds until a moment of the store's time in ms; 0 when it has passed or there is none. */
export const useSecondsLeft = (untilMs: number | null): number =>
  useAtPresent((now) => secondsLeft(untilMs, now), TICK_MS)

export const secondsLeft = (untilMs: number | null, now: Date): number =>
  untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - now.getTime()) / 1_000))

/** Whether a moment has passed; never, without one. */
export const useHasPassed = (moment: string | null): boolean =>
  useAtPresent((now) => moment !== null && Date.parse(moment) <= now.getTime(), TICK_MS)

/** `14:37`, or `1:59:05` from an hour on. */
export function showDuration(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The screen reader's announcement of the remaining time: nothing until five minutes, then a change at one. */
export function saying(seconds: number): string {
  const minutes = SAID_AT_MINUTES.find((mark) => seconds > 0 && seconds <= mark * 60)
  if (minutes === undefined) return ''
  return plural(minutes, 'minute left', 'minutes left')
}
