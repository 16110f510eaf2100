import type { Game } from '@nofiller/contract/catalogue'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { postForm } from '../../api/post-form.ts'
import { Button } from '../../ui/button.tsx'
import { Container } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { BasicsSection, DescriptionSection } from './basics.tsx'
import { CardPreview } from './card-preview.tsx'
import { problemsOf, uploadsRunning } from './game-draft.ts'
import { gameFormData } from './game-form-data.ts'
import { ImagesSection, ThemeSection } from './images.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { FilesSection, PriceSection } from './price.tsx'
import { type GameFormState, useGameForm } from './use-game-form.ts'

type Status = Game['status']

/** The form that makes a game or, with one, changes it (document 2 §2, §5). */
export function GameForm({ game }: { game: Game | null }) {
  const form = useGameForm(game)
  const saving = useSaving(form, game)
  const uploads = uploadsRunning(form.draft)
  return (
    <form ref={saving.element} noValidate onSubmit={saving.submit}>
      <Container className="grid items-start gap-8 pb-8 desk:grid-cols-[minmax(0,1fr)_298px] desk:gap-12">
        <div className="min-w-0">
          <BasicsSection form={form} />
          <DescriptionSection form={form} />
          <ImagesSection form={form} />
          <PriceSection form={form} />
          <FilesSection form={form} />
          <ThemeSection form={form} />
        </div>
        <aside className="max-desk:order-first desk:sticky desk:top-22">
          <CardPreview draft={form.draft} />
        </aside>
      </Container>
      <SaveBar isEdit={game !== null} uploads={uploads} saving={saving} />
      <LeaveGuard isUnsaved={saving.isUnsaved} uploads={uploads} />
    </form>
  )
}

type Step = { at: 'editing' } | { at: 'saving'; status: Status }

/** Checks the form, sends it, and shows what the store did not like. Whatever fails, what was entered stays. */
function useSaving(form: GameFormState, game: Game | null) {
  const [step, setStep] = useState<Step>({ at: 'editing' })
  const [failure, setFailure] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const isSaved = useRef(false)
  const isChanged = useRef(false)
  isChanged.current = form.isChanged
  const client = useQueryClient()
  const navigate = useNavigate()

  /** Shows the problems and moves the focus to the first; the bar below says how many there are. */
  const refuse = (problems: Record<string, string>) => {
    flushSync(() => {
      setFailure('')
      form.setProblems(problems)
    })
    focusFirstProblem(element.current)
  }

  const save = async (status: Status) => {
    if (step.at === 'saving') return
    const problems = problemsOf(form.draft)
    if (Object.keys(problems).length > 0) return refuse(problems)
    setStep({ at: 'saving', status })
    setFailure('')
    try {
      await send(gameFormData(form.draft, status), game)
      isSaved.current = true
      toast(status === 'published' ? 'Published' : 'Draft saved')
      void client.invalidateQueries({ queryKey: ['GET /api/my-games'] })
      navigate('/dashboard')
    } catch (error) {
      setStep({ at: 'editing' })
      const fields = error instanceof ApiError ? error.fields : {}
      if (Object.keys(fields).length > 0) refuse(fields)
      else setFailure(messageOf(error, 'Something went wrong'))
    }
  }

  return {
    element,
    step,
    failure: failure || countText(Object.keys(form.problems).length),
    isUnsaved: useCallback(() => isChanged.current && !isSaved.current, []),
    save,
    submit: (event: FormEvent) => event.preventDefault(),
  }
}

function countText(problems: number): string {
  if (problems === 0) return ''
  return problems === 1 ? '1 field needs your attention.' : `${problems} fields need your attention.`
}

const send = (form: FormData, game: Game | null): Promise<Game> =>
  game === null
    ? postForm('POST /api/games', { form })
    : postForm('POST /api/games/:id', { params: { id: game._id }, form })

function focusFirstProblem(form: HTMLElement | null) {
  const first = form?.querySelector<HTMLElement>(
    '[aria-invalid="true"], [data-invalid] :is(input:not(.hidden), button)',
  )
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}

type SaveBarProps = { isEdit: boolean; uploads: number; saving: ReturnType<typeof useSaving> }

function SaveBar({ isEdit, uploads, saving: { step, failure, save } }: SaveBarProps) {
  const isBlocked = uploads > 0
  const button = (status: Status) => ({
    disabled: isBlocked,
    busy: step.at === 'saving' && step.status === status,
    onClick: () => save(status),
  })
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-bg/96 py-3 phone:py-4">
      <Container className="flex flex-wrap items-center gap-x-3 gap-y-1 max-phone:*:[button]:flex-1">
        <p className="min-w-0 flex-1 text-sm max-phone:basis-full" aria-live="polite">
          {isBlocked ? (
            <span className="text-muted">
              {uploads === 1 ? '1 upload' : `${uploads} uploads`} in progress. You can save when{' '}
              {uploads === 1 ? 'it finishes' : 'they finish'}.
            </span>
          ) : (
            <span className="font-550 text-bad">{failure}</span>
          )}
        </p>
        <Button {...button('draft')}>{isEdit ? 'Save draft' : 'Create Game'}</Button>
        <Button kind="primary" {...button('published')}>
          {isEdit ? 'Save & Publish' : 'Create Game & Publish'}
        </Button>
      </Container>
    </div>
  )
}
