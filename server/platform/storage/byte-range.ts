import type { Range } from './storage.ts'

/**
 * The one range that a `Range` header asks for (RFC 9110 §14): single, open-ended or suffix. Several ranges, other units
 * and malformed headers are answered by the whole object, as the RFC allows.
 */
export function requestedRange(header: string | undefined, size: number): Range | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const suffix = match[1] === ''
  const start = suffix ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = suffix || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (start >= size || (suffix && Number(match[2]) === 0)) return 'unsatisfiable'
  return end < start ? 'whole' : { start, end }
}
