import { FileEntries, FileEntry } from '@nofiller/contract/authoring/authoring'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Upload } from '../uploads/take-upload.ts'
import { fileInputsOf, planFiles, uploadProblems } from './files.ts'
import { readJsonField } from './json-field.ts'

const anUpload = (tempKey: string, upload: Partial<Upload> = {}): Upload => ({
  tempKey,
  name: `${tempKey}.zip`,
  storageKey: `game-files/${tempKey}`,
  sizeBytes: 1_000,
  type: 'zip',
  finding: null,
  ...upload,
})
const uploadsOf = (...uploads: Upload[]) => new Map(uploads.map((upload) => [upload.tempKey, upload]))
const entry = (fields: object) => FileEntry.parse({ device: 'Windows', ...fields })
const ID = ['a', 'b', 'c', 'd'].map((letter) => `0198f2c0-0000-7000-8000-00000000000${letter}`) as [
  string,
  string,
  string,
  string,
]
const current = (id: string, customPriceCents: number | null = null) => ({ id, customPriceCents })

it('keeps, adds and withdraws files in the order of the form', () => {
  const entries = [entry({ tempKey: 'new', filename: 'new.zip' }), entry({ _id: ID[1], device: 'Linux' })]
  const files = fileInputsOf(entries, new Set(ID), uploadsOf(anUpload('new')), false)
  const plan = planFiles([current(ID[0]), current(ID[1])], files)
  expect(plan.added).toMatchObject([{ build: { name: 'new.zip' }, device: 'Windows', position: 0 }])
  expect(plan.retained).toEqual([
    { fileId: ID[1], leftBase: false, build: null, device: 'Linux', customPriceCents: null, position: 1 },
  ])
  expect(plan.withdrawnIds).toEqual([ID[0]])
})

it('makes an upload the new build of a file, and accepts neither of them twice', () => {
  const entries = [
    entry({ _id: ID[0], tempKey: 'x', filename: 'v2.zip' }),
    entry({ _id: ID[0] }),
    entry({ tempKey: 'x' }),
    entry({ _id: ID[1], tempKey: 'unknown' }),
    entry({ _id: ID[2], tempKey: 'y' }),
  ]
  const files = fileInputsOf(entries, new Set([ID[0], ID[1]]), uploadsOf(anUpload('x'), anUpload('y')), false)
  expect(files.map((file) => file.source.from)).toEqual([
    'replacement',
    'nowhere',
    'nowhere',
    'nowhere',
    'nowhere',
  ])
  const plan = planFiles([current(ID[0]), current(ID[1])], files.slice(0, 1))
  expect(plan.retained).toMatchObject([
    { fileId: ID[0], build: { name: 'v2.zip', upload: { tempKey: 'x' } } },
  ])
  expect(plan).toMatchObject({ added: [], withdrawnIds: [ID[1]] })
})

it('reports which files left the base, but not former extras or files that return to the base', () => {
  const priced = { customPriceEnabled: true, customPrice: 4.99 }
  const entries = [
    entry({ _id: ID[0] }),
    entry({ _id: ID[1], ...priced }),
    entry({ _id: ID[2], ...priced }),
    entry({ _id: ID[3] }),
  ]
  const before = [current(ID[0]), current(ID[1]), current(ID[2], 299), current(ID[3], 299)]
  const plan = planFiles(before, fileInputsOf(entries, new Set(ID), new Map(), false))
  expect(plan.retained.filter((file) => file.leftBase).map((file) => file.fileId)).toEqual([ID[1]])
  expect(plan.retained.map((file) => file.customPriceCents)).toEqual([null, 499, 499, null])
})

it('clears the prices of files when the game is free', () => {
  const entries = [entry({ tempKey: 'x' }), entry({ tempKey: 'y', customPriceEnabled: true, customPrice: 5 })]
  const files = fileInputsOf(entries, new Set(), uploadsOf(anUpload('x'), anUpload('y')), true)
  expect(files.map((file) => [file.customPriceEnabled, file.customPrice])).toEqual([
    [false, null],
    [false, null],
  ])
})

