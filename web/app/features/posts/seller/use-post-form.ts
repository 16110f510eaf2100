import { communityPath, postFormPath } from '@nofiller/contract/posts/post-paths'
import { draftProblems, POST_TEXT, postProblems } from '@nofiller/contract/posts/post-rules'
import type { OwnPost } from '@nofiller/contract/posts/posts'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { currentTime } from '../../../ui/clock.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { timeOf } from '../../releases/local-time.ts'
import { type PostWords, wordsOf } from './post-words.ts'
import { forgetUnsaved, readUnsaved, storeUnsaved, unsavedKey } from './unsaved-post.ts'

type Step = 'idle' | 'saving' | 'publishing'

/**
 * The form of a post: its words, and what saves, publishes, unschedules and deletes it. What an account typed and did not save
 * stays in this browser, and stands in its form again.
 */
export function usePostForm(game: SellerGame, post: OwnPost | null, accountId: string) {
  const keyOf = (of: OwnPost | null) => unsavedKey(accountId, game._id, of?.id ?? null)
  const [restored, setRestored] = useState(() => readUnsaved(keyOf(post)))
  const [saved, setSaved] = useState(() => ({ post, words: wordsOf(post) }))
  const [words, setWords] = useState(() => (restored ? { ...saved.words, ...restored.words } : saved.words))
  const [isStored, setStored] = useState(restored !== null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [step, setStep] = useState<Step>('idle')
  const element = useRef<HTMLFormElement>(null)
  const unsaved = useRef(false)
  const isRunning = useRef(false)
  unsaved.current = words !== saved.words
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isOut = saved.post?.publishedAt != null

  const showProblem = () =>
    requestAnimationFrame(() => {
      const field = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      if (field) field.focus()
      else element.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
    })

  /** Sends what is written, once it passes the rules of a draft or of a post that goes out. One press at a time. */
  const run = async (next: Step, found: Record<string, string>, act: () => Promise<void>) => {
    if (isRunning.current) return
    setProblems(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return void showProblem()
    isRunning.current = true
    setStep(next)
    try {
      await act()
      const isOfGame = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
        typeof name === 'string' && name.startsWith('GET /api/dev/games/:id')
      await queries.invalidateQueries({ predicate: isOfGame })
    } catch (error) {
      setProblems(error instanceof ApiError ? error.fields : {})
      setFailure(messageOf(error))
      showProblem()
    } finally {
      isRunning.current = false
      setStep('idle')
    }
  }

  const forget = () => {
    forgetUnsaved(keyOf(saved.post))
    setRestored(null)
  }

  const store = async (): Promise<OwnPost> => {
    const { when: _, at: __, ...body } = words
    const kept = saved.post
      ? await call('PATCH /api/posts/:postId', { params: { postId: saved.post.id }, body })
      : await call('POST /api/games/:id/posts', { params: { id: game._id }, body })
    unsaved.current = false
    forget()
    const path = postFormPath(game._id, kept.id)
    if (!saved.post) await navigate(path, { replace: true, preventScrollReset: true })
    setSaved({ post: kept, words })
    return kept
  }
  const ready = () => postProblems(words, game.category === 'NSFW')

  const leave = async (said: string) => {
    unsaved.current = false
    toast(said)
    await navigate(communityPath(game._id))
  }

  return {
    words,
    post: saved.post,
    isOut,
    problems,
    failure,
    step,
    element,
    isUnsaved: () => unsaved.current,
    /** Whether what is not saved stays in this browser. */
    isStored,
    /** When what stands in the form again was typed, and whether the post was saved since; null when nothing was restored. */
    restored: restored && {
      typedAt: new Date(restored.typedAt).toISOString(),
      isOutdated: restored.basedOn !== (post?.savedAt ?? null),
    },
    discard: () => {
      forget()
      setWords(saved.words)
      setProblems({})
    },
    change: (changes: Partial<PostWords>) => {
      const next = { ...words, ...changes }
      setWords(next)
      setProblems({})
      const basedOn = saved.post?.savedAt ?? null
      const typedAt = currentTime().getTime()
      setStored(storeUnsaved(keyOf(saved.post), { words: next, typedAt, basedOn }))
    },
    save: () =>
      run('saving', isOut || saved.post?.state === 'scheduled' ? ready() : draftProblems(words), async () => {
        await store()
        if (isOut) await leave('Post saved. It shows when it was edited.')
      }),
    publish: () => {
      const time = words.when === 'time' ? timeOf(words.at) : null
      const found: Record<string, string> = ready()
      if (words.when === 'time' && !time) found.opensAt = 'Choose a day and time.'
      if (words.when === 'release' && !words.releaseId) found.releaseId = POST_TEXT.noRelease
      return run('publishing', found, async () => {
        const { id } = await store()
        const body =
          words.when === 'release'
            ? { withRelease: true as const }
            : time
              ? { opensAt: time.toISOString() }
              : {}
        const sent = await call('POST /api/posts/:postId/live', { params: { postId: id }, body })
        await leave(
          sent.state === 'published' ? 'Your post is out.' : (sent.waits ?? 'Your post is scheduled.'),
        )
      })
    },
    unschedule: () =>
      run('saving', {}, async () => {
        const postId = saved.post?.id ?? ''
        const kept = await call('DELETE /api/posts/:postId/live', { params: { postId } })
        setSaved({ post: kept, words })
        toast('It is a draft again.')
      }),
    remove: () =>
      run('saving', {}, async () => {
        await call('DELETE /api/posts/:postId', { params: { postId: saved.post?.id ?? '' } })
        forget()
        await leave('The post is deleted.')
      }),
  }
}

export type PostFormState = ReturnType<typeof usePostForm>
