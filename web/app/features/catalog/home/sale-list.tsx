import { badgeOf } from '@nofiller/contract/catalog/badge'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { showPrice } from '@nofiller/contract/pricing/money'
import { Link } from 'react-router'
import { useOwns } from '../../../session/session.ts'
import { PREFETCH } from '../../../ui/browser/prefetch.ts'
import { GamePicture } from '../game-picture.tsx'
import { OldPrice, SaleEnd } from '../sale.tsx'
import type { ShownCard } from '../shown-card.ts'

export type ShownSale = Pick<
  ShownCard,
  '_id' | 'slug' | 'title' | 'price' | 'sale' | 'isFree' | 'devName' | 'cardPicture'
>

/** Games on sale with both prices and the end, each a small picture and three lines. */
export const SaleList = ({ games }: { games: readonly ShownSale[] }) => (
  <ul className="sale-list">
    {games.map((game) => (
      <li key={game._id}>
        <SaleRow game={game} />
      </li>
    ))}
  </ul>
)

function SaleRow({ game }: { game: ShownSale }) {
  const { slug, title, price, sale, devName } = game
  const badge = badgeOf(game, useOwns(game._id))
  return (
    <Link to={gamePath(slug)} prefetch={PREFETCH} discover="none" className="sale-row">
      <GamePicture game={game} sizes="120px" className="h-21 w-30 rounded-2" />
      <span>
        <span translate="no" dir="auto" className="row-title truncate">
          {title}
        </span>
        <span className="sale-prices">
          {sale && badge.kind === 'price' ? (
            <>
              <span>{`−${sale.percent}%`}</span>
              <OldPrice dollars={sale.listPrice} />
              <b translate="no">{showPrice(price)}</b>
            </>
          ) : (
            <b>{badge.text}</b>
          )}
        </span>
        <span className="truncate text-sm text-muted">
          {sale && (
            <>
              <SaleEnd sale={sale} /> ·{' '}
            </>
          )}
          <span translate="no" dir="auto">
            {devName}
          </span>
        </span>
      </span>
    </Link>
  )
}
