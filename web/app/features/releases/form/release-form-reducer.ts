import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { type Edited, type FilesEvent, filesReducer, without } from '../../authoring/files/edited-files.ts'
import { bodyOf, type ReleaseForm, sentFilesOf, withStored } from './release-form.ts'

/** The form, its problems, and what of it the store has, as sent. */
export type EditedRelease = Edited<ReleaseForm> & { saved: string; isFree: boolean }

export type ReleaseFormEvent =
  | { type: 'changed'; changes: Partial<ReleaseForm> }
  | { type: 'refused'; problems: Record<string, string> }
  | { type: 'saved'; sent: ReleaseForm; release: OwnRelease }
  | { type: 'checked'; release: OwnRelease }
  | { type: 'build-dropped'; id: string }
  | FilesEvent

/** What is sent of a form, as one text: the same text needs no saving. */
export const signatureOf = (form: ReleaseForm, isFree: boolean): string =>
  JSON.stringify(bodyOf(form, isFree).body)

/** The form of a release after an event. */
export function releaseFormReducer(state: EditedRelease, event: ReleaseFormEvent): EditedRelease {
  const { draft, problems, isFree } = state
  switch (event.type) {
    case 'changed':
      return {
        ...state,
        draft: { ...draft, ...event.changes },
        problems: without(
          problems,
          ...Object.keys(problems).filter((field) => partOf(field) in event.changes),
        ),
      }
    case 'refused':
      return { ...state, problems: event.problems }
    case 'saved': {
      const { sent, release } = event
      const files = sentFilesOf(sent, isFree)
      const named = (form: ReleaseForm) => withStored(form, release, files)
      // Without a label the store has proposed one.
      const label = draft.label.trim() === '' ? { label: release.label } : {}
      return {
        ...state,
        draft: { ...named(draft), ...label },
        problems: {},
        saved: signatureOf({ ...named(sent), label: sent.label.trim() || release.label }, isFree),
      }
    }
    case 'checked':
      return { ...state, draft: { ...draft, stored: checkedBuilds(draft.stored, event.release) } }
    case 'build-dropped': {
      const { [event.id]: _, ...stored } = draft.stored
      return { ...state, draft: { ...draft, stored } }
    }
    default:
      return { ...state, ...filesReducer({ draft, problems }, event) }
  }
}

/** `steps.owners` is a part of `steps`. */
const partOf = (field: string): string => field.replace(/\..*/, '')

/** What the store says of the builds meanwhile. */
function checkedBuilds(stored: ReleaseForm['stored'], { files }: OwnRelease): ReleaseForm['stored'] {
  const now = (buildId: string) => files.find((file) => file.buildId === buildId)
  return Object.fromEntries(Object.entries(stored).map(([id, build]) => [id, now(build.buildId) ?? build]))
}
