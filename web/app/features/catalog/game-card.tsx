import { badgeOf } from '@nofiller/contract/catalog/badge'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { Link } from 'react-router'
import { useOwns } from '../../session/session.ts'
import { PREFETCH } from '../../ui/browser/prefetch.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CardBasketButton } from '../basket/card-basket-button.tsx'
import { WishHeart } from '../wishlist/wish-heart.tsx'
import { DeviceIcons } from './device-icon.tsx'
import { GamePicture } from './game-picture.tsx'
import { PriceSticker } from './price-sticker.tsx'
import { SaleLine } from './sale.tsx'
import type { ShownCard } from './shown-card.ts'

const TAGS_SHOWN = 3

type GameCardProps = {
  game: ShownCard
  /** Its picture is visible without scrolling. */
  eager?: boolean
  className?: string
}

/** A game in a list: one link, 250 px wide, on phones as wide as its column (requirements 4.1); beside it two buttons. */
export function GameCard({ game, eager = false, className = '' }: GameCardProps) {
  const badge = badgeOf(game, useOwns(game._id))
  return (
    <div className={`game-card ${className}`}>
      <Link to={gamePath(game.slug)} prefetch={PREFETCH} discover="none">
        {/* Read in this order: title, developer, badge, devices. The picture is drawn first. */}
        <span translate="no" dir="auto" className="card-title">
          {game.title}
        </span>
        <span translate="no" dir="auto" className="card-developer">
          {game.devName}
        </span>
        <PriceSticker badge={badge} sale={game.sale} className="card-sticker" />
        <span className="card-devices">
          <DeviceIcons devices={game.devices} />
        </span>
        <span className="card-tags">
          {game.tags.length === 0 && <Tag dashed>(pick at least 1 tag)</Tag>}
          {game.tags.slice(0, TAGS_SHOWN).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
        {game.recommended && (
          <span className="card-reviews">
            {game.recommended.share}% of {game.recommended.counted} recommend it
          </span>
        )}
        {game.sale && badge.kind === 'price' && <SaleLine sale={game.sale} />}
        <span className="card-picture">
          <GamePicture
            game={game}
            sizes="(min-width:641px)250px,50vw"
            eager={eager}
            className="picture-card"
          />
        </span>
      </Link>
      {badge.kind !== 'owned' && <WishHeart game={game} />}
      {badge.kind === 'price' && <CardBasketButton game={game} />}
    </div>
  )
}

/** The placeholder of a card. */
export const GameCardSkeleton = () => (
  <div aria-hidden="true" className="w-[250px] flex-none max-phone:w-full">
    <Skeleton className="mb-[18px] aspect-10/7 rounded-2" />
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="mt-2 h-4 w-full" />
    <Skeleton className="mt-3 h-5.5 w-3/4 max-phone:hidden" />
  </div>
)
