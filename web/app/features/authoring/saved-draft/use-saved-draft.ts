import type { Game } from '@nofiller/contract/catalog/catalog'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { currentTime } from '../../../ui/clock.ts'
import { giveUpUpload } from '../files/upload.ts'
import { chosenFiles, tempKeysOf } from '../form/game-draft.ts'
import type { GameFormState } from '../form/use-game-form.ts'
import { draftKey, holdDraft, offeredKey } from './draft-key.ts'
import { forgetDraft, readDraft, saveDraft } from './draft-store.ts'
import { draftFrom, type SavedDraft, textsOf, withUploadsChecked } from './saved-draft.ts'

const KEEP_EVERY_MS = 1_000

/** `offered` is what is stored under `key`; it waits for an answer, and until then it is not overwritten. */
type Step =
  | { at: 'looking' }
  | { at: 'offered'; key: string; saved: SavedDraft; busy: boolean }
  | { at: 'keeping' }

/** Where an unsaved form is stored: in the page, it ends with it. */
type SavedPlace = 'nowhere-yet' | 'browser' | 'page'

/**
 * Stores a changed form in this browser, at most a second late, and offers data of an earlier visit: after a crash,
 * a reload, a login or another's change of the same game.
 */
export function useSavedDraft(form: GameFormState, game: Game | null, accountId: string) {
  const [step, setStep] = useState<Step>({ at: 'looking' })
  const [place, setPlace] = useState<SavedPlace>('nowhere-yet')
  const [key] = useState(() => draftKey(accountId, game?._id ?? null))
  const basedOn = game?.updatedAt ?? null

  useEffect(() => {
    let isGone = false
    const letGo = holdDraft(key)
    const look = async (): Promise<Step> => {
      const offered = await offeredKey(accountId, key)
      const saved = offered === null ? null : await readDraft(offered)
      return offered === null || saved === null
        ? { at: 'keeping' }
        : { at: 'offered', key: offered, saved, busy: false }
    }
    void look().then((next) => {
      if (!isGone) setStep(next)
    })
    return () => {
      isGone = true
      letGo()
    }
  }, [accountId, key])

  const lastPictures = useRef<readonly File[] | null>(null)
  const keep = async () => {
    const pictures = chosenFiles(form.draft)
    const before = lastPictures.current
    lastPictures.current = pictures
    const texts = textsOf(form.draft, pictures)
    setPlace(await saveDraft(key, { keptAt: currentTime().getTime(), basedOn, texts, pictures }, before))
  }
  const isOver = useRef(false)
  const flush = useOnceInAWhile(form.draft, step.at === 'keeping' && form.isChanged, async () => {
    if (!isOver.current) await keep()
  })

  return {
    offer: step.at === 'offered' ? { ...step, isOutdated: step.saved.basedOn !== basedOn } : null,
    place,
    /** Stores the entered data; resolves when that is done. */
    flush,

    async restore() {
      if (step.at !== 'offered' || step.busy) return
      setStep({ ...step, busy: true })
      const draft = await withUploadsChecked(draftFrom(step.saved, game), (tempKey) =>
        call('GET /api/upload/temp-file/:tempKey', { params: { tempKey } }),
      )
      if (step.key !== key) {
        await saveDraft(key, step.saved, null)
        await forgetDraft(step.key)
      }
      form.restore(draft)
      setStep({ at: 'keeping' })
    },

    discard() {
      if (step.at !== 'offered') return
      void forgetDraft(step.key)
      tempKeysOf(step.saved.texts).forEach(giveUpUpload)
      setStep({ at: 'keeping' })
    },

    /** The form has been saved: its stored data is deleted. */
    async forget() {
      isOver.current = true
      await forgetDraft(key)
    },
  }
}

/**
 * Runs `act` a second after `value` has changed, and as soon as the page is hidden or unloaded; at once when the returned
 * function is called. Does nothing while `isOn` is false.
 */
function useOnceInAWhile(value: unknown, isOn: boolean, act: () => Promise<void>): () => Promise<void> {
  const latest = useRef(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = act
  })

  const run = useRef(async () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    await latest.current()
  }).current

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the value counts
  useEffect(() => {
    // The timer is not restarted with each key, so text typed without a pause is stored as well.
    if (isOn) timer.current ??= setTimeout(run, KEEP_EVERY_MS)
  }, [value, isOn, run])

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') void run()
    }
    // The first event comes while the page still has time, the second also when there is no first, as on phones.
    window.addEventListener('beforeunload', run)
    window.addEventListener('pagehide', run)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('beforeunload', run)
      window.removeEventListener('pagehide', run)
      document.removeEventListener('visibilitychange', hidden)
      void run()
    }
  }, [run])

  return run
}
