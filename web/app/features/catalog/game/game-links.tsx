import type { Game } from '@nofiller/contract/catalog/catalog'
import SubjectLinks from '../../blocks/subject-links.tsx'
import BundleLinks from '../../bundles/bundle-links.tsx'
import FollowButton from '../../follows/follow-button.tsx'

/** What else can be done with a game, below its price: loaded in one piece after the page. */
export default function GameLinks({ game }: { game: Game }) {
  const { _id: id, title: name, developer, followers } = game
  return (
    <>
      <FollowButton kind="game" id={id} name={name} developerId={developer._id} followers={followers} />
      <BundleLinks filter={{ game: id }} title="In a bundle" />
      <SubjectLinks subject={{ kind: 'game', game }} />
    </>
  )
}
