import type { OwnProfile } from '@nofiller/contract/profiles'

export type ShopStep = {
  title: string
  text: string
  isDone: boolean
  /** Where it is done. */
  to: string
  button: string
}

/** What a new developer has to do before a game of theirs is sold and paid for. */
export function shopSteps({ profile, games }: Pick<OwnProfile, 'profile' | 'games'>): ShopStep[] {
  const published = games.find(({ status }) => status === 'published')
  const draft = games.find(({ status, archivedAt }) => status === 'draft' && archivedAt === null)
  return [
    {
      title: 'Your name',
      text: profile.displayName
        ? `${profile.displayName}. Buyers see it on every card.`
        : 'Buyers see it on every card. Until then they see your username.',
      isDone: profile.displayName !== '',
      to: '/profile',
      button: 'Set your name',
    },
    {
      title: 'Where we pay you',
      text: profile.wallet
        ? 'Your wallet is in your profile. Nobody else sees it.'
        : 'The address of your wallet. You can sell without it; payouts wait for it.',
      isDone: profile.wallet !== '',
      to: '/profile',
      button: 'Add an address',
    },
    {
      title: 'Your first game',
      text: gameText(published?.title, draft?.title),
      isDone: published !== undefined,
      to: draft ? `/create-game/${draft._id}` : '/create-game',
      button: draft ? 'Finish and publish' : 'Create a game',
    },
  ]
}

function gameText(published: string | undefined, draft: string | undefined): string {
  if (published !== undefined) return `${published} is public.`
  return draft === undefined ? 'None yet.' : `${draft} is a draft.`
}
