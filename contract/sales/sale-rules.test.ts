import { expect, it } from 'vitest'
import { gamesProblem, type SaleDraft, saleProblems } from './sale-rules.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-11-20T06:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

const sale = (change: Partial<SaleDraft> = {}): SaleDraft => ({
  name: 'Autumn week',
  percent: 30,
  priceCents: null,
  beginsAt: after(0),
  endsAt: after(DAY_MS),
  ...change,
})
const PERCENT = 'Enter a whole number from 1 to 95.'

it.each<[string, Partial<SaleDraft>, object]>([
  ['a day', {}, {}],
  ['60 days', { endsAt: after(60 * DAY_MS) }, {}],
  ['60 days and a moment', { endsAt: after(60 * DAY_MS + 1) }, { endsAt: 'A sale lasts at most 60 days.' }],
  ['60 days from now on', { beginsAt: after(-DAY_MS), endsAt: after(60 * DAY_MS) }, {}],
  ['no time', { beginsAt: after(DAY_MS) }, { endsAt: 'A sale ends after it begins.' }],
  ['a time until now', { beginsAt: after(-DAY_MS), endsAt: now }, { endsAt: 'This is in the past.' }],
  ['no begin', { beginsAt: new Date(Number.NaN) }, { beginsAt: 'Enter when the sale begins.' }],
  ['no end', { endsAt: new Date(Number.NaN) }, { endsAt: 'Enter when the sale ends.' }],
  ['1 percent', { percent: 1 }, {}],
  ['95 percent', { percent: 95 }, {}],
  ['0 percent', { percent: 0 }, { percent: PERCENT }],
  ['96 percent', { percent: 96 }, { percent: PERCENT }],
  ['12.5 percent', { percent: 12.5 }, { percent: PERCENT }],
  ['a cent', { percent: null, priceCents: 1 }, {}],
  ['nothing', { percent: null, priceCents: 0 }, { price: 'Enter a price above $0.' }],
  ['no terms', { percent: null }, { percent: 'Enter a discount.' }],
  ['no name', { name: ' ' }, { name: 'Give the sale a name.' }],
  ['a name of 80 letters', { name: ` ${'a'.repeat(80)} ` }, {}],
  ['a name of 81 letters', { name: 'a'.repeat(81) }, { name: expect.stringContaining('80') }],
])('A sale of %s is accepted, or refused with the reason', (_, change, problems) => {
  expect(saleProblems(sale(change), now)).toEqual(problems)
})

it('A sale needs 1 to 100 games that it makes cheaper', () => {
  const game = { title: 'Salt Road', listCents: 1_000 }
  const at = (priceCents: number) => ({ percent: null, priceCents })
  expect(gamesProblem([game], at(999))).toBeNull()
  expect(gamesProblem(Array(100).fill(game), at(999))).toBeNull()
  expect(gamesProblem(Array(101).fill(game), at(999))).toBe('Choose at most 100 games.')
  expect(gamesProblem([{ ...game, listCents: 2_000 }, game], at(1_000))).toBe(
    'This would not lower the price of Salt Road.',
  )
  expect(gamesProblem([], at(999))).toBe('Choose at least one game.')
})
