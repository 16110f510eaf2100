import { z } from 'zod'
import { SEARCH_MAX } from './characters.ts'
import { CODE_POINTS_MAX, lengthProblem, shortProblem } from './text-length.ts'

type WrittenText = {
  /** In characters as people count them. */
  max: number
  min?: number
  /** The message for a missing or too short text. */
  tooShort?: string
}

/** A search text. */
export const searchText = writtenText({ max: SEARCH_MAX })

/** Text that a person writes, trimmed, and measured in characters as people count them. */
export function writtenText({ max, min = 0, tooShort = 'This is missing.' }: WrittenText) {
  const text = ruledText((typed) => lengthProblem(typed, max) ?? shortProblem(typed, min, tooShort), tooShort)
  return text.meta({ minLength: min, maxLength: max * CODE_POINTS_MAX })
}

/** Trimmed text that a rule of the contract checks. */
export function ruledText(rule: (text: string) => string | null, missing?: string) {
  return z
    .string(missing)
    .trim()
    .superRefine((text, context) => {
      const message = rule(text)
      if (message) context.addIssue({ code: 'custom', message })
    })
}
