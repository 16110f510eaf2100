import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ReleaseSaves, savePath } from './save-path.ts'

const release = (id: string, change: Partial<ReleaseSaves> = {}): ReleaseSaves => ({
  id,
  saves: 'unknown',
  savesFrom: null,
  sameAs: null,
  isFetchable: true,
  ...change,
})
const from = (id: string, savesFrom: string, change: Partial<ReleaseSaves> = {}) =>
  release(id, { saves: 'from', savesFrom, ...change })

it('VE6 A save works when the newest release loads it', () => {
  expect(savePath([release('0.3'), release('0.4', { saves: 'all' })], '0.3')).toEqual({ kind: 'works' })
  expect(savePath([release('0.3'), from('0.4', '0.3')], '0.3')).toEqual({ kind: 'works' })
  expect(savePath([release('0.3')], '0.3')).toEqual({ kind: 'works' })
})

it('VE6 A save that needs steps names the releases to go through', () => {
  const releases = [release('0.3'), from('0.4', '0.3'), from('0.5', '0.4'), from('0.6', '0.5')]
  expect(savePath(releases, '0.3')).toEqual({ kind: 'steps', steps: ['0.4', '0.5', '0.6'] })
  expect(savePath(releases, '0.4')).toEqual({ kind: 'steps', steps: ['0.5', '0.6'] })
})

it('VE6 A save never goes through a release that cannot be downloaded', () => {
  const gone = from('0.4', '0.3', { isFetchable: false })
  expect(savePath([release('0.3'), gone, from('0.5', '0.4')], '0.3')).toEqual({ kind: 'none' })
})

it('VE6 A path that nobody stated is called unknown', () => {
  expect(savePath([release('0.3'), release('0.4')], '0.3')).toEqual({ kind: 'unknown' })
  expect(savePath([release('0.3'), release('0.4'), from('0.5', '0.4')], '0.3')).toEqual({ kind: 'unknown' })
  expect(savePath([release('0.3'), release('0.4', { saves: 'all' })], '0.2')).toEqual({ kind: 'unknown' })
  expect(savePath([release('0.3'), release('0.4', { saves: 'none' })], '0.3')).toEqual({ kind: 'none' })
})

it('VE6 A rollback loads the saves of the release that it brought back', () => {
  const back = release('0.4-2', { sameAs: '0.4', saves: 'all' })
  const releases = [release('0.3'), release('0.4', { saves: 'all' }), release('0.5', { saves: 'all' }), back]
  expect(savePath(releases, '0.3')).toEqual({ kind: 'works' })
  expect(savePath(releases, '0.4')).toEqual({ kind: 'works' })
  expect(savePath(releases, '0.5')).toEqual({ kind: 'unknown' })
  expect(savePath([...releases, from('0.6', '0.5')], '0.4-2')).toEqual({ kind: 'none' })
})

const anyReleases = fc
  .array(
    fc.record({
      saves: fc.constantFrom('all', 'from', 'none', 'unknown'),
      back: fc.nat({ max: 5 }),
      isFetchable: fc.boolean(),
    }),
    { minLength: 2, maxLength: 9 },
  )
  .map((parts) =>
    parts.map(({ saves, back, isFetchable }, place): ReleaseSaves => {
      const savesFrom = saves === 'from' ? String(Math.max(0, place - 1 - back)) : null
      return release(String(place), { saves, savesFrom, isFetchable })
    }),
  )

const isLoaded = (next: number, at: number, releases: readonly ReleaseSaves[]): boolean => {
  const { saves, savesFrom } = releases[next] as ReleaseSaves
  return saves === 'all' || (saves === 'from' && at >= Number(savesFrom))
}

/** The length of the shortest way, by trying all. */
function shortest(releases: readonly ReleaseSaves[], at: number): number {
  const last = releases.length - 1
  if (at === last) return 0
  let best = Infinity
  for (let next = at + 1; next <= last; next += 1)
    if ((next === last || releases[next]?.isFetchable) && isLoaded(next, at, releases))
      best = Math.min(best, 1 + shortest(releases, next))
  return best
}

it('VE6 A save gets the shortest path, and each of its steps is valid and can be downloaded', () => {
  fc.assert(
    fc.property(anyReleases, (releases) => {
      const last = releases.length - 1
      const length = shortest(releases, 0)
      const path = savePath(releases, '0')
      if (path.kind === 'works') expect(length).toBeLessThanOrEqual(1)
      else if (path.kind === 'steps') {
        const places = [0, ...path.steps.map(Number)]
        expect(places.at(-1)).toBe(last)
        expect(path.steps.length).toBe(length)
        for (const [step, place] of places.slice(1).entries()) {
          expect(isLoaded(place, places[step] as number, releases)).toBe(true)
          expect(place === last || releases[place]?.isFetchable).toBe(true)
        }
      } else expect(length).toBe(Infinity)
    }),
  )
})

it('VE6 Each of many releases is read a few times, however long the way', () => {
  let reads = 0
  const counted = <Release extends object>(one: Release) =>
    new Proxy(one, {
      get(of, name, receiver) {
        reads += 1
        return Reflect.get(of, name, receiver)
      },
    })
  const chain = Array.from({ length: 500 }, (_, place) => from(String(place), String(place - 1)))
  const path = savePath(chain.map(counted), '0')
  expect(path).toMatchObject({ kind: 'steps', steps: { length: 499 } })
  expect(reads).toBeLessThan(500 * 12)
})
