import type { Range } from './storage.ts'

/**
 * The one range that a `Range` header requests (RFC 9110 §14): single, open-ended or suffix. For several ranges, other units
 * and malformed headers the entire object is sent, as the RFC allows. Units ignore case, and a list may have empty places.
 */
export function requestedRange(header: string | undefined, size: number): Range | 'full' | 'unsatisfiable' {
  const [, list = ''] = /^bytes=(.*)$/i.exec(header ?? '') ?? []
  const ranges = list.split(',').map((range) => range.trim())
  const [range = '', second] = ranges.filter((each) => each !== '')
  const match = /^(\d*)-(\d*)$/.exec(range)
  if (second !== undefined || !match || range === '-') return 'full'
  const suffix = match[1] === ''
  const start = suffix ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const last = suffix || match[2] === '' ? Number.POSITIVE_INFINITY : Number(match[2])
  if (last < Number(match[1])) return 'full'
  if (start >= size || (suffix && Number(match[2]) === 0)) return 'unsatisfiable'
  return { start, end: Math.min(last, size - 1) }
}
