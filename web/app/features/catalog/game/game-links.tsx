import type { Game } from '@nofiller/contract/catalog/catalog'
import SubjectLinks from '../../blocks/subject-links.tsx'
import BundleLinks from '../../bundles/bundle-links.tsx'
import FollowButton from '../../follows/follow-button.tsx'

/** What else can be done with a game, below its files: loaded in one piece after the page. */
export default function GameLinks({ game }: { game: Game }) {
  return (
    <>
      <BundleLinks filter={{ game: game._id }} title="In a bundle" />
      <SubjectLinks subject={{ kind: 'game', game }} />
    </>
  )
}

/** Follows a game, beside its wishlist button. */
export const FollowGame = ({ game: { _id: id, title, developer, followers } }: { game: Game }) => (
  <FollowButton kind="game" id={id} name={title} developerId={developer._id} followers={followers} />
)
