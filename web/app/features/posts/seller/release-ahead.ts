import type { PostAudience } from '@nofiller/contract/posts/post-rules'
import type { OwnPost } from '@nofiller/contract/posts/posts'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { stepFor } from '@nofiller/contract/releases/windows'

/** A release that a post can go out with. `opensAt` is when its readers get it, null while nobody planned that. */
export type ReleaseAhead = { label: string; opensAt: string | null }

/** The release that a post is about while its readers wait for it, or while the post does; null for any other. */
export function releaseAhead(
  releases: readonly OwnRelease[],
  { releaseId, audience }: { releaseId: string | null; audience: PostAudience },
  post: Pick<OwnPost, 'isWithRelease' | 'releaseId'> | null,
  now: Date,
): ReleaseAhead | null {
  const release = releases.find(({ id }) => id === releaseId)
  if (!release || release.state === 'withdrawn' || release.state === 'failed') return null
  const opensAt = stepFor(release.steps, audience)?.opensAt ?? release.opensAt ?? release.releasedAt
  const isAhead = opensAt === null || Date.parse(opensAt) > now.getTime()
  const isAwaited = post?.isWithRelease && post.releaseId === releaseId
  return isAhead || isAwaited ? { label: release.label, opensAt } : null
}
