import type { SavesKind } from './release-rules.ts'

/** What the store knows of the saves of one release. */
export type ReleaseSaves = {
  id: string
  saves: SavesKind
  /** The oldest release whose saves it loads, for `from`. */
  savesFrom: string | null
  /** The release whose builds a rollback brought back. */
  sameAs: string | null
  /** Whether the reader can fetch it. */
  isFetchable: boolean
}

/** What becomes of a version's saves on the way to the newest release. */
export const SAVE_PATH_KINDS = ['works', 'steps', 'none', 'unknown'] as const
export type SavePathKind = (typeof SAVE_PATH_KINDS)[number]

/**
 * `steps` are the releases to open the save in, one after the other; the newest is the last. `unknown` when a developer has
 * not said what a possible way depends on.
 */
export type SavePath =
  | { kind: 'works' }
  | { kind: 'steps'; steps: string[] }
  | { kind: 'none' }
  | { kind: 'unknown' }

/** A save path with the labels of its steps, of which only `steps` has any. */
export type LabeledPath = { kind: SavePathKind; steps: string[] }

/**
 * The way from a version's saves to the last of some releases: the shortest over releases that can be fetched (VE6).
 * @param releases of one game, the oldest first; the last is the one to reach
 * @param mine the reader's release; of one that is not among them nothing is known
 */
export function savePath(releases: readonly ReleaseSaves[], mine: string): SavePath {
  const places = new Map(releases.map(({ id }, place) => [id, place]))
  const start = places.get(mine)
  if (start === undefined) return { kind: 'unknown' }
  const loads = loadsOf(releases, places)
  const steps = shortestWay(releases, start, (next, at) => loads(next, at) === 'yes')
  if (steps) return steps.length > 1 ? { kind: 'steps', steps } : { kind: 'works' }
  const maybe = shortestWay(releases, start, (next, at) => loads(next, at) !== 'no')
  return { kind: maybe ? 'unknown' : 'none' }
}

/** Whether one release loads the saves of another. A rollback has the saves of the release that it brought back. */
function loadsOf(releases: readonly ReleaseSaves[], places: ReadonlyMap<string, number>) {
  const origins: number[] = []
  for (const [place, { sameAs }] of releases.entries())
    origins.push(origins[places.get(sameAs ?? '') ?? place] ?? place)
  const oldest = releases.map(({ savesFrom }) => places.get(savesFrom ?? ''))
  return (next: number, at: number): 'yes' | 'no' | 'unknown' => {
    const [origin = next, from = at] = [origins[next], origins[at]]
    if (from === origin) return 'yes'
    if (from > origin) return 'unknown' // a rollback went back behind it
    const kind = releases[origin]?.saves
    if (kind === 'all') return 'yes'
    if (kind === 'none') return 'no'
    const since = oldest[origin]
    if (kind !== 'from' || since === undefined) return 'unknown'
    return from >= since ? 'yes' : 'no'
  }
}

/** The releases after `start` up to the last, each reached from the one before; null where there is no such way. */
function shortestWay(
  releases: readonly ReleaseSaves[],
  start: number,
  isStep: (next: number, at: number) => boolean,
): string[] | null {
  const last = releases.length - 1
  const before = new Map([[start, -1]])
  for (const at of before.keys()) {
    if (at === last) return wayBack(releases, before, last)
    for (let next = last; next > at; next -= 1)
      if (!before.has(next) && (next === last || releases[next]?.isFetchable) && isStep(next, at))
        before.set(next, at)
  }
  return null
}

function wayBack(
  releases: readonly ReleaseSaves[],
  before: ReadonlyMap<number, number>,
  last: number,
): string[] {
  const way: string[] = []
  for (let at = last; (before.get(at) ?? -1) >= 0; at = before.get(at) as number)
    way.unshift((releases[at] as ReleaseSaves).id)
  return way
}
