import { UNITS } from './from-now.ts'

const AGO = new Intl.RelativeTimeFormat('en-US', { style: 'short' })

/** `2 min. ago`, in the largest unit that fits; under a minute it is `just now`. */
export function showAgo(iso: string, now: Date): string {
  const agoMs = now.getTime() - Date.parse(iso)
  const fitting = UNITS.findLast(([, lengthMs]) => agoMs >= lengthMs)
  return fitting ? AGO.format(-Math.floor(agoMs / fitting[1]), fitting[0]) : 'just now'
}
