import type { AdminAppeal } from '@nofiller/contract/moderation/moderation'

/** Who appeals, for an admin: who wrote a review has no name there. */
export function appellantOf({ from, developer }: AdminAppeal): string {
  if (from === 'reporter') return 'someone who reported it'
  return developer?.name ?? 'the writer of a review'
}
