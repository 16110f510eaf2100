/** A bundle completed by goods, and its reduction. `gameIds`: all of its games, owned ones too. */
type Saving = { gameIds: readonly string[]; savedCents: number }

/**
 * The bundles that save most together when a game counts for one of them alone. Of dozens that are entangled on purpose, which
 * would keep the store busy for seconds, it chooses ones that save much.
 */
export function chooseBundles<Bundle extends Saving>(bundles: readonly Bundle[]): Bundle[] {
  const useful = bundles.filter(({ savedCents }) => savedCents > 0)
  const rivals = useful.map(
    (one) => new Set(useful.flatMap((other, at) => (areRivals(one, other) ? at : []))),
  )
  return bestOf(useful, rivals).map((at) => useful[at] as Bundle) // places in `useful`
}

const areRivals = (one: Saving, other: Saving): boolean =>
  one !== other && one.gameIds.some((id) => other.gameIds.includes(id))

type Rivals = readonly ReadonlySet<number>[]

/** Some milliseconds. Bundles that nobody entangled on purpose need some dozens. */
const GROUPS_MAX = 300

/**
 * Tries each group with and without the bundle that has most rivals in it. Without that one a group mostly falls apart into
 * others that were decided before. Once too many were tried, it takes the bundle that saves most for each that it rules out.
 */
function bestOf(bundles: readonly Saving[], rivals: Rivals): number[] {
  const decided = new Map<string, number[]>()
  const rivalsIn = (group: readonly number[], at: number) =>
    group.reduce((count, other) => count + (rivals[at]?.has(other) ? 1 : 0), 0)
  const savedBy = (chosen: readonly number[]) =>
    chosen.reduce((sum, at) => sum + (bundles[at]?.savedCents ?? 0), 0)

  const bestAmong = (all: readonly number[]): number[] => groupsOf(all, rivals).flatMap(bestOfGroup)
  const bestOfGroup = (group: readonly number[]): number[] => {
    const key = group.join()
    const best = decided.get(key) ?? (decided.size < GROUPS_MAX ? tryBoth(group) : takeDearest(group))
    decided.set(key, best)
    return best
  }
  const tryBoth = (group: readonly number[]): number[] => {
    const most = mostBy(group, (at) => rivalsIn(group, at))
    const without = group.filter((at) => at !== most)
    if (without.length === 0) return [most]
    const withIt = [most, ...bestAmong(withoutRivals(without, most))]
    const withoutIt = bestAmong(without)
    return savedBy(withIt) >= savedBy(withoutIt) ? withIt : withoutIt
  }
  const takeDearest = (group: readonly number[]): number[] => {
    const dearest = mostBy(group, (at) => savedBy([at]) / (1 + rivalsIn(group, at)))
    const others = group.filter((at) => at !== dearest)
    return others.length === 0 ? [dearest] : [dearest, ...bestAmong(withoutRivals(others, dearest))]
  }
  const withoutRivals = (group: readonly number[], at: number) =>
    group.filter((other) => !rivals[at]?.has(other))
  return bestAmong([...bundles.keys()])
}

/** The first of those that have the most. */
const mostBy = (all: readonly number[], amount: (at: number) => number): number =>
  all.reduce((most, at) => (amount(at) > amount(most) ? at : most), all[0] ?? 0)

/** Bundles of different groups share no game; each group in the order of its bundles. */
function groupsOf(all: readonly number[], rivals: Rivals): number[][] {
  const left = new Set(all)
  return all.flatMap((first) => {
    if (!left.delete(first)) return []
    const group = [first]
    for (const member of group)
      for (const other of rivals[member] ?? []) if (left.delete(other)) group.push(other)
    return [group.sort((a, b) => a - b)]
  })
}
