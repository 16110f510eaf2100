import { RESUMABLE_FROM_BYTES } from '@nofiller/contract/authoring/game-rules'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { aFile, aGame, aRow } from '../../../testing/games.ts'
import type { Upload } from '../files/upload.ts'
import { chosenFiles, type Draft, emptyDraft, type FileSource } from '../form/game-draft.ts'
import { type AskProgress, draftFrom, type SavedDraft, textsOf, withUploadsChecked } from './saved-draft.ts'

const cover = new File(['cover'], 'cover.png', { type: 'image/png' })
const shot = new File(['shot'], 'shot.png', { type: 'image/png' })
const archive = new File(['PK..'], 'game.zip', { lastModified: 7 })
const largeArchive = Object.defineProperty(new File(['PK..'], 'game.zip', { lastModified: 7 }), 'size', {
  value: RESUMABLE_FROM_BYTES + 1,
})

const sending = (upload: Upload, file = archive): FileSource => ({ from: 'here', file, upload })

const aDraft = (changes: Partial<Draft> = {}): Draft => ({ ...emptyDraft(), title: 'Saltglass', ...changes })

/** Stores a form like the browser does, by structured clone. */
function savedOf(draft: Draft): SavedDraft {
  const pictures = chosenFiles(draft)
  return {
    keptAt: 0,
    basedOn: null,
    texts: structuredClone(textsOf(draft, pictures)),
    pictures,
  }
}

const aPicture = (url: string) => ({ url, width: 1, height: 1, blur: '', widths: [], alt: '' })
const game = aGame({
  cardPicture: aPicture('/uploads/card.webp'),
  coverImage: aPicture('/uploads/cover.webp'),
  screenshots: [aPicture('/uploads/still-there.webp')],
  gameFiles: [aFile('game-2.zip', { _id: 'f1', size: 9, sha256: 'ff' })],
})

it('A restored draft has its texts, its chosen pictures and their order', () => {
  const draft = aDraft({
    tags: ['horror'],
    pictures: { ...emptyDraft().pictures, coverImage: { from: 'here', file: cover } },
    screenshots: [{ id: 's', alt: 'A bridge', from: 'here', file: shot }],
    contentWarnings: { gore: { level: 'shown', avoidable: true, spoiler: false, note: 'One scene.' } },
  })
  expect(draftFrom(savedOf(draft), null)).toEqual(draft)
})

it('A restored draft leaves open what an older form did not ask', () => {
  const { contentWarnings: _, ...texts } = savedOf(aDraft({ title: 'Old' })).texts
  const before = { ...savedOf(aDraft()), texts } as SavedDraft // as an earlier version stored it
  expect(draftFrom(before, null)).toMatchObject({ title: 'Old', contentWarnings: {} })
})

it('A restored draft omits only the part that could not be read', () => {
  const whole = aDraft({ tags: ['horror'], strongestScene: 'Chapter 2', price: '5' })
  const broken: Record<string, unknown> = {
    ...{ title: 5, tags: [null], contentWarnings: { gore: null }, strongestScene: null, theme: null },
    ...{ pictures: {}, screenshots: null, files: [{ id: 'row' }], demo: 'demo.zip' },
  }
  for (const [field, value] of Object.entries(broken)) {
    const saved = savedOf(whole)
    const stored = { ...saved, texts: { ...saved.texts, [field]: value } } as SavedDraft
    expect(draftFrom(stored, null), field).toEqual({ ...whole, [field]: Reflect.get(emptyDraft(), field) })
  }
})

it('A restored draft drops the half emoji that an earlier release left', () => {
  const halves = aDraft({
    title: 'Night \ud83d',
    tags: ['\udc69 at sea'],
    description: '<p>\ud83d\udc69\ud83d</p>',
  })
  expect(draftFrom(savedOf(halves), null)).toMatchObject({
    ...{ title: 'Night ', tags: [' at sea'], description: '<p>👩</p>' },
  })
})

