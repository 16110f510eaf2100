import { badgeOf } from '@nofiller/contract/catalogue/badge'
import type { GameCard as Card } from '@nofiller/contract/catalogue/catalogue'
import { gamePath } from '@nofiller/contract/catalogue/paths'
import { Link } from 'react-router'
import { useOwns } from '../../session/session.ts'
import { PREFETCH } from '../../ui/browser/prefetch.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CardBasketButton } from '../basket/card-basket-button.tsx'
import { DeviceIcons } from './device-icon.tsx'
import { GamePicture } from './game-picture.tsx'
import { PriceSticker } from './price-sticker.tsx'
import { SaleLine } from './sale.tsx'

const TAGS_SHOWN = 3

type GameCardProps = {
  game: Card
  /** Its picture is seen without scrolling. */
  eager?: boolean
  className?: string
}

/** A game in a list: one link, 250 px wide, on phones as wide as its column (requirements 4.1); beside it a button. */
export function GameCard({ game, eager = false, className = '' }: GameCardProps) {
  const badge = badgeOf(game, useOwns(game._id))
  return (
    <div className={`group/card relative w-[250px] flex-none max-phone:w-full ${className}`}>
      <Link
        to={gamePath(game.slug)}
        prefetch={PREFETCH}
        className="group/link isolate grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-text no-underline focus-visible:outline-none"
      >
        {/* Read in this order: title, developer, badge, devices. The picture is drawn first. */}
        <span className="col-span-2 truncate text-md/5 font-650 decoration-1 underline-offset-3 group-hover/card:underline group-focus-visible/link:underline">
          {game.title}
        </span>
        <span className="mt-0.5 truncate text-sm text-faint max-phone:col-span-2">{game.devName}</span>
        <PriceSticker
          badge={badge}
          sale={game.sale}
          className="z-1 col-[1/3] row-start-1 mr-2.5 mb-[5px] self-end justify-self-end"
        />
        <span className="mt-0.5 flex h-5 text-sm text-faint max-phone:hidden">
          <DeviceIcons devices={game.devices} />
        </span>
        <span className="col-span-2 mt-2.5 flex min-w-0 gap-1.5 max-phone:hidden">
          {game.tags.length === 0 && <Tag dashed>(pick at least 1 tag)</Tag>}
          {game.tags.slice(0, TAGS_SHOWN).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
        {game.sale && badge.kind === 'price' && <SaleLine sale={game.sale} />}
        <span className="relative col-[1/3] row-start-1 mb-[18px]">
          <GamePicture
            game={game}
            sizes="(min-width: 641px) 250px, 50vw"
            eager={eager}
            className="aspect-10/7 rounded-2"
          />
          <span className="absolute inset-0 rounded-2 inset-ring inset-ring-[#ffffff14] group-hover/card:ring-2 group-hover/card:ring-focus group-focus-visible/link:ring-2 group-focus-visible/link:ring-focus light:inset-ring-[#0000001a]" />
        </span>
      </Link>
      {badge.kind === 'price' && <CardBasketButton game={game} />}
    </div>
  )
}

/** A card that is on its way. */
export const GameCardSkeleton = () => (
  <div aria-hidden="true" className="w-[250px] flex-none max-phone:w-full">
    <Skeleton className="mb-[18px] aspect-10/7 rounded-2" />
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="mt-2 h-4 w-full" />
    <Skeleton className="mt-3 h-5.5 w-3/4 max-phone:hidden" />
  </div>
)
