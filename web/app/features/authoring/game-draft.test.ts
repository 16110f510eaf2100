import { describe, expect, it } from 'vitest'
import { clampPrice, type Draft, emptyDraft, type FileRow, problemsOf, uploadsRunning } from './game-draft.ts'
import { gameFormData } from './game-form-data.ts'
import { contrastsOf } from './theme-fields.tsx'
import type { Upload } from './upload.ts'

const picture = { url: '/uploads/a.webp', width: 1, height: 1, blur: '' }
const aFile = (upload: Upload, more: Partial<FileRow> = {}): FileRow => ({
  id: 'row',
  name: 'game.zip',
  sizeBytes: 4,
  source: { from: 'here', file: new File(['PK'], 'game.zip'), upload },
  device: 'Windows',
  customPriceEnabled: false,
  customPrice: '',
  ...more,
})
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

describe('the game form', () => {
  it('names every missing field of an empty form', () => {
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

  it('waits for uploads, the demo among them', () => {
    const uploading: Upload = { state: 'uploading', sentBytes: 1, totalBytes: 4 }
    const demo = { name: 'demo.zip', sizeBytes: 4, source: aFile(uploading).source }
    const draft = aDraft({ files: [aFile(uploading), aFile({ state: 'error', message: 'x' })], demo })
    expect(uploadsRunning(draft)).toBe(2)
    expect(problemsOf(draft)).toEqual({
      'files.0': 'Upload a file and wait for it to finish',
      'files.1': 'Upload a file and wait for it to finish',
      demoFile: 'Upload a file and wait for it to finish',
    })
  })

  it('stops a price at the highest', () => {
    expect(clampPrice('1000.01')).toEqual({ text: '1000', problem: 'Price cannot exceed $1000' })
    expect(clampPrice('999')).toEqual({ text: '999', problem: null })
  })

  it('sends each file with its temp key or its id, and prices in dollars', () => {
    const extra = aFile(complete, {
      source: { from: 'game', fileId: 'f1' },
      device: 'Other',
      customPriceEnabled: true,
      customPrice: '4',
    })
    const form = gameFormData(aDraft({ files: [aFile(complete), extra] }), 'published')
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

  it('sends only new pictures, keeps the others, and says which are gone', () => {
    const form = gameFormData(
      aDraft({
        screenshots: [
          { id: 'a', from: 'store', picture },
          { id: 'b', from: 'here', file: new File(['x'], 'b.png') },
        ],
      }),
      'draft',
    )
    expect(form.has('cardImage')).toBe(false)
    expect(form.get('coverImage')).toBeInstanceOf(File)
    expect(form.get('removePageBgImage')).toBe('true')
    expect(form.getAll('keepScreenshots')).toEqual(['/uploads/a.webp'])
    expect(form.getAll('screenshots')).toHaveLength(1)
    expect(gameFormData(aDraft(), 'draft').getAll('keepScreenshots')).toEqual([''])
  })

  it('takes prices of single files and the demo from a free game', () => {
    const row = aFile(complete, { customPriceEnabled: true, customPrice: '4' })
    const demo = { name: 'demo.zip', sizeBytes: 4, source: row.source }
    const form = gameFormData(aDraft({ isFree: true, files: [aFile(complete), row], demo }), 'draft')
    expect(form.get('price')).toBe('0')
    expect(form.get('removeDemo')).toBe('true')
    expect(form.has('demoTempKey')).toBe(false)
    expect(String(form.get('gameFilesTempJson'))).not.toContain('"customPriceEnabled":true')
  })

  it('knows that white on the default demo button is hard to read', () => {
    const hard = contrastsOf(emptyDraft().theme).filter(({ ratio }) => ratio < 4.5)
    expect(hard.map(({ name }) => name)).toEqual(['Button text on demo button'])
  })
})
