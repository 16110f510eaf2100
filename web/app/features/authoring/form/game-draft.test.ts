import { expect, it } from 'vitest'
import { aRow } from '../../../testing/games.ts'
import type { Upload } from '../files/upload.ts'
import {
  clampPrice,
  type Draft,
  emptyDraft,
  type FileRow,
  failureOf,
  problemsOf,
  tempKeysOf,
  uploadsRunning,
} from './game-draft.ts'
import { gameFormData } from './game-form-data.ts'

const picture = { url: '/uploads/a.webp', width: 1, height: 1, blur: '', widths: [], alt: '' }
const aFile = (upload: Upload, more: Partial<FileRow> = {}) =>
  aRow({ from: 'here', file: new File(['PK'], 'game.zip'), upload }, more)
const complete: Upload = { state: 'complete', tempKey: 'key' }

const aDraft = (changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(),
  title: 'Saltglass',
  description: '<p>Hello</p>',
  projectType: 'Game',
  stage: 'Released',
  category: 'SFW',
  tags: ['horror'],
  price: '9.99',
  pictures: {
    ...emptyDraft().pictures,
    cardImage: { from: 'store', picture },
    coverImage: { from: 'here', file: new File(['x'], 'cover.png', { type: 'image/png' }) },
  },
  files: [aFile(complete)],
  ...changes,
})

it('A form lists the uploads that the store expects, without stored files', () => {
  const build = { from: 'here', file: new File(['PK'], 'b.zip'), name: 'b.zip', sizeBytes: 2 } as const
  const paused: Upload = { state: 'paused', sentBytes: 1, totalBytes: 2, tempKey: 'k2' }
  const files = [
    aFile({ state: 'complete', tempKey: 'k1' }),
    aFile(complete, {
      source: { from: 'game', fileId: 'f', build: null, replacement: { ...build, upload: paused } },
    }),
    aFile(complete, { source: { from: 'game', fileId: 'g', build: null } }),
    aFile({ state: 'waiting' }),
  ]
  expect(tempKeysOf(aDraft({ files }))).toEqual(['k1', 'k2'])
})

it('An empty form names every missing field', () => {
  expect(Object.keys(problemsOf(emptyDraft()))).toEqual([
    'title',
    'description',
    'projectType',
    'stage',
    'cardImage',
    'coverImage',
    'category',
    'tags',
    'price',
    'files',
  ])
  expect(problemsOf(aDraft())).toEqual({})
})

it('A form waits for all uploads, including the demo', () => {
  const uploading: Upload = { state: 'uploading', sentBytes: 1, totalBytes: 4, bytesPerSecond: null }
  const demo = { name: 'demo.zip', sizeBytes: 4, source: aFile(uploading).source }
  const draft = aDraft({ files: [aFile(uploading), aFile({ state: 'error', message: 'x' })], demo })
  expect(uploadsRunning(draft)).toBe(2)
  expect(problemsOf(draft)).toEqual({
    'files.0': 'Upload a file and wait for it to finish',
    'files.1': 'Upload a file and wait for it to finish',
    demoFile: 'Upload a file and wait for it to finish',
  })
})

it('A form names the files that did not arrive', () => {
  const failed: Upload = { state: 'error', message: 'The disk is full' }
  const build = { from: 'here', file: new File(['PK'], 'b.zip'), name: 'b.zip', sizeBytes: 2 } as const
  const files = [
    aFile(complete),
    aFile(failed, { name: 'a.zip' }),
    aFile(complete, {
      name: 'old.zip',
      source: { from: 'game', fileId: 'f', build: null, replacement: { ...build, upload: failed } },
    }),
  ]
  const demo = { name: 'demo.zip', sizeBytes: 4, source: aFile(failed).source }
  expect(failureOf(aDraft())).toBeNull()
  expect(failureOf(aDraft({ demo }))).toBe('demo.zip could not be uploaded. Retry it or remove it.')
  expect(failureOf(aDraft({ demo, isFree: true }))).toBeNull()
  expect(failureOf(aDraft({ files }))).toBe('a.zip and b.zip could not be uploaded. Retry or remove them.')
  expect(failureOf(aDraft({ files, demo }))).toBe(
    'a.zip and 2 other files could not be uploaded. Retry or remove them.',
  )
})

