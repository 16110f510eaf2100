import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildDemo, buildFile } from './build.ts'
import { games } from './catalog.ts'

const [game] = games
if (!game) throw new Error('The demo store has no games')
const built = () => game.files.map((file) => buildFile(game, file))

test('A demo file is an archive with a text about the game and its data', () => {
  const [file] = built()
  const entries = Object.entries(unzipSync(file?.bytes ?? new Uint8Array()))
  expect(entries.map(([name]) => name)).toEqual([
    'saltglass-1.6-windows/README.txt',
    'saltglass-1.6-windows/saltglass.dat',
  ])
  expect(strFromU8(entries[0]?.[1] ?? new Uint8Array())).toContain('The last glassblower on Hallan Island')
})

test('The same demo file always has the same bytes, and no other file has them', () => {
  expect(built()).toEqual(built())
  const sizes = [...built(), buildDemo(game)].map(({ bytes }) => bytes.length)
  expect(new Set(sizes).size).toBe(sizes.length)
})

test('Every demo file has 80 to 701 kB, so that no size shows as 0.0 MB', () => {
  const sizes = games.flatMap((each) => each.files.map((file) => buildFile(each, file).bytes.length))
  expect(Math.min(...sizes)).toBeGreaterThan(80_000)
  expect(Math.max(...sizes)).toBeLessThan(701_500)
})
