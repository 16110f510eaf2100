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
  const origins = originsOf(releases, places)
  const way = (loaded: LoadedSaves) =>
    shortestWay(
      releases,
      start,
      origins,
      origins.map((origin) => loaded(releases[origin] as ReleaseSaves, origin, places)),
    )
  const steps = way(saidOf)
  if (steps) return steps.length > 1 ? { kind: 'steps', steps } : { kind: 'works' }
  return { kind: way(possibleOf) ? 'unknown' : 'none' }
}

/** For each release the place of the one whose saves it has: a rollback has those of the release that it brought back. */
function originsOf(releases: readonly ReleaseSaves[], places: ReadonlyMap<string, number>): number[] {
  const origins: number[] = []
  for (const [place, { sameAs }] of releases.entries())
    origins.push(origins[places.get(sameAs ?? '') ?? place] ?? place)
  return origins
}

/** The oldest and the newest origin whose saves a release loads, by place. */
type Loaded = { oldest: number; newest: number }
type LoadedSaves = (release: ReleaseSaves, origin: number, places: ReadonlyMap<string, number>) => Loaded

/** What a release says that it loads; its own saves in any case. */
const saidOf: LoadedSaves = ({ saves, savesFrom }, origin, places) => {
  const since = saves === 'from' ? places.get(savesFrom ?? '') : undefined
  return { oldest: saves === 'all' ? 0 : Math.min(since ?? origin, origin), newest: origin }
}

/** What it may load: also what nobody said, and what is newer than the release that a rollback went back to. */
const possibleOf: LoadedSaves = ({ saves, savesFrom }, origin, places) => {
  const since = saves === 'from' ? places.get(savesFrom ?? '') : undefined
  return { oldest: saves === 'none' ? origin : Math.min(since ?? 0, origin), newest: Infinity }
}

/** The releases after `start` up to the last, each reached from the one before; null where there is no such way. */
function shortestWay(
  releases: readonly ReleaseSaves[],
  start: number,
  origins: readonly number[],
  loaded: readonly Loaded[],
): string[] | null {
  const last = releases.length - 1
  const before: number[] = releases.map(({ isFetchable }, place) =>
    isFetchable || place === last ? UNREACHED : CLOSED,
  )
  before[start] = start
  const reached = [start]
  for (const at of reached) {
    if (at === last) return wayBack(releases, before, last)
    const origin = origins[at] ?? at
    for (let next = last; next > at; next -= 1) {
      const range = loaded[next]
      if (before[next] !== UNREACHED || !range || origin < range.oldest || origin > range.newest) continue
      before[next] = at
      reached.push(next)
    }
  }
  return null
}

const UNREACHED = -1
/** Of a release that cannot be fetched. */
const CLOSED = -2

function wayBack(releases: readonly ReleaseSaves[], before: readonly number[], last: number): string[] {
  const way: string[] = []
  for (let at = last; before[at] !== at; at = before[at] ?? at) way.unshift((releases[at] as ReleaseSaves).id)
  return way
}
