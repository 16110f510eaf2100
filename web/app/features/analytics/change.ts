import { showCount } from '@nofiller/contract/text/digits'
export type Change = { direction: 'up' | 'down' | 'same'; text: string }

/** The change of a figure from the one before it, in percent; null when there is none. */
export function changeOf(now: number, before: number): Change | null {
  if (before === 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', text: 'no change' }
  const shown = showCount(Math.abs(percent))
  return percent > 0
    ? { direction: 'up', text: `${shown}% more` }
    : { direction: 'down', text: `${shown}% less` }
}
