import type { Notice } from '@nofiller/contract/notices/notices'

/** What the link of a notice says. */
export function linkOf({ topic, ids }: Pick<Notice, 'topic' | 'ids'>): string {
  if (topic === 'builds-leave') return 'See storage'
  if (topic === 'wishlist') return 'Wishlist'
  if (topic === 'follow-game') return 'See game'
  if (topic === 'review-answer') return 'Read answer'
  if (topic === 'review-reminder') return 'Review'
  if (topic === 'review-new') return 'See reviews'
  if (topic === 'owned-post' || topic === 'follow-post') return ids.length > 1 ? 'See posts' : 'Read post'
  return 'See update'
}
