import {
  type Count,
  FEWEST_SHOWN,
  MONTHS_SHOWN,
  type MonthCounts,
  NO_REVIEWS,
  type PeriodFigures,
  RULE_SPANS,
  type RuleCounts,
  type RuleSpan,
  SAFETY_RULES,
  type Transparency,
} from '@nofiller/contract/transparency/transparency-rules'
import { readRules } from '../content/rules.ts'
import { BYTE_ORDER_MARK, csvLine } from '../platform/csv.ts'
import type { Store } from '../store.ts'
import { countAll } from './count-nightly.ts'

type Counting = Pick<Store, 'db' | 'clock' | 'config'>
type Period = { period: string; figures: PeriodFigures }

/** Moderation figures, by month, rule and year, as counted last night. No count about minors or real people identifies a person. */
export async function transparency(store: Counting): Promise<Transparency> {
  const [periods, rules] = await Promise.all([countedPeriods(store), readRules(store.config)])
  const thisMonth = store.clock().toISOString().slice(0, 7)
  const year = periods.find(({ period }) => period === thisMonth.slice(0, 4))
  const months = periods.filter(isMonth).slice(0, MONTHS_SHOWN)
  const counts = new Map(RULE_SPANS.map((span) => [span, sumByRule(months.slice(0, span))]))
  return {
    months: months.map((month) => toMonth(month, thisMonth)),
    rules: rules
      .filter(({ id }) => (counts.get(MONTHS_SHOWN)?.[id]?.decisions ?? 0) > 0)
      .map(({ id, title }) => ({ id, title, counts: shownCountsBySpan(id, counts) })),
    year: year ? toYear(year) : null,
  }
}

/** A line for each month and rule, with the month's own line first. All months that were ever counted. */
export async function* transparencyCsv(store: Counting): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK +
    csvLine([
      'Month',
      'Rule',
      'Reports',
      'Cases',
      'Acted on',
      'Left as it was',
      'Open',
      'Median hours',
      'Decisions',
      'Appeals',
      'Reversed',
      'Reviews reported',
      'Reviews removed',
      'Reviews restored',
    ])
  for (const { period, figures } of (await countedPeriods(store)).filter(isMonth)) {
    const { reports, cases, acted, left, open, medianHours, reviews = NO_REVIEWS } = figures
    const { reported, removed, restored } = reviews
    const matters = [reports, cases, acted, left, open, hours(medianHours)]
    yield csvLine([period, null, ...matters, null, null, null, reported, removed, restored])
    for (const [id, counts] of Object.entries(figures.rules)) {
      const { decisions, appeals, reversed } = shownCounts(id, counts)
      const cells = [decisions, appeals, reversed].map((count) => count ?? `fewer than ${FEWEST_SHOWN}`)
      yield csvLine([period, id, null, null, null, null, null, null, ...cells, null, null, null])
    }
  }
}

/** The counts, the latest first, from the first month with any event. Counts now if it was never counted. */
async function countedPeriods(store: Counting): Promise<Period[]> {
  const read = () =>
    store.db
      .selectFrom('transparency_periods')
      .select(['period', 'figures'])
      .orderBy('period', 'desc')
      .execute()
  let periods = await read()
  if (periods.length === 0) {
    await countAll(store)
    periods = await read()
  }
  const first = periods.findLastIndex((one) => isMonth(one) && hasCounts(one))
  return periods.filter((one, at) => !isMonth(one) || at <= Math.max(first, 0))
}

const isMonth = ({ period }: Period): boolean => period.length > 'YYYY'.length

const hasCounts = ({ figures: { cases, rules, firstGames, notices } }: Period): boolean =>
  cases + firstGames + notices > 0 || Object.keys(rules).length > 0

function toMonth({ period, figures }: Period, thisMonth: string): MonthCounts {
  const { reports, cases, acted, left, open, medianHours, reviews = NO_REVIEWS } = figures
  return {
    month: period,
    isOver: period < thisMonth,
    reports,
    cases,
    acted,
    left,
    open,
    medianHours: hours(medianHours),
    reviews,
  }
}

const toYear = ({ period, figures }: Period): Transparency['year'] => ({
  year: period,
  safetyCases: shownIfMany(figures.safetyCases),
  notices: figures.notices,
  noticesRestored: figures.noticesRestored,
  firstGames: figures.firstGames,
  firstGamesMedianHours: hours(figures.firstGamesMedianHours),
  appealsBySamePerson: figures.appealsBySamePerson,
  suspended: figures.suspended,
})

function sumByRule(months: readonly Period[]): PeriodFigures['rules'] {
  const sums: PeriodFigures['rules'] = {}
  for (const { figures } of months)
    for (const [id, { decisions, appeals, reversed }] of Object.entries(figures.rules)) {
      const sum = sums[id] ?? { decisions: 0, appeals: 0, reversed: 0 }
      sums[id] = {
        decisions: sum.decisions + decisions,
        appeals: sum.appeals + appeals,
        reversed: sum.reversed + reversed,
      }
    }
  return sums
}

function shownCountsBySpan(
  id: string,
  counts: ReadonlyMap<RuleSpan, PeriodFigures['rules']>,
): Record<RuleSpan, RuleCounts> {
  const of = (span: RuleSpan) =>
    shownCounts(id, counts.get(span)?.[id] ?? { decisions: 0, appeals: 0, reversed: 0 })
  return { 3: of(3), 6: of(6), 12: of(12) }
}

/** Appeals and reversals of few are fewer still. */
function shownCounts(id: string, counts: PeriodFigures['rules'][string]): RuleCounts {
  if (!SAFETY_RULES.includes(id)) return counts
  return {
    decisions: shownIfMany(counts.decisions),
    appeals: shownIfMany(counts.appeals),
    reversed: shownIfMany(counts.reversed),
  }
}

const shownIfMany = (count: number): Count => (count < FEWEST_SHOWN ? null : count)

const hours = (median: number | null): number | null => (median === null ? null : Math.round(median))
