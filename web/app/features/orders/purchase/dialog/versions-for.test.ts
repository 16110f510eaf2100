import { expect, it } from 'vitest'
import { aFile, aGame } from '../../../../testing/games.ts'
import { extrasOf, linesOf } from '../buying.ts'
import { NOTHING } from '../ownership.ts'
import { makesSupporter, versionsFor } from './versions-for.ts'

const SUPPORTERS_AT = '2026-11-25T18:00:00.000Z'
const OWNERS_AT = '2026-12-03T18:00:00.000Z'
const release = { label: '0.5', releasedAt: '2026-11-20T18:00:00.000Z' } as never // only its label is read
const game = aGame({
  release,
  coming: [
    {
      label: '0.6',
      steps: [
        { audience: 'supporters', opensAt: SUPPORTERS_AT },
        { audience: 'owners', opensAt: OWNERS_AT },
      ],
      files: [],
      news: null,
    },
  ],
  supporters: { fileId: 'lamp.zip', minPaid: 20, leadDays: 8 },
  gameFiles: [aFile('dusk.zip'), aFile('lamp.zip', { customPriceEnabled: true, customPrice: 6 })],
})
const at = (iso: string, ms: number) => new Date(Date.parse(iso) + ms)

it('EA5 names the version that a buyer gets now, a second before and after each step', () => {
  const labels = (isSupporter: boolean, time: Date) => {
    const { now, next } = versionsFor(game, isSupporter, time)
    return [now, next?.label]
  }
  expect(labels(true, at(SUPPORTERS_AT, -1_000))).toEqual(['0.5', '0.6'])
  expect(labels(true, at(SUPPORTERS_AT, 1_000))).toEqual(['0.6', undefined])
  expect(labels(false, at(SUPPORTERS_AT, 1_000))).toEqual(['0.5', '0.6'])
  expect(versionsFor(game, false, at(OWNERS_AT, -1_000)).next).toEqual({ label: '0.6', opensAt: OWNERS_AT })
  expect(labels(false, at(OWNERS_AT, 1_000))).toEqual(['0.6', undefined])
})

it('EA2 knows which purchase makes a supporter', () => {
  const base = linesOf(game, { mode: 'base' })
  const extra = linesOf(game, extrasOf(game, ['lamp.zip']))
  const owner = { ...NOTHING, base: true }
  expect(makesSupporter(game, base, NOTHING)).toBe(false)
  expect(makesSupporter(game, [...base, ...extra], NOTHING)).toBe(true)
  expect(makesSupporter(game, extra, NOTHING)).toBe(false)
  expect(makesSupporter(game, extra, owner)).toBe(true)
  expect(makesSupporter(game, base, { ...NOTHING, extraIds: ['lamp.zip'] })).toBe(true)
  const paying = (price: number) => base.map((line) => ({ ...line, price }))
  expect(makesSupporter(game, paying(19.99), NOTHING)).toBe(false)
  expect(makesSupporter(game, paying(20), NOTHING)).toBe(true)
  expect(makesSupporter({ ...game, supporters: null }, paying(20), NOTHING)).toBe(false)
})
