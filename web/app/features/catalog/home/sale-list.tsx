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
      <span className="grid min-w-0 gap-0.5">
        <span translate="no" dir="auto" className="row-title truncate">
          {title}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base/6">
          {sale && badge.kind === 'price' ? (
            <>
              <span className="rounded-1 border border-edge px-1.5 text-sm/5 font-650">−{sale.percent}%</span>
              <OldPrice dollars={sale.listPrice} className="text-sm text-muted" />
              <b translate="no" className="font-650">
                {showPrice(price)}
              </b>
            </>
          ) : (
            <b className="font-650">{badge.text}</b>
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
