/** Early access: a release that opens in steps. The browser needs it too: no schema is loaded for it. */

/** Whom a release opens to, one after the other. Each audience holds those before it. */
export const AUDIENCES = ['testers', 'supporters', 'owners', 'everyone'] as const
export type Audience = (typeof AUDIENCES)[number]

/** `opensAt` is ISO 8601; null is now, for the first step alone. */
export type Step = { audience: Audience; opensAt: string | null }
/** A step whose time is known. */
export type TimedStep = { audience: Audience; opensAt: string }

/** How long after its first step a release opens to all, at most. */
export const WINDOW_DAYS = 90
const DAY_MS = 86_400_000
/** How far a window may be from its promise: where clocks change, seven days are an hour more or less. */
const TOLERANCE_MS = 3_600_000

export const WINDOW_TEXT = {
  noSteps: 'Choose when it opens.',
  order: 'Testers come first, then supporters, owners, and everyone.',
  owners: 'Say when owners get it.',
  audience: 'This game has nobody for one of these steps.',
  past: 'Choose a time in the future.',
  later: 'Each step has to be later than the one before.',
  tooLong: `All steps have to be within ${WINDOW_DAYS} days of the first.`,
  opened: 'A step that has opened can’t be changed.',
  reason: 'Supporters were told a time. Tell them why it changes.',
  supporters: 'Choose an extra or an amount.',
  noMarks:
    'Builds carry no personal mark, early ones neither: what people download is their own business. If a build leaks, report it, and we act on the copy.',
} as const

const rank = (audience: Audience): number => AUDIENCES.indexOf(audience)

/** What the steps of a release are held against. */
export type StepFacts = {
  now: Date
  /** Whom this game's releases can open to. */
  audiences: readonly Audience[]
  /** Anybody can own a free game: it opens to buyers at the last step. */
  isFree: boolean
  /** How many of the first steps have opened. */
  opened?: number
}

/** Why a release cannot open in these steps, as a sentence; null if it can. Pure (EA1). */
export function stepsProblem(
  steps: readonly Step[],
  { now, audiences, isFree, opened = 0 }: StepFacts,
): string | null {
  const times = steps.map(({ opensAt }) => timeOf(opensAt, now))
  const [first] = times
  if (first === undefined) return WINDOW_TEXT.noSteps
  if (!isAscending(steps.map(({ audience }) => rank(audience)))) return WINDOW_TEXT.order
  if (steps.some(({ audience }) => !audiences.includes(audience))) return WINDOW_TEXT.audience
  if (!buyersStep(steps, isFree)) return WINDOW_TEXT.owners
  const isPast = ({ opensAt }: Step, at: number) =>
    opensAt === null ? at > 0 : Date.parse(opensAt) <= now.getTime()
  if (steps.slice(opened).some(isPast)) return WINDOW_TEXT.past
  if (!isAscending(times)) return WINDOW_TEXT.later
  return (times.at(-1) ?? first) - first > WINDOW_DAYS * DAY_MS ? WINDOW_TEXT.tooLong : null
}

/** The step at which buyers get a release. What it holds of the demo waits for everyone. */
export const buyersStep = <S extends { audience: Audience }>(
  steps: readonly S[],
  isFree: boolean,
): S | null =>
  steps.findLast(({ audience }) => audience === 'owners' || (isFree && audience === 'everyone')) ?? null

const timeOf = (opensAt: string | null, now: Date): number =>
  opensAt === null ? now.getTime() : Date.parse(opensAt)

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? Number.NaN))

/** The step that a release has reached at a time; null before the first. */
export const openStep = <S extends TimedStep>(steps: readonly S[], at: Date): S | null =>
  steps.findLast(({ opensAt }) => Date.parse(opensAt) <= at.getTime()) ?? null

/** The step that comes next; null after the last. */
export const nextStep = <S extends TimedStep>(steps: readonly S[], at: Date): S | null =>
  steps.find(({ opensAt }) => Date.parse(opensAt) > at.getTime()) ?? null

/** The step that opens a release to an audience: its own, or where that was skipped the next wider one. */
export const stepFor = <S extends { audience: Audience }>(
  steps: readonly S[],
  audience: Audience,
): S | null => steps.find((step) => rank(step.audience) >= rank(audience)) ?? null

/** Whether an audience has a release at a time. */
export const isOpenTo = (steps: readonly TimedStep[], audience: Audience, at: Date): boolean => {
  const step = stepFor(steps, audience)
  return step !== null && Date.parse(step.opensAt) <= at.getTime()
}

/** How long supporters have a release before owners, in milliseconds; null where it opens to both at once. */
export function leadOf(steps: readonly Step[], now: Date): number | null {
  const [supporters, owners] = [steps.find(isFor('supporters')), stepFor(steps, 'owners')]
  return supporters && owners ? timeOf(owners.opensAt, now) - timeOf(supporters.opensAt, now) : null
}

const isFor =
  (audience: Audience) =>
  (step: { audience: Audience }): boolean =>
    step.audience === audience

/** Whether owners would wait longer than was sold with the supporter edition. Pure (EA3). */
export const isLongerThanSold = (steps: readonly Step[], leadDays: number, now: Date): boolean =>
  (leadOf(steps, now) ?? 0) > leadDays * DAY_MS + TOLERANCE_MS

/** Whether supporters would get a release later before owners than they paid for. Pure (EA3). */
export const isShorterThanSold = (steps: readonly Step[], leadDays: number, now: Date): boolean =>
  (leadOf(steps, now) ?? Number.POSITIVE_INFINITY) < leadDays * DAY_MS - TOLERANCE_MS

/** Whether a change of announced steps takes something from supporters: it opens later, or less long before owners. Pure (EA3). */
export function worsens(before: readonly TimedStep[], after: readonly Step[], now: Date): boolean {
  if (!before.some(isFor('supporters'))) return false
  const [was, is] = [stepFor(before, 'supporters'), stepFor(after, 'supporters')]
  const isDelayed = timeOf(is?.opensAt ?? null, now) > timeOf(was?.opensAt ?? null, now)
  return isDelayed || (leadOf(after, now) ?? 0) < (leadOf(before, now) ?? 0)
}

/** `14 days` */
export const showLead = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** The promise of a supporter edition, as its page says it. */
export const leadWords = (days: number): string => `Opens ${showLead(days)} before owners.`

/** Why a window may not differ from what was sold. */
export const soldWords = (days: number): string =>
  `This was sold as opening to supporters ${showLead(days)} before owners.`

const NAMES: Record<Audience, string> = {
  testers: 'testers',
  supporters: 'supporters',
  owners: 'owners',
  everyone: 'everyone',
}

/**
 * Who has a release, and who gets it when: `Supporters now, owners from Dec 3`; nothing once it is open to all.
 * @param showTime how its reader's place writes a time
 */
export function windowWords(
  steps: readonly TimedStep[],
  at: Date,
  showTime: (opensAt: string) => string,
): string {
  const next = steps.filter(({ opensAt }) => Date.parse(opensAt) > at.getTime())
  if (next.length === 0) return ''
  const open = openStep(steps, at)
  const parts = [
    ...(open ? [`${NAMES[open.audience]} now`] : []),
    ...next.map(({ audience, opensAt }) => `${NAMES[audience]} from ${showTime(opensAt)}`),
  ]
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
