import { z } from 'zod'

/**
 * The sentence for a value that its schema refuses, if the contract has none of its own: never the validator's text,
 * which is for programmers.
 */
export function plainSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : ofType(issue.expected)
    case 'invalid_value':
      return `Use ${issue.values.length > 1 ? 'one of these' : 'this'}: ${issue.values.filter(String).join(', ')}.`
    case 'too_big':
      return atMost(issue)
    case 'too_small':
      return atLeast(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? NOT_VALID
    default:
      return NOT_VALID
  }
}

z.config({ customError: plainSentence })

const NOT_VALID = 'This value is not valid.'

const TYPES: Record<string, string> = {
  string: 'Use text here.',
  number: 'Use a number.',
  int: 'Use a whole number.',
  boolean: 'Use true or false.',
  array: 'Use a list.',
  object: 'This request is malformed.',
}
const ofType = (expected: string) => TYPES[expected] ?? NOT_VALID

const FORMATS: Record<string, string> = {
  uuid: 'This id is not valid.',
  email: 'Enter a valid email address.',
  url: 'Use an address like https://example.com',
  date: 'Use a date like 2026-01-31.',
  datetime: 'Use a time like 2026-01-31T12:00:00Z.',
}

const amount = (value: number | bigint) => value.toLocaleString('en')

function atMost({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === 'string') return `Use at most ${amount(maximum)} characters.`
  if (origin === 'array' || origin === 'set') return `Use at most ${amount(maximum)} entries.`
  return inclusive === false ? `Use a number below ${amount(maximum)}.` : `Use at most ${amount(maximum)}.`
}

function atLeast({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string')
    return Number(minimum) <= 1 ? 'This is missing.' : `Use at least ${amount(minimum)} characters.`
  if (origin === 'array' || origin === 'set')
    return Number(minimum) <= 1 ? 'Choose at least one.' : `Use at least ${amount(minimum)} entries.`
  return inclusive === false ? `Use a number above ${amount(minimum)}.` : `Use at least ${amount(minimum)}.`
}
