import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import type { OwnProfile } from '@nofiller/contract/profiles/profiles'

export type ShopStep = {
  title: string
  text: string
  isDone: boolean
  /** The page of the step. */
  to: string
  button: string
}

type Shop = Pick<OwnProfile, 'profile' | 'games'> & { user: Pick<OwnProfile['user'], 'hasPayoutAddress'> }

/** The steps until a new developer's game can be sold and paid out. */
export function shopSteps({ user, profile, games }: Shop): ShopStep[] {
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
      text: user.hasPayoutAddress
        ? 'Your payout address is set. Nobody else sees it.'
        : 'The address of your wallet. You can sell without it; payouts wait for it.',
      isDone: user.hasPayoutAddress,
      to: '/dev/payout-address',
      button: 'Add an address',
    },
    {
      title: 'Your first game',
      text: gameText(published, draft),
      isDone: published !== undefined,
      to: draft ? `/create-game/${draft._id}` : '/create-game',
      button: draft ? 'Finish and publish' : 'Create a game',
    },
  ]
}

function gameText(published: OwnGame | undefined, draft: OwnGame | undefined): string {
  if (published?.review) return `${published.title} is in review. Your later games are public at once.`
  if (published) return `${published.title} is ${published.access.visibility}.`
  return draft ? `${draft.title} is a draft.` : 'None yet.'
}
