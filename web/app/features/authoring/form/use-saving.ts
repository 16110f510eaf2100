import type { Game } from '@nofiller/contract/catalog/catalog'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { postForm } from '../../../api/post-form.ts'
import { copyText } from '../../../ui/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { gameFormData } from './game-form-data.ts'
import type { GameFormState } from './use-game-form.ts'

export type Status = Game['status']

type Step =
  | { at: 'editing' }
  | { at: 'saving'; status: Status }
  | { at: 'failed'; message: string }
  /** Someone else saved the game since this form was opened. */
  | { at: 'overtaken'; status: Status }

const FAILED = 'Something went wrong'

type SavingParts = {
  game: Game | null
  /** Makes the fields of the form visible. */
  showFields: () => void
  /** Runs once the store has all files. */
  onSaved: () => Promise<void>
}

/** Checks the form, sends it, and shows the store's refusals. The entered data stays after any failure. */
export function useSaving(form: GameFormState, { game, showFields, onSaved }: SavingParts) {
  const [step, setStep] = useState<Step>({ at: 'editing' })
  const element = useRef<HTMLFormElement>(null)
  const isSaved = useRef(false)
  const isChanged = useRef(false)
  isChanged.current = form.isChanged
  const client = useQueryClient()
  const navigate = useNavigate()

  /** Shows the problems and moves the focus to the first; the bar below says how many there are. */
  const refuse = (problems: Record<string, string>) => {
    setStep({ at: 'editing' })
    form.refuse(problems)
    showFields()
    // In the next frame they can be focused.
    requestAnimationFrame(() => {
      const isShown = focusFirstProblem(element.current)
      if (!isShown) setStep({ at: 'failed', message: Object.values(problems)[0] ?? FAILED })
    })
  }

  const fail = (error: unknown, status: Status) => {
    if (!(error instanceof ApiError)) return setStep({ at: 'failed', message: FAILED })
    if (error.code === 'game_changed') return setStep({ at: 'overtaken', status })
    if (Object.keys(error.fields).length > 0) return refuse(error.fields)
    const reason = messageOf(error, '')
    const message = reason === '' || reason.startsWith(FAILED) ? reason || FAILED : `${FAILED}. ${reason}`
    setStep({ at: 'failed', message })
  }

  /** Sends the form; with `basedOn` only if the game is unchanged since then. */
  const send = async (status: Status, basedOn: string | null) => {
    if (step.at === 'saving') return
    if (Object.keys(form.missing).length > 0) return refuse(form.missing)
    setStep({ at: 'saving', status })
    let saved: Game
    try {
      saved = await post(gameFormData(form.draft, status, basedOn), game)
    } catch (error) {
      return fail(error, status)
    }
    isSaved.current = true
    await onSaved()
    toast(savedText(game?.status ?? null, status), {
      action: saved.status === 'published' ? wayTo(saved) : [],
    })
    void client.invalidateQueries()
    navigate('/dashboard')
  }

  const wayTo = ({ slug }: Game) => [
    { label: 'View page', onPress: () => navigate(gamePath(slug)) },
    { label: 'Copy link', onPress: () => void copyText(`${location.origin}${gamePath(slug)}`) },
  ]

  return {
    element,
    step,
    problemCount: Object.keys(form.problems).length,
    isUnsaved: useCallback(() => isChanged.current && !isSaved.current, []),
    /** Leads to a field that is missing or wrong. */
    show: (problem: string) => refuse({ [problem]: form.missing[problem] ?? FAILED }),
    save: (status: Status) => send(status, game?.updatedAt ?? null),
    /** Overwrites a concurrent change by someone else. */
    saveAnyway: () => step.at === 'overtaken' && send(step.status, null),
    fail: (error: unknown) => fail(error, 'draft'),
  }
}

export type Saving = ReturnType<typeof useSaving>

const post = (form: FormData, game: Game | null): Promise<Game> =>
  game === null
    ? postForm('POST /api/games', { form })
    : postForm('POST /api/games/:id', { params: { id: game._id }, form })

function savedText(before: Status | null, after: Status): string {
  if (before === after) return 'Changes saved'
  if (after === 'published') return 'Published'
  return before === null ? 'Game created as a draft' : 'Unpublished. Owners keep their files.'
}

/** Whether a problem was visible. */
function focusFirstProblem(form: HTMLElement | null): boolean {
  const first = form?.querySelector<HTMLElement>(
    '[aria-invalid="true"], [data-invalid] :is(input:not(.hidden), button)',
  )
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
  return Boolean(first)
}
