import { expect, it } from 'vitest'
import { type CodeDraft, codeProblems, readCode } from './discount-code-rules.ts'

const now = new Date('2026-11-20T06:00:00Z')
const code = (change: Partial<CodeDraft> = {}): CodeDraft => ({
  code: 'MOON-1',
  percent: 20,
  amountCents: null,
  uses: null,
  endsAt: null,
  ...change,
})
const LENGTH = { code: 'Use 4 to 32 characters.' }
const LETTERS = { code: 'Use letters from A to Z, digits and hyphens.' }
const PERCENT = { percent: 'Enter a whole number from 1 to 100.' }
const AMOUNT = { amount: 'Enter an amount above $0.' }
const USES = { uses: 'Enter a whole number up to 10,000.' }
const ofAmount = (amountCents: number) => ({ percent: null, amountCents })

it.each<[string, Partial<CodeDraft>, object]>([
  ['20 percent', {}, {}],
  ['4 letters', { code: 'ABYZ' }, {}],
  ['32 digits', { code: '0123456789'.repeat(3).concat('12') }, {}],
  ['3 letters', { code: 'ABC' }, LENGTH],
  ['33 letters', { code: 'A'.repeat(33) }, LENGTH],
  ['a foreign letter', { code: 'MOÖN' }, LETTERS],
  ['a foreign letter at the beginning', { code: 'ÖMOON' }, LETTERS],
  ['a foreign letter at the end', { code: 'MOONÖ' }, LETTERS],
  ['1 percent', { percent: 1 }, {}],
  ['all of it', { percent: 100 }, {}],
  ['0 percent', { percent: 0 }, PERCENT],
  ['101 percent', { percent: 101 }, PERCENT],
  ['half a percent', { percent: 1.5 }, PERCENT],
  ['a cent', ofAmount(1), {}],
  ['nothing', ofAmount(0), AMOUNT],
  ['more than anything costs', ofAmount(100_001), AMOUNT],
  [
    'neither a percentage nor an amount',
    { percent: null },
    { percent: 'Enter how much the code takes off.' },
  ],
  ['10,000 uses', { uses: 10_000 }, {}],
  ['10,001 uses', { uses: 10_001 }, USES],
  ['no use', { uses: 0 }, USES],
  ['a second', { endsAt: new Date(now.getTime() + 1_000) }, {}],
  ['no time', { endsAt: now }, { endsAt: 'Enter a time in the future.' }],
])('A discount code of %s is accepted, or refused with the reason', (_, change, problems) => {
  expect(codeProblems(code(change), now)).toEqual(problems)
})

it('A discount code is read as people type it', () => {
  expect(readCode(' moon  - 1\t')).toBe('MOON-1')
})
