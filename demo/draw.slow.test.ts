import { drawCard, drawCover, drawScreenshots, drawTitled } from '@nofiller/demo-art/draw'
import { MOTIFS } from '@nofiller/demo-art/motifs'
import { expect, test } from 'vitest'
import { games } from './catalog.ts'

const sizes = [
  [1000, 700],
  [1600, 900],
] as const

test.each(games)('the title of $title is whole and leaves the lower tenth free', (game) => {
  for (const [w, h] of sizes) {
    const { box } = drawTitled(game, w, h)
    expect(box.left).toBeGreaterThan(w * 0.03)
    expect(box.right).toBeLessThan(w * 0.97)
    expect(box.top).toBeGreaterThan(h * 0.05)
    expect(box.bottom).toBeLessThanOrEqual(h * 0.9)
    expect((box.bottom - box.top) / h).toBeGreaterThan(0.07)
  }
})

test('the same game is the same drawing', () => {
  for (const game of games.slice(0, 12)) {
    expect(drawCard(game)).toBe(drawCard(game))
    expect(drawCover(game)).toBe(drawCover(game))
    expect(drawScreenshots(game)).toEqual(drawScreenshots(game))
  }
})

test('every game has three to five screenshots, none drawn with a missing number', () => {
  for (const game of games) {
    const shots = drawScreenshots(game)
    expect(shots.length).toBeGreaterThanOrEqual(3)
    expect(shots.length).toBeLessThanOrEqual(5)
    expect([drawCover(game), ...shots].filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([])
  }
})

test('no two games share a motif and its colors', () => {
  const looks = games.map(({ art }) => `${art.motif} ${art.palette}`)
  expect(looks.filter((look, at) => looks.indexOf(look) !== at)).toEqual([])
  const shown = new Set(games.flatMap(({ art }) => [art.motif, ...art.scenes]))
  expect(Object.keys(MOTIFS).filter((name) => !shown.has(name as keyof typeof MOTIFS))).toEqual([])
})
