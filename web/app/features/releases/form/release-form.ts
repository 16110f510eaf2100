import type { Sent } from '@nofiller/contract/calls'
import type { Finding } from '@nofiller/contract/checks/findings'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { NextRelease } from '@nofiller/contract/releases/seller-game'
import type { FilesDraft } from '../../authoring/files/edited-files.ts'
import { type FileRow, incomingOf } from '../../authoring/form/game-draft.ts'
import { fileEntry } from '../../authoring/form/game-form-data.ts'
import { fieldOf as localField, timeOf } from '../local-time.ts'
import { fieldProblem, rowsOf, type StepRow, stepProblems, stepsOf } from '../steps/step-rows.ts'

type Draft = Sent<'PUT /api/releases/:releaseId', 'body'>

/** A build that the draft has in the store. */
export type StoredBuild = Pick<
  OwnRelease['files'][number],
  'buildId' | 'name' | 'size' | 'problem' | 'isChecked' | 'findings'
>

/** All data of the form of a release. Its files are those of the game and the new ones. */
export type ReleaseForm = FilesDraft & {
  label: string
  summary: string
  notes: string
  knownProblems: string
  saves: OwnRelease['saves']
  /** The id of the oldest release whose saves it loads. */
  savesFrom: string
  savesNote: string
  notify: OwnRelease['notify']
  when: 'now' | 'time' | 'steps'
  /** In the browser's time zone, as a `datetime-local` field holds it. */
  at: string
  /** Whom it opens to when, once that was chosen. */
  steps: readonly StepRow[]
  /** The builds in the store, by the id of their row. */
  stored: Readonly<Record<string, StoredBuild>>
}

/** The form of a draft, or of the next release. */
export function formOf(next: NextRelease, release: OwnRelease | null, now: Date): ReleaseForm {
  const inSteps = release !== null && release.steps.length > 0
  const audiences = next.audiences.map(({ audience }) => audience)
  const said = release ? { ...release, savesFrom: release.savesFromId } : next
  const form: ReleaseForm = {
    label: said.label,
    summary: release?.summary ?? '',
    notes: release?.notes ?? '',
    knownProblems: release?.knownProblems ?? '',
    saves: said.saves,
    savesFrom: said.savesFrom ?? '',
    savesNote: said.savesNote,
    notify: said.notify,
    when: inSteps ? 'steps' : release?.opensAt ? 'time' : 'now',
    at: release?.opensAt ? localField(new Date(release.opensAt)) : '',
    steps: inSteps ? rowsOf(audiences, release.steps, now) : [],
    files: next.files.map((file) => gameRow({ ...file, id: file.fileId })),
    demo: null,
    stored: {},
  }
  return release ? withStored(form, release, NOTHING) : form
}

const gameRow = (file: NextRelease['files'][number] & { id: string }): FileRow => ({
  id: file.id,
  name: file.name,
  sizeBytes: file.size,
  source: { from: 'game', fileId: file.fileId, build: null },
  device: file.device,
  customPriceEnabled: file.customPrice !== null,
  customPrice: file.customPrice?.toFixed(2) ?? '',
})

/** What was sent with a form: its uploads, and the rows of new files in their order, in which the store adds them. */
export type SentFiles = { tempKeys: readonly string[]; newIds: readonly string[] }
const NOTHING: SentFiles = { tempKeys: [], newIds: [] }

/** The form once the store has saved it: uploads that it took are builds of the draft. */
export function withStored(form: ReleaseForm, release: OwnRelease, sent: SentFiles): ReleaseForm {
  const rowOfFile = new Map(
    form.files.flatMap(({ id, source }) => (source.from === 'game' ? [[source.fileId, id] as const] : [])),
  )
  const files = [...form.files]
  const stored: Record<string, StoredBuild> = {}
  let added = 0
  for (const file of release.files) {
    if (file.kind === 'demo') continue
    const sentId = rowOfFile.get(file.fileId) ?? sent.newIds[added++]
    const id = sentId ?? file.fileId
    stored[id] = file
    const at = files.findIndex((row) => row.id === id)
    const row = files[at]
    if (row && sent.tempKeys.includes(incomingOf(row.source)?.upload.tempKey ?? ''))
      files[at] = taken(row, file.fileId)
    // One that was sent and has no row any more was removed meanwhile.
    if (!row && sentId === undefined) files.push(gameRow({ ...file, id, label: null }))
  }
  return { ...form, files, stored }
}

/** A row whose upload the draft has taken. */
const taken = (row: FileRow, fileId: string): FileRow => ({
  ...row,
  source: { from: 'game', fileId, build: null },
})

/** Whether a row is a file that no release has sold yet. */
export const isNewFile = ({ source }: FileRow, next: NextRelease): boolean =>
  source.from !== 'game' || !next.files.some(({ fileId }) => fileId === source.fileId)

