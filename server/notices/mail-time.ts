import { NOTICE_MAILS } from '@nofiller/contract/notices/notice-rules'

const HOUR_MS = 3_600_000
const EVERY_MS = NOTICE_MAILS.everyHours * HOUR_MS
const PERIOD_MS = NOTICE_MAILS.inDays * 24 * HOUR_MS

/** When the next email about a game may go to somebody who was sent these, of which `max` may in 30 days: now, or later. Pure (VE8, FO5). */
export function mailTime(sent: readonly Date[], now: Date, max: number = NOTICE_MAILS.max): Date {
  const times = sent
    .map((time) => time.getTime())
    .filter((time) => time > now.getTime() - PERIOD_MS)
    .sort((a, b) => b - a)
  const afterLast = (times[0] ?? Number.NEGATIVE_INFINITY) + EVERY_MS
  const afterPeriod = (times[max - 1] ?? Number.NEGATIVE_INFINITY) + PERIOD_MS
  return new Date(Math.max(now.getTime(), afterLast, afterPeriod))
}
