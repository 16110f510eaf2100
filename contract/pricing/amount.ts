/** Typed amounts of dollars. No zod: the browser loads this. */
import { centsOf } from './money.ts'

/**
 * A typed amount, in cents: `9.99`, `9,99`, `$9.99`, `1,000` and `1.000,00` as they are meant. Empty is 0; null
 * when `amountProblem` finds a problem.
 */
export function centsOfText(text: string): number | null {
  const { cents } = readAmount(text)
  return cents
}

/** Why a typed text is not an amount, as a sentence; null for an amount, or an empty text. */
export const amountProblem = (text: string): string | null => readAmount(text).problem

export const AMOUNT_TEXT = {
  none: 'Enter the price as a number like 9.99',
  decimals: 'Use at most two decimal places',
  unclear: (one: string, other: string) => `This could mean two amounts. Enter ${one} or ${other}.`,
} as const

/** Thousands in groups of three, with a different mark before the cents than between groups. */
const GROUPED = /^(-?)([1-9]\d{0,2}(?:([ ,.'’])\d{3})(?:\3\d{3})*)(?:(?!\3)[.,](\d*))?$/
const PLAIN = /^(-?)(\d*)()(?:[.,](\d*))?$/
/** `1.000`: a thousand in half of the world, a dollar in the other half. */
const UNCLEAR = /^-?([1-9]\d{0,2})\.(\d\d)0$/
const THREE_DECIMALS = /^-?\d{1,3}\.\d{3}$/

type Amount = { cents: number; problem: null } | { cents: null; problem: string }

function readAmount(text: string): Amount {
  const typed = withoutCurrency(text)
  if (typed === '') return { cents: 0, problem: null }
  const [, ones = '', hundredths = ''] = UNCLEAR.exec(typed) ?? []
  if (ones !== '') return isNone(AMOUNT_TEXT.unclear(`${ones}${hundredths}0`, `${ones}.${hundredths}`))
  if (THREE_DECIMALS.test(typed)) return isNone(AMOUNT_TEXT.decimals)
  const [, sign = '', dollars = '', , decimals = ''] = GROUPED.exec(typed) ?? PLAIN.exec(typed) ?? []
  if (!/\d/.test(dollars + decimals)) return isNone(AMOUNT_TEXT.none)
  const cents = centsOf(Number(`${sign}${dollars.replaceAll(/\D/g, '')}.${decimals}`))
  return cents === null ? isNone(AMOUNT_TEXT.decimals) : { cents, problem: null }
}

const isNone = (problem: string): Amount => ({ cents: null, problem })

/** Full-width digits and unusual spaces become the usual ones. */
const withoutCurrency = (text: string): string =>
  text
    .normalize('NFKC')
    .replace('−', '-')
    .trim()
    .replace(/^(-?)\s*(?:USD|US\$|\$)\s*(?=[-\d.,])/i, '$1')
    .replace(/(?<=[\d.,])\s*(?:USD|US\$|\$)$/i, '')
