/** With their length in ms. */
export const UNITS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const

const FROM_NOW = new Intl.RelativeTimeFormat('en-US')

/** `in 2 days`, in the largest unit that fits, rounded down; under a minute it is `in 1 minute`. */
export function showIn(iso: string, now: Date): string {
  const leftMs = Date.parse(iso) - now.getTime()
  const [unit, lengthMs] = UNITS.findLast(([, lengthMs]) => leftMs >= lengthMs) ?? UNITS[0]
  return FROM_NOW.format(Math.max(1, Math.floor(leftMs / lengthMs)), unit)
}
