import { afterEach, describe, expect, it, vi } from 'vitest'
import { guessDevice, pictureProblem, sortOut } from './chosen-file.ts'

const aFile = (name: string, text = 'x') => new File([text], name)

describe('files chosen for a game', () => {
  it('are all taken while there is room', () => {
    const files = [aFile('a.zip'), aFile('b.apk'), aFile('c.PNG')]
    expect(sortOut(files, 25)).toEqual({ taken: files, problem: null })
  })

  it('that do not fit are named', () => {
    const [a, b, c] = [aFile('a.zip'), aFile('b.zip'), aFile('c.zip')]
    expect(sortOut([a, b, c], 1)).toEqual({
      taken: [a],
      problem: 'You can only add up to 25 files. Left out: b.zip, c.zip.',
    })
  })

  it('of another kind are named, and the others are taken', () => {
    const [game, notes] = [aFile('game.zip'), aFile('notes.txt')]
    expect(sortOut([game, notes], 25)).toEqual({
      taken: [game],
      problem: 'notes.txt cannot be uploaded. Only .zip, .apk, .rar and image files are allowed.',
    })
  })

  it('that are empty are named', () => {
    expect(sortOut([aFile('empty.zip', '')], 25).problem).toBe('empty.zip is empty.')
  })
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
])('of %s the device is guessed as "%s"', (name, device) => {
  expect(guessDevice(name)).toBe(device)
})

describe('a picture', () => {
  afterEach(() => vi.unstubAllGlobals())
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

  it('of up to 40 megapixels that can be drawn is taken', async () => {
    drawn(8_000, 5_000)
    expect(await pictureProblem(aFile('a.png'))).toBeNull()
  })

  it('of more is refused', async () => {
    drawn(8_001, 5_000)
    expect(await pictureProblem(aFile('a.png'))).toBe('Images can be up to 40 megapixels.')
  })

  it('that is wider than the store draws is refused', async () => {
    drawn(12_001, 100)
    expect(await pictureProblem(aFile('a.png'))).toBe('Images can be up to 12,000 pixels wide or high.')
  })

  it('that cannot be drawn is none', async () => {
    drawn(0, 0)
    expect(await pictureProblem(aFile('a.png'))).toBe('Only image files are allowed.')
  })

  it('of more than 10 MB is refused before it is drawn', async () => {
    const large = Object.defineProperty(aFile('a.png'), 'size', { value: 10_485_761 })
    expect(await pictureProblem(large)).toBe('Images can be up to 10.0 MB.')
  })
})
