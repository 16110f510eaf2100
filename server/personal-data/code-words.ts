/** The words, as on screens, for values that the store keeps as numbers. */
import { THEMES, WARNING_LEVELS } from '@nofiller/contract/content-limits/content-warnings'
import { LIMIT_LABELS, readLimits } from '@nofiller/contract/content-limits/limit-rules'

/** The hidden content, theme by theme. */
export function limitsInWords(stored: unknown) {
  const { levels, allowsAvoidable } = readLimits(String(stored))
  return {
    ...Object.fromEntries(THEMES.map(({ id, label }) => [label, LIMIT_LABELS[levels[id]]])),
    'Allow what I can avoid in the game': allowsAvoidable,
  }
}

export const themeInWords = (stored: unknown): unknown =>
  THEMES.find(({ number }) => number === stored)?.label ?? stored

export const levelInWords = (stored: unknown): unknown =>
  stored === 0 ? 'none' : (WARNING_LEVELS[Number(stored) - 1] ?? stored)
