import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { NextRelease } from '@nofiller/contract/releases/seller-game'
import { expect, it } from 'vitest'
import { changedRows, proposedRows } from '../steps/step-rows.ts'
import { formOf, isForLater, problemsByRow, problemsOf, timingOf, whyNot } from './release-form.ts'
import { type EditedRelease, releaseFormReducer, signatureOf } from './release-form-reducer.ts'
import { savesSaid } from './saves-said.ts'

const file = (fileId: string, device: 'Windows' | 'Linux') => ({
  fileId,
  name: `${fileId}.zip`,
  device,
  size: 10,
  customPrice: null,
  label: '0.4',
})
const older = (id: string, saves: 'all' | 'none' | 'unknown') => ({
  id,
  label: id,
  saves,
  savesFrom: null,
  sameAs: null,
  isFetchable: true,
})
const next: NextRelease = {
  label: '0.5',
  saves: 'unknown',
  savesFrom: null,
  savesNote: '',
  notify: 'site',
  files: [file('win', 'Windows'), file('linux', 'Linux')],
  releases: [older('0.3', 'unknown'), older('0.4', 'all')],
  audiences: [
    { audience: 'supporters', people: 31 },
    { audience: 'owners', people: 214 },
  ],
  leadDays: 7,
}
const now = new Date('2026-11-26T12:00Z')

/** The answer of the store to a draft with some builds. */
const stored = (...files: { fileId: string; buildId: string }[]) =>
  ({
    label: '0.5',
    files: files.map((build) => ({
      ...build,
      kind: 'file',
      device: 'Windows',
      name: 'new.zip',
      size: 20,
      sha256: null,
      problem: null,
      isChecked: true,
      customPrice: null,
    })),
  }) as unknown as OwnRelease // what the form reads of it

const opened = (): EditedRelease => {
  const draft = formOf(next, null, now)
  return { draft, problems: {}, isFree: false, saved: signatureOf(draft, false) }
}
const upload = new File(['PK'], 'new.zip')
const done = (id: string, tempKey: string) =>
  ({ type: 'upload-changed', id, file: upload, upload: { state: 'complete', tempKey } }) as const

it('names the uploads that a save took as builds of the draft, and sends them once', () => {
  const changed = releaseFormReducer(opened(), done('win', 'key'))
  expect(signatureOf(changed.draft, false)).toContain('"tempKey":"key"')
  const release = stored({ fileId: 'win', buildId: 'build' })
  const saved = releaseFormReducer(changed, { type: 'saved', sent: changed.draft, release })
  expect(signatureOf(saved.draft, false)).toBe(saved.saved)
  expect(saved.saved).toContain('"buildId":"build"')
  expect(saved.saved).not.toContain('tempKey')
  expect(whyNot(saved.draft, [])).toBeNull()
})

it('keeps an upload that was replaced while its form was being saved', () => {
  const sent = releaseFormReducer(opened(), done('win', 'first'))
  const meanwhile = releaseFormReducer(sent, done('win', 'second'))
  const release = stored({ fileId: 'win', buildId: 'build' })
  const saved = releaseFormReducer(meanwhile, { type: 'saved', sent: sent.draft, release })
  expect(signatureOf(saved.draft, false)).toContain('"tempKey":"second"')
  expect(signatureOf(saved.draft, false)).not.toBe(saved.saved)
})

it('says in a few words why a form cannot go live', () => {
  const form = opened()
  expect(whyNot(form.draft, [])).toBe('Add at least one file.')
  const uploading = { state: 'waiting' } as const
  const running = releaseFormReducer(form, {
    type: 'upload-changed',
    id: 'win',
    file: upload,
    upload: uploading,
  })
  expect(whyNot(running.draft, [])).toBe('1 upload in progress.')
  expect(whyNot(releaseFormReducer(form, done('win', 'key')).draft, [])).toBe('The files are being checked.')
  expect(problemsOf({ ...form.draft, when: 'time' }, now)).toEqual({ at: 'Choose a day and a time.' })
  expect(problemsOf({ ...form.draft, when: 'time', at: '2020-01-01T10:00' }, now)).toEqual({
    at: 'Choose a time in the future.',
  })
})

it('EA1 sends steps, shows a problem at its audience, and says whether somebody gets it now', () => {
  const { draft } = opened()
  const steps = proposedRows(['supporters', 'owners'], next.leadDays, now)
  const form = { ...draft, when: 'steps' as const, steps }
  expect(problemsOf(form, now)).toEqual({})
  expect(isForLater(form)).toBe(false)
  expect(timingOf(form)).toEqual({
    steps: [
      { audience: 'supporters', opensAt: null },
      { audience: 'owners', opensAt: '2026-12-03T12:00:00.000Z' },
    ],
  })
  const later = changedRows(steps, { audience: 'supporters', from: 'time', at: '2027-01-02T10:00' })
  expect(isForLater({ ...form, steps: later })).toBe(true)
  expect(problemsOf({ ...form, steps: later }, now)).toEqual({
    'steps.owners': 'Each step has to be later than the one before.',
  })
  const state = { ...opened(), problems: { 'steps.owners': 'Wrong', label: 'Taken' } }
  expect(releaseFormReducer(state, { type: 'changed', changes: { steps } }).problems).toEqual({
    label: 'Taken',
  })
})

it('EA1 opens the form of a scheduled release with its steps', () => {
  const steps = [
    { audience: 'supporters' as const, opensAt: '2026-11-28T17:00:30.000Z' },
    { audience: 'owners' as const, opensAt: '2026-12-05T17:00:00.000Z' },
  ]
  const form = formOf(next, { ...stored(), opensAt: '2026-12-05T17:00:00.000Z', steps }, now)
  expect(form.when).toBe('steps')
  expect(timingOf(form)).toEqual({ steps })
})

it('shows the problem of a sent file at its row', () => {
  expect(problemsByRow(opened().draft, ['linux'], { 'files.0.device': 'Which?', label: 'Taken' })).toEqual({
    'files.1.device': 'Which?',
    label: 'Taken',
  })
})

it('VE6 says what owners of each older version will read of their saves', () => {
  const said = (saves: 'all' | 'from' | 'none', savesFrom = '') =>
    savesSaid(next.releases, { label: '0.5', saves, savesFrom }).map(({ from, to, words, offered }) => [
      from,
      to,
      words,
      offered,
    ])
  expect(said('all')).toEqual([['0.3', '0.4', 'Your saves work.', []]])
  expect(said('none')).toEqual([['0.3', '0.4', 'Old saves don’t work.', []]])
  expect(said('from', '0.4')).toEqual([
    ['0.3', '0.3', 'Open your save in 0.4, save there, then in 0.5.', ['0.4']],
    ['0.4', '0.4', 'Your saves work.', []],
  ])
})
