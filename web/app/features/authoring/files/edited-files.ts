import { clampPrice, type Draft, type FileRow, type Incoming, incomingOf } from '../form/game-draft.ts'
import type { Upload } from './upload.ts'

/** The id of the demo among the files. */
export const DEMO = 'demo'

/** The part of a form that holds files, and a sentence for each wrong field: `files`, `files.0`, `files.0.device`. */
export type FilesDraft = Pick<Draft, 'files' | 'demo'>
export type Edited<Form> = { draft: Form; problems: Record<string, string> }

export type FilesEvent =
  | { type: 'field-refused'; field: string; problem: string }
  | { type: 'files-added'; rows: readonly FileRow[]; problem: string | null }
  | { type: 'file-changed'; id: string; changes: Partial<FileRow> }
  | { type: 'file-removed'; id: string }
  | { type: 'replacement-removed'; id: string }
  | { type: 'file-problem-cleared'; id: string }
  | { type: 'upload-changed'; id: string; file: File; upload: Upload }
  | { type: 'demo-removed' }

/** A form after an event of its files. A changed field loses its problem. */
export function filesReducer<Form extends FilesDraft>(
  { draft, problems }: Edited<Form>,
  event: FilesEvent,
): Edited<Form> {
  switch (event.type) {
    case 'field-refused':
      return refused({ draft, problems }, event.field, event.problem)
    case 'files-added': {
      const added = {
        draft: { ...draft, files: [...draft.files, ...event.rows] },
        problems: without(problems, 'files'),
      }
      return event.problem === null ? added : refused(added, 'files', event.problem)
    }
    case 'file-changed':
      return withChangedFile({ draft, problems }, event.id, event.changes)
    case 'file-removed':
      return withoutFile({ draft, problems }, event.id)
    case 'replacement-removed':
      return {
        draft: withFile(draft, event.id, withoutReplacement),
        problems: without(problems, fieldOf(draft, event.id)),
      }
    case 'file-problem-cleared':
      return { draft, problems: without(problems, fieldOf(draft, event.id)) }
    case 'upload-changed':
      return { draft: withUpload(draft, event.id, event.file, event.upload), problems }
    case 'demo-removed':
      return { draft: { ...draft, demo: null }, problems }
  }
}

/** The field that shows a file's problems. */
export const fieldOf = (draft: FilesDraft, id: string): string =>
  id === DEMO ? 'demoFile' : `files.${draft.files.findIndex((row) => row.id === id)}`

/** The upload of a file, or of the new build of an existing one. */
export function uploadOf(draft: FilesDraft, id: string): Incoming['upload'] | undefined {
  const source = id === DEMO ? draft.demo?.source : draft.files.find((row) => row.id === id)?.source
  return source && incomingOf(source)?.upload
}

export const refused = <Form>(
  { draft, problems }: Edited<Form>,
  field: string,
  problem: string,
): Edited<Form> => ({ draft, problems: { ...problems, [field]: problem } })

export const without = (problems: Record<string, string>, ...fields: string[]) =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field)))

function withChangedFile<Form extends FilesDraft>(
  { draft, problems }: Edited<Form>,
  id: string,
  changes: Partial<FileRow>,
): Edited<Form> {
  const field = fieldOf(draft, id)
  const price = clampPrice(changes.customPrice ?? '')
  const clamped = price.problem ? { ...changes, customPrice: price.text } : changes
  const next = {
    draft: withFile(draft, id, (row) => ({ ...row, ...clamped })),
    problems: without(problems, `${field}.${'device' in changes ? 'device' : 'customPrice'}`),
  }
  return price.problem ? refused(next, `${field}.customPrice`, price.problem) : next
}

/** Problems of files are keyed by position, which changes. The first file is the game itself and has no price of its own. */
const withoutFile = <Form extends FilesDraft>(
  { draft, problems }: Edited<Form>,
  id: string,
): Edited<Form> => ({
  draft: {
    ...draft,
    files: draft.files
      .filter((row) => row.id !== id)
      .map((row, at) => (at === 0 ? { ...row, customPriceEnabled: false } : row)),
  },
  problems: Object.fromEntries(Object.entries(problems).filter(([field]) => !field.startsWith('files.'))),
})

function withUpload<Form extends FilesDraft>(draft: Form, id: string, file: File, upload: Upload): Form {
  const incoming = { from: 'here', file, upload } as const
  return id === DEMO
    ? { ...draft, demo: { name: file.name, sizeBytes: file.size, source: incoming } }
    : withFile(draft, id, (row) => withIncoming(row, file, incoming))
}

const withFile = <Form extends FilesDraft>(
  draft: Form,
  id: string,
  change: (row: FileRow) => FileRow,
): Form => ({
  ...draft,
  files: draft.files.map((row) => (row.id === id ? change(row) : row)),
})

/** A row with a running upload; for an existing file, that of its new build. */
const withIncoming = (row: FileRow, file: File, incoming: Incoming): FileRow =>
  row.source.from === 'game'
    ? {
        ...row,
        source: { ...row.source, replacement: { name: file.name, sizeBytes: file.size, ...incoming } },
      }
    : { ...row, name: file.name, sizeBytes: file.size, source: incoming }

function withoutReplacement(row: FileRow): FileRow {
  if (row.source.from !== 'game') return row
  const { replacement: _, ...source } = row.source
  return { ...row, source }
}
