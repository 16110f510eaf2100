import { plural } from '@nofiller/contract/text/digits'

const MINUTE = 60
const HOUR = 3_600

/** `At once`, `5 seconds`, `35 minutes`, `2 hours 35 minutes`. */
export function waitText(seconds: number): string {
  if (seconds === 0) return 'At once'
  if (seconds < MINUTE) return plural(seconds, 'second')
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.round((seconds % HOUR) / MINUTE)]
  return [hours > 0 && plural(hours, 'hour'), minutes > 0 && plural(minutes, 'minute')]
    .filter(Boolean)
    .join(' ')
}
