import { afterEach, expect, it, vi } from 'vitest'
import { guessDevice, pictureProblem, sortOut } from './chosen-file.ts'

afterEach(() => vi.unstubAllGlobals())

const aFile = (name: string, text = 'x') => new File([text], name)

it('All chosen files are added while there is room', () => {
  const files = [aFile('a.zip'), aFile('b.apk'), aFile('c.PNG')]
  expect(sortOut(files, 25)).toEqual({ taken: files, problem: null })
})

it('Chosen files that do not fit are named', () => {
  const [a, b, c] = [aFile('a.zip'), aFile('b.zip'), aFile('c.zip')]
  expect(sortOut([a, b, c], 1)).toEqual({
    taken: [a],
    problem: 'You can only add up to 25 files. Left out: b.zip, c.zip.',
  })
})

it('Chosen files of another kind are named, and the others are added', () => {
  const [game, notes] = [aFile('game.zip'), aFile('notes.txt')]
  expect(sortOut([game, notes], 25)).toEqual({
    taken: [game],
    problem: 'notes.txt cannot be uploaded. Only .zip, .apk, .rar and image files are allowed.',
  })
})

it('Empty files are named', () => {
  expect(sortOut([aFile('empty.zip', '')], 25).problem).toBe('empty.zip is empty.')
})

it.each([
  ['velvet-orbit-1.4-win.zip', 'Windows'],
  ['VelvetOrbit_Win64.rar', 'Windows'],
  ['game-macOS.zip', 'Mac'],
  ['game.linux.zip', 'Linux'],
  ['game.apk', 'Android'],
  ['game-win-mac.zip', ''],
  ['soundtrack.zip', ''],
  ['winter.zip', ''],
])('The device of %s is guessed as “%s”', (name, device) => {
  expect(guessDevice(name)).toBe(device)
})

/** A browser that shows every picture in this size; without a size it shows none. */
const drawn = (naturalWidth: number, naturalHeight: number) =>
  vi.stubGlobal(
    'Image',
    class {
      onload = () => {}
      onerror = () => {}
      naturalWidth = naturalWidth
      naturalHeight = naturalHeight
      set src(_url: string) {
        queueMicrotask(() => (naturalWidth > 0 ? this.onload() : this.onerror()))
      }
    },
  )

it.each([
  ['of 40 megapixels is accepted', 8_000, 5_000, null],
  ['of more than 40 megapixels is refused', 8_001, 5_000, 'Images can be up to 40 megapixels.'],
  ['that is too wide is refused', 12_001, 100, 'Images can be up to 12,000 pixels wide or high.'],
  ['that cannot be drawn is refused', 0, 0, 'Only image files are allowed.'],
])('A picture %s', async (_, width, height, problem) => {
  drawn(width, height)
  expect(await pictureProblem(aFile('a.png'))).toBe(problem)
})

it('A picture of more than 10 MB is refused without being drawn', async () => {
  const large = Object.defineProperty(aFile('a.png'), 'size', { value: 10_485_761 })
  expect(await pictureProblem(large)).toBe('Images can be up to 10.0 MB.')
})
