import type { Game } from '@nofiller/contract/catalog/catalog'
import { useCallback, useMemo, useReducer, useState } from 'react'
import { pictureProblem } from '../files/chosen-file.ts'
import type { Answers } from '../warnings/answers.ts'
import {
  type Draft,
  draftOf,
  emptyDraft,
  type FileRow,
  problemsOf,
  type SinglePicture,
  uploadsRunning,
} from './game-draft.ts'
import { gameFormReducer } from './game-form-reducer.ts'
import { newId } from './new-id.ts'
import { useUploads } from './use-uploads.ts'

/** The state of the game form: the entered data, its problems, and running uploads. */
export function useGameForm(game: Game | null) {
  const [start] = useState(() => (game === null ? emptyDraft() : draftOf(game)))
  const [{ draft, problems }, dispatch] = useReducer(gameFormReducer, { draft: start, problems: {} })
  const [descriptionUploads, setDescriptionUploads] = useState(0)
  const { giveUpAll, ...files } = useUploads(draft, dispatch, game?._id)
  const refuseField = (field: string, problem: string) => dispatch({ type: 'field-refused', field, problem })

  // The same in every render, so a question rerenders only when its own answer changes.
  const answerThemes = useCallback((answers: Answers) => dispatch({ type: 'themes-answered', answers }), [])

  return {
    draft,
    problems,
    /** What keeps the form from being saved, a sentence per field. */
    missing: useMemo(() => problemsOf(draft), [draft]),
    isChanged: draft !== start,
    refuse: (problems: Record<string, string>) => dispatch({ type: 'refused', problems }),
    refuseField,
    change: (changes: Partial<Draft>) => dispatch({ type: 'changed', changes }),
    answerThemes,
    changeFile: (id: string, changes: Partial<FileRow>) => dispatch({ type: 'file-changed', id, changes }),
    ...files,
    descriptionUploads,
    setDescriptionUploads,
    /** How many files and pictures are being uploaded, which saving waits for. */
    uploads: uploadsRunning(draft) + descriptionUploads,

    /** Replaces this form by a saved draft. */
    restore(saved: Draft) {
      giveUpAll()
      dispatch({ type: 'restored', draft: saved })
    },

    async setPicture(field: SinglePicture, file: File | null) {
      const problem = file && (await pictureProblem(file))
      if (problem) return refuseField(field, problem)
      dispatch({
        type: 'picture-chosen',
        field,
        choice: file === null ? { from: 'nowhere' } : { from: 'here', file },
      })
    },

    async addScreenshots(files: readonly File[]) {
      const problem = (await Promise.all(files.map(pictureProblem))).find((each) => each !== null)
      if (problem) return refuseField('screenshots', problem)
      const screenshots = files.map((file) => ({ id: newId(), alt: '', from: 'here', file }) as const)
      dispatch({ type: 'screenshots-added', screenshots })
    },

    moveScreenshot: (from: number, to: number) => dispatch({ type: 'screenshot-moved', from, to }),
    setAlt: (id: string, alt: string) => dispatch({ type: 'screenshot-described', id, alt }),
  }
}

export type GameFormState = ReturnType<typeof useGameForm>