it('A draft stores where each upload was, but no file of the game', () => {
  const totalBytes = largeArchive.size
  const sent = { sentBytes: 1, totalBytes }
  const draft = aDraft({
    files: [
      aRow(sending({ state: 'complete', tempKey: 'k1' })),
      aRow(sending({ state: 'uploading', ...sent, bytesPerSecond: 1, tempKey: 'k2' }, largeArchive)),
      aRow(sending({ state: 'uploading', ...sent, bytesPerSecond: 1 }, largeArchive)),
      aRow(sending({ state: 'error', message: 'Network error', tempKey: 'k4' }, largeArchive)),
      aRow(sending({ state: 'waiting' })),
      aRow(sending({ state: 'uploading', ...sent, bytesPerSecond: 1, tempKey: 'k6' })),
    ],
  })
  const gone = { state: 'error', message: 'Choose the file again.' }
  const file = { name: 'game.zip', size: totalBytes, lastModified: 7 }
  expect(draftFrom(savedOf(draft), null).files.map(({ source }) => source)).toEqual([
    { from: 'before', upload: { state: 'complete', tempKey: 'k1' } },
    { from: 'before', upload: { state: 'paused', tempKey: 'k2', ...sent, file } },
    { from: 'before', upload: gone },
    { from: 'before', upload: { state: 'paused', tempKey: 'k4', sentBytes: 0, totalBytes, file } },
    { from: 'before', upload: gone },
    { from: 'before', upload: { ...gone, tempKey: 'k6' } },
  ])
})

it('A restored draft takes what is stored from the current game', () => {
  const inGame = (fileId: string): FileSource => ({ from: 'game', fileId, build: null })
  const draft = aDraft({
    pictures: {
      ...emptyDraft().pictures,
      coverImage: { from: 'store', picture: aPicture('/uploads/older.webp') },
    },
    screenshots: ['/uploads/gone.webp', '/uploads/still-there.webp'].map((url) => ({
      id: url,
      alt: 'New words',
      from: 'store',
      picture: aPicture(url),
    })),
    files: [aRow(inGame('withdrawn')), aRow(inGame('f1'), { device: 'Linux' })],
    demo: { name: 'demo.zip', sizeBytes: 1, source: inGame('') },
  })
  const back = draftFrom(savedOf(draft), game)
  expect(back.pictures.coverImage).toEqual({ from: 'store', picture: game.coverImage })
  expect(back.screenshots.map(({ id, alt }) => [id, alt])).toEqual([
    ['/uploads/still-there.webp', 'New words'],
  ])
  expect(back.files).toMatchObject([
    {
      name: 'game-2.zip',
      sizeBytes: 9,
      device: 'Linux',
      source: { fileId: 'f1', build: { sha256: 'ff' } },
    },
  ])
  expect(back.demo).toBe(null)
})

const answer: Awaited<ReturnType<AskProgress>> = {
  name: 'game.zip',
  size: 4,
  isComplete: true,
  finding: null,
  uploadUrl: null,
}
const complete: FileSource = { from: 'before', upload: { state: 'complete', tempKey: 'k' } }
const paused: FileSource = {
  from: 'before',
  upload: {
    state: 'paused',
    tempKey: 'k',
    sentBytes: 1,
    totalBytes: 4,
    file: { name: 'game.zip', size: 4, lastModified: 7 },
  },
}
const gone = { from: 'before', upload: { state: 'error', message: 'Choose the file again.', tempKey: 'k' } }
const checked = async (source: FileSource, ask: AskProgress) =>
  (await withUploadsChecked(aDraft({ files: [aRow(source)] }), ask)).files[0]?.source

it('A restored upload is complete when the store still has all of it', async () => {
  expect(await checked(complete, async () => answer)).toEqual(complete)
  expect(await checked(paused, async () => answer)).toEqual(complete)
})

it('A restored upload resumes when the store has a part of it', async () => {
  const part = { ...answer, isComplete: false, uploadUrl: '/files/resumable/k' }
  expect(await checked(paused, async () => part)).toEqual(paused)
})

it('A restored upload must be chosen again when the store deleted it', async () => {
  const missing = () => Promise.reject(new ApiError({ status: 404, message: 'Not found' }))
  expect(await checked(complete, missing)).toEqual(gone)
  expect(await checked(paused, missing)).toEqual(gone)
})

it('A restored upload shows what the store found wrong with it', async () => {
  const finding = 'This archive is encrypted.'
  expect(await checked(complete, async () => ({ ...answer, finding }))).toEqual({
    from: 'before',
    upload: { state: 'error', message: finding, tempKey: 'k' },
  })
})

it('A restored upload stays as it was while the store cannot be reached', async () => {
  const away = () => Promise.reject(new ApiError({ status: 503, message: 'Busy' }))
  expect(await checked(complete, away)).toEqual(complete)
})
