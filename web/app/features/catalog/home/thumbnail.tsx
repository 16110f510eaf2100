import { pictureAddress } from '@nofiller/contract/catalog/pictures'
import { GamePicture } from '../game-picture.tsx'
import type { ShownCard } from '../shown-card.ts'

type ThumbnailProps = { game: Pick<ShownCard, 'title' | 'cardPicture'>; className?: string }

/** The smallest picture of a game, where its title stands beside it: one form of it alone, as a page has dozens. */
export function Thumbnail({ game, className = '' }: ThumbnailProps) {
  const { cardPicture } = game
  if (!cardPicture) return <GamePicture game={game} sizes="60px" className={className} />
  const { url, widths, veil } = cardPicture
  const [smallest] = widths
  return (
    <img
      loading="lazy"
      src={smallest === undefined ? url : pictureAddress(url, smallest, 'webp')}
      alt=""
      width={60}
      height={42}
      data-veil={veil}
      className={className || undefined}
    />
  )
}
