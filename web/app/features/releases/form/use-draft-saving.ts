import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { currentTime } from '../../../ui/clock.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useSellerGameChanged } from '../head/use-seller-game.ts'
import { publishedWords } from '../show-release.tsx'
import { stepField } from '../steps/step-rows.ts'
import { bodyOf, problemsByRow, problemsOf, timingOf } from './release-form.ts'
import { signatureOf } from './release-form-reducer.ts'
import type { ReleaseFormState } from './use-release-form.ts'

const SAVED_AFTER_MS = 2_000
const CHECK_EVERY_MS = 2_000

type Step = { at: 'editing' } | { at: 'saving' } | { at: 'publishing' } | { at: 'failed'; message: string }

/**
 * Saves a draft two seconds after its last change, so that a reload shows it, and publishes it. A scheduled release is saved
 * only when its developer says so, because a saved draft has no time.
 */
export function useDraftSaving(form: ReleaseFormState, game: SellerGame, release: OwnRelease | null) {
  const [step, setStep] = useState<Step>({ at: 'editing' })
  const [id, setId] = useState(release?.id ?? null)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const changed = useSellerGameChanged()
  const element = useRef<HTMLFormElement>(null)
  const latest = useRef({ form, id })
  latest.current = { form, id }
  const refused = useRef<string | null>(null)
  const running = useRef<Promise<string | null>>(Promise.resolve(id))
  const isOver = useRef(false)

  const fail = (error: unknown, rowIds: readonly string[]) => {
    const fields = error instanceof ApiError ? error.fields : {}
    const problems = problemsByRow(latest.current.form.draft, rowIds, fields)
    if ('opensAt' in problems) problems.at = problems.opensAt ?? ''
    if (error instanceof ApiError && error.code === 'window_promised')
      problems[stepField('owners')] = messageOf(error)
    form.dispatch({ type: 'refused', problems })
    setStep({ at: 'failed', message: messageOf(error) })
  }

  /** Saves what is not saved yet, one after the other. Answers the draft's id; null when it was refused. */
  const save = (): Promise<string | null> => {
    running.current = running.current.then(saveOnce)
    return running.current
  }
  const saveOnce = async (): Promise<string | null> => {
    const { form: now, id: known } = latest.current
    if (isOver.current || (known !== null && now.isSaved)) return known
    const sent = now.draft
    const { body, rowIds } = bodyOf(sent, game.isFree)
    setStep((before) => (before.at === 'publishing' ? before : { at: 'saving' }))
    try {
      const saved = await (known === null
        ? call('POST /api/games/:id/releases', { params: { id: game._id }, body })
        : call('PUT /api/releases/:releaseId', { params: { releaseId: known }, body }))
      refused.current = null
      // At once, so that the next save does not send uploads again that this one took.
      flushSync(() => form.dispatch({ type: 'saved', sent, release: saved }))
      setStep((before) => (before.at === 'publishing' ? before : { at: 'editing' }))
      setSavedAt(currentTime())
      latest.current.id = saved.id
      if (known === null) {
        setId(saved.id)
        setSearch({ draft: saved.id }, { replace: true, preventScrollReset: true })
      }
      return saved.id
    } catch (error) {
      refused.current = signatureOf(sent, game.isFree)
      fail(error, rowIds)
      return null
    }
  }

  const isScheduled = release?.state === 'scheduled'
  const signature = signatureOf(form.draft, game.isFree)
  const needsSaving = !form.isSaved && !isScheduled && signature !== refused.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the wait anew
  useEffect(() => {
    if (!needsSaving) return
    const timer = setTimeout(() => void save(), SAVED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [needsSaving, signature])

  useChecks(form, id)

  const focusProblem = () =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

  return {
    element,
    step,
    id,
    savedAt,
    isUnsaved: useCallback(() => {
      const { form: now } = latest.current
      return !isOver.current && (!now.isSaved || now.draft.files.some(isOnItsWay))
    }, []),
    async saveNow() {
      refused.current = null
      if ((await save()) === null) focusProblem()
      else await changed()
    },
    /** Whether the form is filled in; what is missing gets the focus. */
    isFilledIn(): boolean {
      const problems = problemsOf(form.draft, currentTime())
      form.dispatch({ type: 'refused', problems })
      if (Object.keys(problems).length > 0) focusProblem()
      return Object.keys(problems).length === 0
    },
    /** Goes live, or is scheduled, as the form says. */
    async publish() {
      setStep({ at: 'publishing' })
      refused.current = null
      const releaseId = await save()
      if (releaseId === null) return focusProblem()
      try {
        const body = timingOf(form.draft)
        const { label, state } = await call('POST /api/releases/:releaseId/live', {
          params: { releaseId },
          body,
        })
        isOver.current = true
        toast(publishedWords(label, state))
        await navigate(`/dev/games/${game._id}/releases`)
        await changed()
      } catch (error) {
        fail(error, [])
        focusProblem()
      }
    },
    /** The draft is deleted: nothing of it is saved any more. */
    async leave() {
      isOver.current = true
      await navigate(`/dev/games/${game._id}/releases`)
    },
  }
}

export type DraftSaving = ReturnType<typeof useDraftSaving>

const isOnItsWay = ({ source }: ReleaseFormState['draft']['files'][number]): boolean => {
  const incoming = source.from === 'game' ? source.replacement : source
  return incoming?.from === 'here' && ['waiting', 'uploading', 'paused'].includes(incoming.upload.state)
}

/** Asks what the store found in the draft's builds, until all are checked. */
function useChecks({ draft, dispatch }: ReleaseFormState, id: string | null) {
  const isChecking = Object.values(draft.stored).some(({ isChecked }) => !isChecked)
  useEffect(() => {
    if (!isChecking || id === null) return
    const ask = async () => {
      const release = await call('GET /api/releases/:releaseId', { params: { releaseId: id } }).catch(
        () => null,
      )
      if (release) dispatch({ type: 'checked', release })
    }
    void ask()
    const timer = setInterval(() => void ask(), CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isChecking, id, dispatch])
}
