import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { NextRelease } from '@nofiller/contract/releases/seller-game'
import { useReducer } from 'react'
import { currentTime } from '../../../ui/clock.ts'
import type { FileRow } from '../../authoring/form/game-draft.ts'
import { useUploads } from '../../authoring/form/use-uploads.ts'
import { formOf, type ReleaseForm } from './release-form.ts'
import { type EditedRelease, releaseFormReducer, signatureOf } from './release-form-reducer.ts'

type Parts = { gameId: string; next: NextRelease; release: OwnRelease | null; isFree: boolean }

/** The state of the form of a release: the entered data, its problems, and running uploads. */
export function useReleaseForm(parts: Parts) {
  const [{ draft, problems, saved }, dispatch] = useReducer(releaseFormReducer, parts, opened)
  const uploads = useUploads(draft, dispatch, parts.gameId)
  return {
    draft,
    problems,
    dispatch,
    /** Whether the store has it as it is. Uploads that are on their way are not part of it. */
    isSaved: signatureOf(draft, parts.isFree) === saved,
    change: (changes: Partial<ReleaseForm>) => dispatch({ type: 'changed', changes }),
    changeFile: (id: string, changes: Partial<FileRow>) => dispatch({ type: 'file-changed', id, changes }),
    ...uploads,
    /** Takes the new build of a file out again, or a new file. */
    leaveFile(id: string) {
      dispatch({ type: 'build-dropped', id })
      uploads.replaceFile(id, null)
    },
  }
}

export type ReleaseFormState = ReturnType<typeof useReleaseForm>

function opened({ next, release, isFree }: Omit<Parts, 'gameId'>): EditedRelease {
  const draft = formOf(next, release, currentTime())
  return { draft, problems: {}, isFree, saved: signatureOf(draft, isFree) }
}
