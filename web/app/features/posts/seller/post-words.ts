import type { OwnPost, PostDraft } from '@nofiller/contract/posts/posts'
import { fieldOf } from '../../releases/local-time.ts'

/** A post as it stands in the form. `at` is a `datetime-local` value. */
export type PostWords = PostDraft & { when: 'now' | 'time' | 'release'; at: string }

export const wordsOf = (post: OwnPost | null): PostWords => ({
  title: post?.title ?? '',
  body: post?.body ?? '',
  audience: post?.audience ?? 'everyone',
  releaseId: post?.releaseId ?? null,
  isExplicit: post?.isExplicit ?? null,
  isEmailed: post?.isEmailed ?? false,
  when: post?.isWithRelease ? 'release' : post?.opensAt ? 'time' : 'now',
  at: post?.opensAt ? fieldOf(new Date(post.opensAt)) : '',
})
