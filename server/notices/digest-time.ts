import type { DigestTime } from '@nofiller/contract/notices/notices'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * The next time after a moment at which the weekly email comes: that hour of that day where its reader lives, whatever their
 * clocks do meanwhile. An hour that a change of clocks skips is the one after it; of one that comes twice, the first counts.
 * Pure.
 */
export function digestAfter({ day, hour, zone }: DigestTime, after: Date): Date {
  const offset = offsetIn(zone)
  const today = after.getTime() + offset(after.getTime())
  const midnight = today - (((today % DAY_MS) + DAY_MS) % DAY_MS)
  // A day from Monday, 1, to Sunday, 7.
  const weekday = new Date(midnight).getUTCDay() || 7
  for (const days of [day - weekday, day - weekday + 7, day - weekday + 14]) {
    const time = instantOf(midnight + days * DAY_MS + hour * 60 * MINUTE_MS, offset)
    if (time > after.getTime()) return new Date(time)
  }
  throw new Error('a week later is always later')
}

/** The moment at which clocks show a time, given as if it were UTC. */
function instantOf(shown: number, offset: (time: number) => number): number {
  const [before, later] = [shown - offset(shown - DAY_MS), shown - offset(shown + DAY_MS)]
  const first = Math.min(before, later)
  if (first + offset(first) === shown) return first
  return later + offset(later) === shown ? later : before
}

/** By how much the clocks of a zone are ahead of UTC at a time, in milliseconds. */
function offsetIn(zone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (time) => {
    const parts = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const shown = Date.UTC(year, month - 1, day, hour, minute, second)
    return shown - (time - (((time % 1000) + 1000) % 1000))
  }
}