/** What is sent of a form, and the ids of the rows of its files in their order. Uploads that are not complete wait. */
export function bodyOf(form: ReleaseForm, isFree: boolean): { body: Draft; rowIds: string[] } {
  const rows = form.files.flatMap((row) => {
    const entry = fileEntry(row, isFree)
    const build = form.stored[row.id]
    if (entry.tempKey !== undefined) return [{ row, entry }]
    const { _id, ...listing } = entry
    return build ? [{ row, entry: { ...listing, buildId: build.buildId } }] : []
  })
  return {
    body: {
      ...(form.label.trim() !== '' && { label: form.label.trim() }),
      summary: form.summary.trim(),
      notes: form.notes,
      knownProblems: form.knownProblems.trim(),
      saves: form.saves,
      savesFrom: form.saves === 'from' && form.savesFrom !== '' ? form.savesFrom : null,
      savesNote: form.savesNote.trim(),
      notify: form.notify,
      files: rows.map(({ entry }) => entry),
    },
    rowIds: rows.map(({ row }) => row.id),
  }
}

/** The files of a form as it is sent. */
export function sentFilesOf(form: ReleaseForm, isFree: boolean): SentFiles {
  const { body, rowIds } = bodyOf(form, isFree)
  return {
    tempKeys: body.files?.flatMap(({ tempKey }) => tempKey ?? []) ?? [],
    newIds: rowIds.filter((id) => form.files.find((row) => row.id === id)?.source.from !== 'game'),
  }
}

/** The problems of a refused form, those of its files by their rows. */
export function problemsByRow(
  form: ReleaseForm,
  rowIds: readonly string[],
  fields: Record<string, string>,
): Record<string, string> {
  const placed = (field: string) =>
    field.replace(/^files\.(\d+)/, (_, at) => `files.${form.files.findIndex((row) => row.id === rowIds[at])}`)
  return Object.fromEntries(Object.entries(fields).map(([field, problem]) => [placed(field), problem]))
}

/** What the release changes of the game's files, and what it leaves. */
export function changedFiles({ files, stored }: ReleaseForm) {
  const isChanged = (row: FileRow) => row.id in stored || incomingOf(row.source) !== null
  return { changed: files.filter(isChanged), left: files.filter((row) => !isChanged(row)) }
}

/**
 * Why a form cannot go live yet, in a few words; null when it can.
 * @param onPage what the checks find on the game's page
 */
export function whyNot(form: ReleaseForm, onPage: readonly Pick<Finding, 'level'>[]): string | null {
  const uploads = form.files.map(({ source }) => incomingOf(source)?.upload.state)
  const running = uploads.filter(
    (state) => state !== undefined && state !== 'complete' && state !== 'error',
  ).length
  if (running > 0) return running === 1 ? '1 upload in progress.' : `${running} uploads in progress.`
  if (uploads.includes('error')) return 'An upload failed. Retry it or take it out.'
  const builds = Object.values(form.stored)
  if (builds.length === 0 && !uploads.includes('complete')) return 'Add at least one file.'
  const broken = builds.filter(({ problem }) => problem !== null).length
  if (broken > 0) return broken === 1 ? '1 file cannot go live.' : `${broken} files cannot go live.`
  const blocking = onPage.filter(({ level }) => level === 'blocks').length
  if (blocking > 0)
    return blocking === 1 ? '1 finding on the page blocks.' : `${blocking} findings on the page block.`
  if (uploads.includes('complete') || builds.some(({ isChecked }) => !isChecked))
    return 'The files are being checked.'
  return null
}

/** The warnings about a draft's builds and the game's page that nobody said are meant so. */
export const openWarnings = (form: ReleaseForm, onPage: readonly Finding[]): Finding[] =>
  [...form.files.flatMap(({ id }) => form.stored[id]?.findings ?? []), ...onPage].filter(
    ({ level, acknowledged }) => level === 'warns' && acknowledged === null,
  )

/** The problems that only the browser knows. */
export function problemsOf({ when, at, steps }: ReleaseForm, now: Date): Record<string, string> {
  if (when === 'steps') return stepProblems(steps, now)
  const problem = when === 'time' ? fieldProblem(at, now) : null
  return problem ? { at: problem } : {}
}

/** When a form goes live, as it is sent. */
export function timingOf({
  when,
  at,
  steps,
}: ReleaseForm): Sent<'POST /api/releases/:releaseId/live', 'body'> {
  if (when === 'steps') return { steps: stepsOf(steps) }
  const time = when === 'time' ? timeOf(at) : null
  return time ? { opensAt: time.toISOString() } : {}
}

/** Whether a form waits for a time: nobody gets it now. */
export const isForLater = ({ when, steps }: Pick<ReleaseForm, 'when' | 'steps'>): boolean =>
  when === 'time' || (when === 'steps' && !steps.some(({ from }) => from === 'now'))
