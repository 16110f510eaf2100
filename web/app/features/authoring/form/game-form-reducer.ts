import { SCREENSHOTS_MAX } from '@nofiller/contract/authoring/game-rules'
import { type Edited, type FilesEvent, filesReducer, refused, without } from '../files/edited-files.ts'
import type { Answers } from '../warnings/answers.ts'
import type { Draft, PictureChoice, Screenshot, SinglePicture } from './game-draft.ts'

/** The entered data, and a sentence for each wrong field: `title`, `files.0`, `files.0.device`. */
export type EditedGame = Edited<Draft>

export type GameFormEvent =
  | { type: 'changed'; changes: Partial<Draft> }
  | { type: 'themes-answered'; answers: Answers }
  | { type: 'restored'; draft: Draft }
  | { type: 'refused'; problems: Record<string, string> }
  | { type: 'picture-chosen'; field: SinglePicture; choice: PictureChoice }
  | { type: 'screenshots-added'; screenshots: readonly Screenshot[] }
  | { type: 'screenshot-moved'; from: number; to: number }
  | { type: 'screenshot-described'; id: string; alt: string }
  | FilesEvent

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
    default:
      return filesReducer(state, event)
  }
}

const changed = ({ draft, problems }: EditedGame, changes: Partial<Draft>): EditedGame => ({
  draft: { ...draft, ...changes },
  problems: without(problems, ...Object.keys({ ...changes, ...changes.theme })),
})

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
