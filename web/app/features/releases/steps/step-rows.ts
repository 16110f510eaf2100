import {
  AUDIENCES,
  type Audience,
  buyersStep,
  type Step,
  type TimedStep,
  WINDOW_DAYS,
  WINDOW_TEXT,
} from '@nofiller/contract/releases/windows'
import { fieldOf, timeOf } from '../local-time.ts'

/**
 * An audience in a form of steps: it has the release already, gets it now, at a time, or with the next audience. `at` is what
 * the field of its time holds, in the browser's zone; `opensAt` is the stored time.
 */
export type StepRow = {
  audience: Audience
  from: 'opened' | 'now' | 'time' | 'never'
  at: string
  opensAt: string | null
}

const DAY_MS = 86_400_000
/** Proposed where nothing was promised. */
const LEAD_DAYS = 7

/** The steps that are proposed: the first audience now, owners after as many days as supporters were promised. */
export function proposedRows(audiences: readonly Audience[], leadDays: number | null, now: Date): StepRow[] {
  const later = new Date(now)
  later.setDate(later.getDate() + (leadDays ?? LEAD_DAYS)) // the same hour, also where clocks change between
  const second = audiences[1]
  return audiences.map((audience, at) => ({
    audience,
    from: at === 0 ? 'now' : audience === second ? 'time' : 'never',
    at: fieldOf(later),
    opensAt: null,
  }))
}

/** The rows of a release that has steps, for all audiences that it could open to. */
export const rowsOf = (audiences: readonly Audience[], steps: readonly TimedStep[], now: Date): StepRow[] =>
  AUDIENCES.flatMap((audience): StepRow[] => {
    const step = steps.find((one) => one.audience === audience)
    if (!step) return audiences.includes(audience) ? [{ audience, from: 'never', at: '', opensAt: null }] : []
    const time = new Date(step.opensAt)
    return [{ audience, from: time <= now ? 'opened' : 'time', at: fieldOf(time), opensAt: step.opensAt }]
  })

/** The steps that rows mean, once they have no problem. */
export const stepsOf = (rows: readonly StepRow[]): Step[] =>
  rows.flatMap(({ audience, from, at, opensAt }): Step[] => {
    if (from === 'never') return []
    if (from === 'now') return [{ audience, opensAt: null }]
    // A stored time may have seconds, which the field does not show.
    const isStored = opensAt !== null && fieldOf(new Date(opensAt)) === at
    const time = isStored ? opensAt : timeOf(at)?.toISOString()
    return time ? [{ audience, opensAt: time }] : []
  })

/** What can be chosen for a row: only the first step can be now, and two stay, of which one is for buyers. */
export function choicesOf(rows: readonly StepRow[], row: StepRow, isFree: boolean): StepRow['from'][] {
  if (row.from === 'opened') return ['opened']
  const others = rows.filter((other) => other !== row && other.from !== 'never')
  const canGo = others.length > 1 && buyersStep(others, isFree) !== null
  return [
    ...(isFirst(rows, row) ? ['now' as const] : []),
    'time',
    ...(row.from === 'never' || canGo ? ['never' as const] : []),
  ]
}

const isFirst = (rows: readonly StepRow[], row: StepRow): boolean =>
  rows.slice(0, rows.indexOf(row)).every(({ from }) => from === 'never')

/** A step whose first place another one took is at a time. */
export function changedRows(
  rows: readonly StepRow[],
  change: Pick<StepRow, 'audience'> & Partial<StepRow>,
): StepRow[] {
  const changed = rows.map((row) => (row.audience === change.audience ? { ...row, ...change } : row))
  return changed.map((row) => (row.from === 'now' && !isFirst(changed, row) ? { ...row, from: 'time' } : row))
}

/** The name of a row's problem among those of its form. */
export const stepField = (audience: Audience): string => `steps.${audience}`

/** The problems of rows, each by its field. */
export function stepProblems(rows: readonly StepRow[], now: Date): Record<string, string> {
  const problems: Record<string, string> = {}
  let first: Date | null = null
  let before: Date | null = null
  for (const row of rows) {
    if (row.from === 'never') continue
    const time = momentOf(row, now)
    const problem =
      (row.from === 'time' ? fieldProblem(row.at, now) : null) ??
      (time && before && time <= before ? WINDOW_TEXT.later : null) ??
      (time && first && time.getTime() - first.getTime() > WINDOW_DAYS * DAY_MS ? WINDOW_TEXT.tooLong : null)
    if (problem) problems[stepField(row.audience)] = problem
    before = time ?? before
    first ??= time
  }
  return problems
}

function momentOf({ from, at, opensAt }: StepRow, now: Date): Date | null {
  if (from === 'now') return now
  return from === 'opened' && opensAt !== null ? new Date(opensAt) : timeOf(at)
}

/** Why a field holds no time ahead; null if it does. */
export function fieldProblem(field: string, now: Date): string | null {
  const time = timeOf(field)
  if (field === '') return 'Choose a day and a time.'
  if (time === null) return 'The clocks skip this hour. Choose another time.'
  return time <= now ? WINDOW_TEXT.past : null
}
