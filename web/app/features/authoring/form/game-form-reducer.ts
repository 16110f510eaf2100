import { SCREENSHOTS_MAX } from '@nofiller/contract/authoring/game-rules'
import type { Upload } from '../files/upload.ts'
import type { Answers } from '../warnings/answers.ts'
import {
  clampPrice,
  type Draft,
  type FileRow,
  type Incoming,
  incomingOf,
  type PictureChoice,
  type Screenshot,
  type SinglePicture,
} from './game-draft.ts'

/** The id of the demo among the files. */
export const DEMO = 'demo'

/** The entered data, and a sentence for each wrong field: `title`, `files.0`, `files.0.device`. */
export type EditedGame = { draft: Draft; problems: Record<string, string> }

export type GameFormEvent =
  | { type: 'changed'; changes: Partial<Draft> }
  | { type: 'themes-answered'; answers: Answers }
  | { type: 'restored'; draft: Draft }
  | { type: 'refused'; problems: Record<string, string> }
  | { type: 'field-refused'; field: string; problem: string }
  | { type: 'picture-chosen'; field: SinglePicture; choice: PictureChoice }
  | { type: 'screenshots-added'; screenshots: readonly Screenshot[] }
  | { type: 'screenshot-moved'; from: number; to: number }
  | { type: 'screenshot-described'; id: string; alt: string }
  | { type: 'files-added'; rows: readonly FileRow[]; problem: string | null }
  | { type: 'file-changed'; id: string; changes: Partial<FileRow> }
  | { type: 'file-removed'; id: string }
  | { type: 'replacement-removed'; id: string }
  | { type: 'file-problem-cleared'; id: string }
  | { type: 'upload-changed'; id: string; file: File; upload: Upload }

/** The game form after an event. A changed field loses its problem. */
export function gameFormReducer(state: EditedGame, event: GameFormEvent): EditedGame {
  const { draft, problems } = state
  switch (event.type) {
    case 'changed':
      return changed(state, event.changes)
    case 'themes-answered':
      return withAnswers(state, event.answers)
    case 'restored':
      return { draft: event.draft, problems: {} }
    case 'refused':
      return { draft, problems: event.problems }
    case 'field-refused':
      return refused(state, event.field, event.problem)
    case 'picture-chosen':
      return {
        draft: { ...draft, pictures: { ...draft.pictures, [event.field]: event.choice } },
        problems: without(problems, event.field),
      }
    case 'screenshots-added':
      return withScreenshots(state, event.screenshots)
    case 'screenshot-moved':
      return { ...state, draft: { ...draft, screenshots: moved(draft.screenshots, event.from, event.to) } }
    case 'screenshot-described':
      return { ...state, draft: withAlt(draft, event.id, event.alt) }
    case 'files-added': {
      const added = changed(state, { files: [...draft.files, ...event.rows] })
      return event.problem === null ? added : refused(added, 'files', event.problem)
    }
    case 'file-changed':
      return withChangedFile(state, event.id, event.changes)
    case 'file-removed':
      return withoutFile(state, event.id)
    case 'replacement-removed':
      return {
        draft: withFile(draft, event.id, withoutReplacement),
        problems: without(problems, fieldOf(draft, event.id)),
      }
    case 'file-problem-cleared':
      return { draft, problems: without(problems, fieldOf(draft, event.id)) }
    case 'upload-changed':
      return { ...state, draft: withUpload(draft, event.id, event.file, event.upload) }
  }
}

/** The field that shows a file's problems. */
export const fieldOf = (draft: Draft, id: string): string =>
  id === DEMO ? 'demoFile' : `files.${draft.files.findIndex((row) => row.id === id)}`

/** The upload of a file, or of the new build of an existing one. */
export function uploadOf(draft: Draft, id: string): Incoming['upload'] | undefined {
  const source = id === DEMO ? draft.demo?.source : draft.files.find((row) => row.id === id)?.source
  return source && incomingOf(source)?.upload
}

const changed = ({ draft, problems }: EditedGame, changes: Partial<Draft>): EditedGame => ({
  draft: { ...draft, ...changes },
  problems: without(problems, ...Object.keys({ ...changes, ...changes.theme })),
})

const refused = ({ draft, problems }: EditedGame, field: string, problem: string): EditedGame => ({
  draft,
  problems: { ...problems, [field]: problem },
})

const without = (problems: Record<string, string>, ...fields: string[]) =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field)))

const withAnswers = ({ draft, problems }: EditedGame, answers: Answers): EditedGame => ({
  draft: { ...draft, contentWarnings: { ...draft.contentWarnings, ...answers } },
  problems: without(problems, ...Object.keys(answers).map((theme) => `contentWarnings.${theme}`)),
})

function withScreenshots(state: EditedGame, added: readonly Screenshot[]): EditedGame {
  const all = [...state.draft.screenshots, ...added]
  const next = changed(state, { screenshots: all.slice(0, SCREENSHOTS_MAX) })
  return all.length > SCREENSHOTS_MAX
    ? refused(next, 'screenshots', `You can only add up to ${SCREENSHOTS_MAX} screenshots.`)
    : next
}

const withAlt = (draft: Draft, id: string, alt: string): Draft => ({
  ...draft,
  screenshots: draft.screenshots.map((shot) => (shot.id === id ? { ...shot, alt } : shot)),
})

const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const item = items[from]
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

function withChangedFile({ draft, problems }: EditedGame, id: string, changes: Partial<FileRow>): EditedGame {
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
const withoutFile = ({ draft, problems }: EditedGame, id: string): EditedGame => ({
  draft: {
    ...draft,
    files: draft.files
      .filter((row) => row.id !== id)
      .map((row, at) => (at === 0 ? { ...row, customPriceEnabled: false } : row)),
  },
  problems: Object.fromEntries(Object.entries(problems).filter(([field]) => !field.startsWith('files.'))),
})

function withUpload(draft: Draft, id: string, file: File, upload: Upload): Draft {
  const incoming = { from: 'here', file, upload } as const
  return id === DEMO
    ? { ...draft, demo: { name: file.name, sizeBytes: file.size, source: incoming } }
    : withFile(draft, id, (row) => withIncoming(row, file, incoming))
}

const withFile = (draft: Draft, id: string, change: (row: FileRow) => FileRow): Draft => ({
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
