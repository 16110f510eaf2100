import type { AdminAppeal } from '@nofiller/contract/moderation/moderation'

/** Who appeals. Reporters, and who wrote a review, are not named. */
export function appellantOf({ from, developer }: Pick<AdminAppeal, 'from' | 'developer'>): string {
  if (from === 'reporter') return 'a reporter'
  return developer?.name ?? 'who wrote a review'
}
