import type { Config } from '../config.ts'

/** The payout process records a heartbeat each round; after this long without one it counts as stopped. */
export const PAYOUTS_SILENT_SECONDS = 300

const DAY_MS = 86_400_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
/** When the weekly run starts, UTC. */
const RUN_HOUR = 6

/** A reserve is held from sales in a developer's first days, for this long. */
export const RESERVE_FIRST_DAYS = 90
export const RESERVE_DAYS = 30

/** How long sales are held, and what part of them is held in reserve. */
export type HoldSettings = Pick<Config, 'PAYOUT_HOLD_DAYS' | 'PAYOUT_RESERVE_PERCENT'>

/** Sales until this moment are no longer held. */
export const heldUntil = ({ PAYOUT_HOLD_DAYS }: Pick<Config, 'PAYOUT_HOLD_DAYS'>, now: Date): Date =>
  new Date(now.getTime() - PAYOUT_HOLD_DAYS * DAY_MS)

export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS)

/** The day of the weekly run, as texts write it: `Friday`. */
export const payoutDay = ({
  PAYOUT_WEEKDAY: [first = '', ...rest],
}: Pick<Config, 'PAYOUT_WEEKDAY'>): string => first.toUpperCase() + rest.join('')

/** The first weekly run after a moment. */
export function nextRunAfter({ PAYOUT_WEEKDAY }: Pick<Config, 'PAYOUT_WEEKDAY'>, moment: Date): Date {
  const run = new Date(moment)
  run.setUTCHours(RUN_HOUR, 0, 0, 0)
  while (run <= moment || WEEKDAYS[run.getUTCDay()] !== PAYOUT_WEEKDAY) run.setUTCDate(run.getUTCDate() + 1)
  return run
}

/** The last weekly run at or before a moment. */
export function lastRunBefore(config: Pick<Config, 'PAYOUT_WEEKDAY'>, moment: Date): Date {
  return daysAfter(nextRunAfter(config, moment), -7)
}
