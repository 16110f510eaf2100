import { isTwice, showUtc, timeOf, zoneAt } from './local-time.ts'

/** What a `datetime-local` field means: the browser's zone then, and the time in UTC. */
export function TimeHint({ at }: { at: string }) {
  const time = timeOf(at)
  if (!time) return 'In your own time zone.'
  return (
    <>
      {zoneAt(time)} ({showUtc(time)} UTC).
      {isTwice(time) &&
        ' The clocks go back that night, and this hour happens twice: the first one is meant.'}
    </>
  )
}
