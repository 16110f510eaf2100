import { SCREENSHOTS_MAX } from '@nofiller/contract/authoring/game-rules'
import { expect, it } from 'vitest'
import { aRow } from '../../../testing/games.ts'
import { DEMO, fieldOf, uploadOf } from '../files/edited-files.ts'
import { emptyDraft, type FileRow, type Screenshot } from './game-draft.ts'
import { type EditedGame, type GameFormEvent, gameFormReducer } from './game-form-reducer.ts'

const file = new File(['PK'], 'build.zip')
const sent = (id: string) =>
  aRow({ from: 'here', file, upload: { state: 'waiting' } }, { id, customPriceEnabled: true })
const stored = (id: string): FileRow => ({ ...sent(id), source: { from: 'game', fileId: id, build: null } })
const shot = (id: string): Screenshot => ({ id, alt: '', from: 'here', file })

const opened: EditedGame = { draft: { ...emptyDraft(), files: [stored('a'), sent('b')] }, problems: {} }
const after = (state: EditedGame, ...events: GameFormEvent[]) => events.reduce(gameFormReducer, state)
const wrong = (problems: Record<string, string>) => after(opened, { type: 'refused', problems })

it('A change clears the problem of its own field, or of its color, alone', () => {
  const state = wrong({ title: 'Missing.', pageBg: 'No color.', price: 'Too high.' })
  const { theme } = state.draft
  const next = after(state, { type: 'changed', changes: { title: 'Saltglass', theme } })
  expect(next.problems).toEqual({ price: 'Too high.' })
  expect(next.draft.title).toBe('Saltglass')
})

it('A refused field leaves the draft unchanged', () => {
  const state = after(opened, { type: 'field-refused', field: 'cardImage', problem: 'Too large.' })
  expect(state.draft).toBe(opened.draft)
  expect(state.problems).toEqual({ cardImage: 'Too large.' })
  const choice = { from: 'here', file } as const
  expect(after(state, { type: 'picture-chosen', field: 'cardImage', choice }).problems).toEqual({})
})

it('Screenshots are added up to the maximum, and the form says so', () => {
  const screenshots = Array.from({ length: SCREENSHOTS_MAX + 1 }, (_, at) => shot(String(at)))
  const state = after(opened, { type: 'screenshots-added', screenshots })
  expect(state.draft.screenshots).toHaveLength(SCREENSHOTS_MAX)
  expect(state.problems.screenshots).toBe(`You can only add up to ${SCREENSHOTS_MAX} screenshots.`)
})

it('Screenshots can be moved and described', () => {
  const { draft } = after(
    opened,
    { type: 'screenshots-added', screenshots: ['1', '2', '3'].map(shot) },
    { type: 'screenshot-moved', from: 0, to: 2 },
    { type: 'screenshot-described', id: '1', alt: 'A harbour' },
  )
  expect(draft.screenshots.map(({ id, alt }) => id + alt)).toEqual(['2', '3', '1A harbour'])
})

it('The price of an extra is limited with a note that stays until the next change', () => {
  const state = after(opened, { type: 'file-changed', id: 'b', changes: { customPrice: '100000' } })
  expect(Object.keys(state.problems)).toEqual(['files.1.customPrice'])
  expect(state.draft.files[1]?.customPrice).not.toBe('100000')
  const device = after(state, { type: 'file-changed', id: 'b', changes: { device: 'Linux' } })
  expect(Object.keys(device.problems)).toEqual(['files.1.customPrice'])
  expect(after(device, { type: 'file-changed', id: 'b', changes: { customPrice: '5' } }).problems).toEqual({})
})

it('The uploads of new files, new builds and the demo are known', () => {
  const upload = { state: 'complete', tempKey: 'key' } as const
  for (const id of ['a', 'b', DEMO])
    expect(uploadOf(after(opened, { type: 'upload-changed', id, file, upload }).draft, id)).toBe(upload)
  expect([fieldOf(opened.draft, 'b'), fieldOf(opened.draft, DEMO)]).toEqual(['files.1', 'demoFile'])
})

it('Taking back a new build keeps the stored file', () => {
  const upload = { state: 'waiting' } as const
  const replaced = after(wrong({ 'files.0': 'Too large.' }), {
    type: 'upload-changed',
    id: 'a',
    file,
    upload,
  })
  expect(replaced.draft.files[0]).toMatchObject({ name: 'game.zip', source: { from: 'game', fileId: 'a' } })
  const state = after(replaced, { type: 'replacement-removed', id: 'a' })
  expect(state).toEqual(opened)
})

it('Removing the first file makes the next one the game and clears old problems', () => {
  const state = after(wrong({ 'files.1.device': 'Choose.', title: 'Missing.' }), {
    type: 'file-removed',
    id: 'a',
  })
  expect(state.draft.files).toMatchObject([{ id: 'b', customPriceEnabled: false }])
  expect(state.problems).toEqual({ title: 'Missing.' })
})

it('A restored draft starts without the problems of the one before', () => {
  const draft = emptyDraft()
  expect(after(wrong({ title: 'Missing.' }), { type: 'restored', draft })).toEqual({ draft, problems: {} })
})

it('Answers on themes are added to the earlier ones and clear their problems', () => {
  const none = { level: 'none', avoidable: false, spoiler: false, note: '' } as const
  const problems = { 'contentWarnings.gore': 'Not allowed.', 'contentWarnings.hate': 'Not allowed.' }
  const state = after(
    wrong(problems),
    { type: 'themes-answered', answers: { bdsm: none } },
    { type: 'themes-answered', answers: { gore: none } },
  )
  expect(state.draft.contentWarnings).toEqual({ bdsm: none, gore: none })
  expect(state.problems).toEqual({ 'contentWarnings.hate': 'Not allowed.' })
})
