import { badgeOf } from '@nofiller/contract/catalog/badge'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { Link } from 'react-router'
import { useOwns } from '../../../session/session.ts'
import { PREFETCH } from '../../../ui/browser/prefetch.ts'
import { WishHeart } from '../../wishlist/wish-heart.tsx'
import { DeviceIcons } from '../device-icon.tsx'
import { GamePicture } from '../game-picture.tsx'
import { PriceSticker } from '../price-sticker.tsx'
import type { ShownCard, ShownPicture } from '../shown-card.ts'

export type ShownFeatured = Omit<ShownCard, 'tags' | 'recommended'> & {
  coverPicture: ShownPicture | null
  summary: string
}

/** One large picture and two small ones beside it; nothing without any game. */
export function Featured({ games }: { games: readonly ShownFeatured[] }) {
  const [first, ...others] = games
  if (!first) return null
  return (
    <section aria-labelledby="featured" className="section pt-0!">
      <h2 id="featured" className="d3 max-wide:sr-only">
        Featured
      </h2>
      <div className="featured" data-alone={others.length === 0 || undefined}>
        <FeaturedGame game={first} isLarge />
        {others.length > 0 && (
          <div className="featured-small">
            {others.map((game) => (
              <FeaturedGame key={game._id} game={game} isLarge={false} />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

const LARGE =
  '(min-width: 1360px) 790px, (min-width: 1200px) 814px, (min-width: 850px) calc(100vw - 346px), 100vw'
const SMALL = '(min-width: 641px) 250px, 50vw'

function FeaturedGame({ game, isLarge }: { game: ShownFeatured; isLarge: boolean }) {
  const badge = badgeOf(game, useOwns(game._id))
  const picture = isLarge ? { ...game, cardPicture: game.coverPicture ?? game.cardPicture } : game
  return (
    <div className={`game-card ${isLarge ? 'featured-large' : ''}`}>
      <Link to={gamePath(game.slug)} prefetch={PREFETCH} discover="none">
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
        <span dir="auto" className="featured-summary">
          {game.summary}
        </span>
        <span className="card-picture">
          <GamePicture
            game={picture}
            sizes={isLarge ? LARGE : SMALL}
            eager={isLarge}
            className={isLarge ? 'aspect-video rounded-2' : 'picture-card'}
          />
        </span>
      </Link>
      {badge.kind !== 'owned' && <WishHeart game={game} />}
    </div>
  )
}
