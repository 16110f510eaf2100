import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../testing/store.ts'
import { onTime } from './on-time.ts'

/** Something that is due until it ran often enough, and tells of each change of the catalog by itself. */
function scheduled(runs: number) {
  let changed = () => {}
  const seen = { running: 0, atOnce: 0, runs: 0, looks: 0 }
  const stop = onTime({
    next: async () => {
      seen.looks += 1
      return seen.runs < runs ? { inMs: 0 } : null
    },
    run: async () => {
      seen.running += 1
      seen.atOnce = Math.max(seen.atOnce, seen.running)
      for (let nth = 0; nth < 20; nth += 1) {
        changed()
        await new Promise(setImmediate)
        await new Promise((resolve) => setTimeout(resolve))
      }
      seen.running -= 1
      seen.runs += 1
      return true
    },
    catalogChanged: {
      onChange: (hear: (subject: string | null) => void) => {
        changed = () => hear(null)
      },
    },
    onError: (error) => {
      throw error
    },
  })
  onTestFinished(stop)
  return { seen, change: () => changed() }
}

it('What is due runs once at a time, however often the catalog changes meanwhile', async () => {
  const { seen } = scheduled(3)
  await eventually(() => seen.runs === 3)
  expect(seen.atOnce).toBe(1)
})

it('A change during a run is looked at right after it', async () => {
  const { seen } = scheduled(1)
  await eventually(() => seen.runs === 1 && seen.looks >= 2)
})

it('A change is looked at although nothing was planned for long', async () => {
  const { seen, change } = scheduled(0)
  await eventually(() => seen.looks === 1)
  change()
  await eventually(() => seen.looks === 2)
})
