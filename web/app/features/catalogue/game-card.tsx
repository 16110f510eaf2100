import { badgeOf } from '@nofiller/contract/badge'
import type { GameCard as Card } from '@nofiller/contract/catalogue'
import { Link } from 'react-router'
import { useOwns } from '../../session/session.ts'
import { PREFETCH } from '../../ui/prefetch.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Art, useBlurred } from './art.tsx'
import { DeviceIcons } from './device-icon.tsx'
import { PriceSticker } from './price-sticker.tsx'

const TAGS_SHOWN = 3

type GameCardProps = {
  game: Card
  /** Its picture is seen without scrolling. */
  eager?: boolean
  className?: string
}

/** A game in a list: one link, 250 px wide at every size (document 1 §2). */
export function GameCard({ game, eager = false, className = '' }: GameCardProps) {
  const badge = badgeOf(game, useOwns(game._id))
  return (
    <Link
      to={`/game/${game.slug}`}
      prefetch={PREFETCH}
      className={`group/card relative isolate flex w-[250px] flex-none flex-col text-text no-underline focus-visible:outline-none ${className}`}
    >
      {/* Read in this order: title, developer, badge, devices. The picture is drawn first. */}
      <span className="truncate text-md/5 font-650 decoration-1 underline-offset-3 group-hover/card:underline group-focus-visible/card:underline">
        {game.title}
      </span>
      <span className="mt-0.5 flex justify-between gap-2 text-sm text-faint">
        <span className="truncate">{game.devName}</span>
        <PriceSticker badge={badge} className="absolute top-[164px] right-2.5 z-1" />
        <DeviceIcons devices={game.devices} />
      </span>
      <span className="mt-2.5 flex min-w-0 gap-1.5">
        {game.tags.length === 0 && <Tag dashed>(pick at least 1 tag)</Tag>}
        {game.tags.slice(0, TAGS_SHOWN).map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
      <span className="relative order-first mb-[18px] block h-[175px]">
        <CardArt game={game} eager={eager} />
        <span className="absolute inset-0 rounded-2 inset-ring inset-ring-[#ffffff14] group-hover/card:ring-2 group-hover/card:ring-focus group-focus-visible/card:ring-2 group-focus-visible/card:ring-focus light:inset-ring-[#0000001a]" />
      </span>
    </Link>
  )
}

function CardArt({ game, eager }: { game: Card; eager: boolean }) {
  const blurred = useBlurred(game)
  return (
    <span className="absolute inset-0 block overflow-hidden rounded-2 bg-surface">
      {game.cardPicture ? (
        <Art picture={game.cardPicture} sizes="250px" blurred={blurred} alt="" eager={eager} />
      ) : (
        <span className="d4 grid size-full place-items-center px-4 text-center text-muted">{game.title}</span>
      )}
      {blurred && (
        <span className="absolute top-2.5 left-2.5 rounded-1 bg-sticker-ink/80 px-2 text-xs/6 font-bold text-sticker">
          18+
        </span>
      )}
    </span>
  )
}

/** A card that is on its way. */
export const GameCardSkeleton = () => (
  <div aria-hidden="true" className="w-[250px] flex-none">
    <Skeleton className="mb-[18px] h-[175px] rounded-2" />
    <Skeleton className="h-5 w-40" />
    <Skeleton className="mt-2 h-4 w-full" />
    <Skeleton className="mt-3 h-5.5 w-48" />
  </div>
)
