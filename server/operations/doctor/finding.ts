import { plural } from '@nofiller/contract/text/digits'
/** What one check found, in a sentence for the owner that also says what to do. A `bad` one keeps the store from working as it should. */
export type Finding = { check: string; state: 'good' | 'warn' | 'bad'; sentence: string }
export type Outcome = Omit<Finding, 'check'>

export const good = (sentence: string): Outcome => ({ state: 'good', sentence })
export const warn = (sentence: string): Outcome => ({ state: 'warn', sentence })
export const bad = (sentence: string): Outcome => ({ state: 'bad', sentence })

const MARKS = { good: 'ok  ', warn: 'look', bad: 'BAD ' }

/** The output of `npm run doctor`, and its exit code. */
export function reportOf(findings: readonly Finding[]): { text: string; exitCode: 0 | 1 } {
  const faults = findings.filter(({ state }) => state === 'bad').length
  const lines = findings.map(({ check, state, sentence }) => `${MARKS[state]}  ${check}: ${sentence}`)
  const end = faults === 0 ? 'The store is well.' : `${plural(faults, 'fault')} found.`
  return { text: `${[...lines, '', end].join('\n')}\n`, exitCode: faults === 0 ? 0 : 1 }
}
