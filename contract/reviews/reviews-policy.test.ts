import { expect, it } from 'vitest'
import { BUILT_IN_RULES } from './policy-rules.ts'
import { MARK_LABELS } from './review-rules.ts'
import { reviewsPolicy } from './reviews-policy.ts'

const textOf = (rules = BUILT_IN_RULES): string => JSON.stringify(reviewsPolicy(rules))

/** What is no rule for those who write and read, such as the size of a page. */
const UNTOLD = ['page', 'onPage', 'answerMin', 'answerMax', 'editsADay', 'votesADay']

const constants = (['limits', 'z', 'surge', 'held'] as const).flatMap((group) =>
  Object.entries(BUILT_IN_RULES[group])
    .filter(([name]) => !UNTOLD.includes(name))
    .map(([name, value]) => ({ group, name, value })),
)

it.each(constants)('RV12 The policy tells $name of $group as the code has it', ({ group, name, value }) => {
  const changed = { ...BUILT_IN_RULES, [group]: { ...BUILT_IN_RULES[group], [name]: value + 7 } }
  expect(textOf(changed)).not.toBe(textOf())
})

it('RV12 The policy explains each mark', () => {
  for (const label of Object.values(MARK_LABELS)) expect(textOf()).toContain(label)
})
