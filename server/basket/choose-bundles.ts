/** A bundle that goods make whole, and what they cost less by it. `gameIds`: all of its games, owned ones too. */
type Saving = { gameIds: readonly string[]; savedCents: number }

/** The bundles that save most together when a game counts for one of them alone. */
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

/**
 * Tries each group with and without the bundle that has most rivals in it. Without that one a group mostly falls apart into
 * others that were decided before, so the 50 bundles that a developer may sell take milliseconds.
 */
function bestOf(bundles: readonly Saving[], rivals: Rivals): number[] {
  const decided = new Map<string, number[]>()
  const rivalsOf = (at: number, group: readonly number[]) => group.filter((other) => rivals[at]?.has(other))
  const savedBy = (chosen: readonly number[]) =>
    chosen.reduce((sum, at) => sum + (bundles[at]?.savedCents ?? 0), 0)

  const bestAmong = (all: readonly number[]): number[] => groupsOf(all, rivals).flatMap(bestOfGroup)
  const bestOfGroup = (group: readonly number[]): number[] => {
    const key = group.join()
    const best = decided.get(key) ?? tryBoth(group)
    decided.set(key, best)
    return best
  }
  const tryBoth = (group: readonly number[]): number[] => {
    const [most = 0] = group.toSorted((a, b) => rivalsOf(b, group).length - rivalsOf(a, group).length)
    const without = group.filter((at) => at !== most)
    if (without.length === 0) return [most]
    const withIt = [most, ...bestAmong(without.filter((at) => !rivals[most]?.has(at)))]
    const withoutIt = bestAmong(without)
    return savedBy(withIt) >= savedBy(withoutIt) ? withIt : withoutIt
  }
  return bestAmong([...bundles.keys()])
}

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
