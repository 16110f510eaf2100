/** The rules of reviews that their policy tells, together. No zod: the browser loads this. */
import { HELD, REVIEW_LIMITS, SURGE, WILSON_Z } from './review-rules.ts'

/** With any values. */
type Numbers<T> = { readonly [Key in keyof T]: number }

export type PolicyRules = {
  limits: Numbers<typeof REVIEW_LIMITS>
  z: Numbers<typeof WILSON_Z>
  surge: Numbers<typeof SURGE>
  held: Numbers<typeof HELD>
}

export const BUILT_IN_RULES: PolicyRules = { limits: REVIEW_LIMITS, z: WILSON_Z, surge: SURGE, held: HELD }

/** How many reviews decisions of a month removed; the month like `2026-11`. */
export type RemovedInMonth = { month: string; removed: number }
