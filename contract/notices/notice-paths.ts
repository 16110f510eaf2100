import { gamePath, sellerGamePath } from '../catalog/paths.ts'
import { postPath, postsPath } from '../posts/post-paths.ts'
import { releasesPath } from '../releases/release-paths.ts'
import { reviewPath, sellerReviewsPath } from '../reviews/review-paths.ts'
import type { NoticeTopic } from './notice-rules.ts'

/** Notices of one topic about one game; `thingId` is what the newest is about. */
export type NoticeTarget = {
  topic: NoticeTopic
  gameId: string
  slug: string
  thingId: string
  ids: readonly string[]
}

const toPosts = ({ slug, thingId, ids }: NoticeTarget): string =>
  ids.length > 1 ? postsPath(slug) : postPath(slug, thingId)

const PATHS: Record<NoticeTopic, (target: NoticeTarget) => string> = {
  'owned-release': () => '/library?updated=1',
  'owned-post': toPosts,
  'rolled-back': () => '/library',
  'window-changed': ({ slug }) => releasesPath(slug),
  wishlist: () => '/wishlist',
  'follow-release': ({ slug }) => releasesPath(slug),
  'follow-post': toPosts,
  'follow-game': ({ slug }) => gamePath(slug),
  'review-answer': () => '/my-reviews',
  'review-reminder': ({ gameId }) => reviewPath(gameId),
  'review-new': ({ gameId }) => sellerReviewsPath(gameId),
  'builds-leave': ({ gameId }) => `${sellerGamePath(gameId)}/releases`,
}

/** Where notices lead, on the site and from the weekly email. */
export const noticePath = (target: NoticeTarget): string => PATHS[target.topic](target)