it('B2 finds no source for a file of another game, an unknown upload, or a second use of an upload', () => {
  const entries = [
    entry({ _id: ID[3] }),
    entry({ tempKey: 'unknown' }),
    entry({ filename: 'only-a-name.zip' }),
    entry({ tempKey: 'x' }),
    entry({ tempKey: 'x' }),
  ]
  const files = fileInputsOf(entries, new Set([ID[0]]), uploadsOf(anUpload('x')), false)
  expect(files.map((file) => file.source.from)).toEqual([
    'nowhere',
    'nowhere',
    'nowhere',
    'upload',
    'nowhere',
  ])
})

it('refuses to save a file that was withdrawn in the meantime', () => {
  const files = fileInputsOf([entry({ _id: ID[0] })], new Set([ID[0]]), new Map(), false)
  expect(() => planFiles([], files)).toThrow('changed elsewhere')
})

it('D6 names the row of a file whose bytes are of another type than its name', () => {
  const uploads = uploadsOf(anUpload('a', { type: null }), anUpload('b'), anUpload('c'))
  const entries = [
    entry({ tempKey: 'a' }),
    entry({ tempKey: 'b' }),
    entry({ tempKey: 'c', filename: 'c.exe' }),
  ]
  expect(Object.keys(uploadProblems(fileInputsOf(entries, new Set(), uploads, false)))).toEqual([
    'files.0',
    'files.2',
  ])
})

it('D6 reports what was found in an archive if its type and name are accepted', () => {
  const uploads = uploadsOf(
    anUpload('a', { finding: 'This archive is encrypted.' }),
    anUpload('b', { type: null, finding: 'This archive is encrypted.' }),
  )
  const entries = [entry({ _id: ID[0], tempKey: 'a' }), entry({ tempKey: 'b' })]
  expect(uploadProblems(fileInputsOf(entries, new Set([ID[0]]), uploads, false))).toEqual({
    'files.0': 'This archive is encrypted.',
    'files.1': 'Only .zip, .apk, .rar and image files are allowed.',
  })
})

it('every current file is either retained or withdrawn, and every requested file is retained or added', () => {
  fc.assert(
    fc.property(
      fc.subarray([...ID]),
      fc.subarray([...ID]),
      fc.nat({ max: 5 }),
      (currentIds, retainedIds, addedCount) => {
        const uploads = uploadsOf(...Array.from({ length: addedCount }, (_, at) => anUpload(`new-${at}`)))
        const entries = [
          ...retainedIds.filter((id) => currentIds.includes(id)).map((id) => entry({ _id: id })),
          ...[...uploads.keys()].map((tempKey) => entry({ tempKey })),
        ]
        const files = fileInputsOf(entries, new Set(currentIds), uploads, false)
        const plan = planFiles(
          currentIds.map((id) => current(id)),
          files,
        )
        const planned = [...plan.retained.map((file) => file.fileId), ...plan.withdrawnIds]
        expect(planned.sort()).toEqual([...currentIds].sort())
        expect(plan.retained.length + plan.added.length).toBe(entries.length)
      },
    ),
  )
})

it('answers malformed file lists with 400', () => {
  for (const json of ['', '{', '{}', 'null', '[1]', '[{"_id":"x"}]'])
    expect(() => readJsonField('files', json, FileEntries), json).toThrow(
      expect.objectContaining({ status: 400 }),
    )
})

it('refuses a single part of a split archive, and accepts all parts together', () => {
  const problems = (...names: string[]) => {
    const uploads = names.map((name) => anUpload(name, { name, type: 'rar', isPart: true }))
    const entries = names.map((name) => entry({ tempKey: name }))
    return Object.keys(uploadProblems(fileInputsOf(entries, new Set(), uploadsOf(...uploads), false)))
  }
  expect(problems('game.part1.rar')).toEqual(['files.0'])
  expect(problems('game.part2.rar', 'game.part3.rar')).toEqual(['files.0', 'files.1'])
  expect(problems('game.part1.rar', 'art.part2.rar')).toEqual(['files.0', 'files.1'])
  expect(problems('game.part2.rar', 'Game.part1.rar')).toEqual([])
  expect(problems('game.part01.rar', 'game.part02.rar', 'art.part1.rar')).toEqual(['files.2'])
})