it('A form refuses a price above the maximum', () => {
  expect(clampPrice('1000.01')).toEqual({ text: '1000', problem: 'Price cannot exceed $1000' })
  expect(clampPrice('999')).toEqual({ text: '999', problem: null })
})

it('A form sends each file with its temporary key or its id, and prices in dollars', () => {
  const extra = aFile(complete, {
    source: { from: 'game', fileId: 'f1', build: null },
    device: 'Other',
    customPriceEnabled: true,
    customPrice: '4',
  })
  const form = gameFormData(aDraft({ files: [aFile(complete), extra] }), 'published', null)
  expect(JSON.parse(String(form.get('gameFilesTempJson')))).toEqual([
    {
      tempKey: 'key',
      filename: 'game.zip',
      size: 4,
      device: 'Windows',
      customPriceEnabled: false,
      customPrice: null,
    },
    { _id: 'f1', device: 'Other', customPriceEnabled: true, customPrice: 4 },
  ])
  expect(form.get('status')).toBe('published')
})

it('A form sends new pictures alone, with the order of all and the removed ones', () => {
  const form = gameFormData(
    aDraft({
      screenshots: [
        { id: 'b', alt: 'A bridge', from: 'here', file: new File(['x'], 'b.png') },
        { id: 'a', alt: '', from: 'store', picture },
      ],
    }),
    'draft',
    null,
  )
  expect(form.has('cardImage')).toBe(false)
  expect(form.get('coverImage')).toBeInstanceOf(File)
  expect(form.get('removePageBgImage')).toBe('true')
  expect(form.getAll('screenshots')).toHaveLength(1)
  expect(JSON.parse(String(form.get('screenshotsJson')))).toEqual([
    { part: 0, alt: 'A bridge' },
    { url: '/uploads/a.webp', alt: '' },
  ])
  expect(gameFormData(aDraft(), 'draft', null).get('screenshotsJson')).toBe('[]')
})

it('A new build is sent under the id of the file that it replaces', () => {
  const replacement = { name: 'game-2.zip', sizeBytes: 9, from: 'before', upload: complete } as const
  const row = aFile(complete, { source: { from: 'game', fileId: 'f1', build: null, replacement } })
  const form = gameFormData(aDraft({ files: [row] }), 'published', null)
  expect(JSON.parse(String(form.get('gameFilesTempJson')))).toEqual([
    {
      _id: 'f1',
      tempKey: 'key',
      filename: 'game-2.zip',
      size: 9,
      device: 'Windows',
      customPriceEnabled: false,
      customPrice: null,
    },
  ])
})

it('A form sends the version that was edited, unless it is saved anyway', () => {
  const form = gameFormData(aDraft(), 'draft', '2026-11-21T10:00:00.000Z')
  expect(form.get('basedOn')).toBe('2026-11-21T10:00:00.000Z')
  expect(gameFormData(aDraft(), 'draft', null).has('basedOn')).toBe(false)
})

it('A free game has no prices for single files and no demo', () => {
  const row = aFile(complete, { customPriceEnabled: true, customPrice: '4' })
  const demo = { name: 'demo.zip', sizeBytes: 4, source: row.source }
  const form = gameFormData(aDraft({ isFree: true, files: [aFile(complete), row], demo }), 'draft', null)
  expect(form.get('price')).toBe('0')
  expect(form.get('removeDemo')).toBe('true')
  expect(form.has('demoTempKey')).toBe(false)
  expect(String(form.get('gameFilesTempJson'))).not.toContain('"customPriceEnabled":true')
})
