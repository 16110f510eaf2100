import { expect, it } from 'vitest'
import { type Draft, emptyDraft, type FileRow } from '../form/game-draft.ts'
import { previewGame } from './preview-game.ts'

const author = { developer: { _id: 'd', username: 'ada', displayName: null }, devName: 'ada' }
const aRow = (id: string, more: Partial<FileRow> = {}): FileRow => ({
  id,
  name: `${id}.zip`,
  sizeBytes: 4,
  source: { from: 'game', fileId: id, build: null },
  device: 'Windows',
  customPriceEnabled: false,
  customPrice: '',
  ...more,
})
const preview = (changes: Partial<Draft>) => previewGame({ ...emptyDraft(), ...changes }, author, () => null)

it('The preview of an empty form works', () => {
  expect(preview({})).toMatchObject({ title: 'Your game', price: 0, gameFiles: [], cardPicture: null })
})

it('The preview names the devices of the game and not of its extras', () => {
  const extra = aRow('art', { device: 'Other', customPriceEnabled: true, customPrice: '4' })
  const game = preview({ price: '9.99', files: [aRow('game'), extra] })
  expect(game.devices).toEqual(['Windows'])
  expect(game.gameFiles[1]).toMatchObject({ customPriceEnabled: true, customPrice: 4 })
})

it('The preview of a free game has no prices and no demo', () => {
  const game = preview({
    isFree: true,
    price: '5',
    files: [aRow('game'), aRow('art', { customPriceEnabled: true, customPrice: '4' })],
    demo: { name: 'demo.zip', sizeBytes: 1, source: { from: 'game', fileId: '', build: null } },
  })
  expect(game).toMatchObject({ isFree: true, price: 0, demoFile: null })
  expect(game.gameFiles.every((file) => !file.customPriceEnabled)).toBe(true)
})

it('The preview ignores what is not a color', () => {
  const theme = { ...emptyDraft().theme, pageBg: 'red; background: url(//evil.test)', textColor: '#010203' }
  expect(preview({ theme })).toMatchObject({ pageBg: '#f8fafc', textColor: '#010203' })
})
