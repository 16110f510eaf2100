import type { Game } from '@nofiller/contract/catalog/catalog'
import { Link } from 'react-router'
import { IconCheck } from '../../../ui/icons.tsx'
import { showDay } from '../../../ui/when.ts'
import type { Ownership } from '../../orders/purchase/ownership.ts'

type OwnedStripProps = { game: Pick<Game, 'visibility'>; owned: Pick<Ownership, 'since' | 'isOwn'> }

/** Says that the visitor already owns the game, or made it. */
export default function OwnedStrip({ game, owned: { since, isOwn } }: OwnedStripProps) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border border-line bg-text/7 px-4 py-3 text-ui"
    >
      <IconCheck className="size-[18px]" />
      <span className="mr-auto">
        <b className="font-650">
          {isOwn ? 'Your own game' : since ? `Owned since ${showDay(since)}` : 'Owned'}
        </b>
        {isOwn && game.visibility === 'unlisted' && ' · Unlisted'}
      </span>
      {/* In the text color: a game's link color is checked on its panel, not on this tint of it. */}
      <Link
        to={isOwn ? '/dev-dashboard' : '/library'}
        className="underline underline-offset-3 hover:decoration-2"
      >
        {isOwn ? 'Your games' : 'Library'}
      </Link>
    </p>
  )
}
