import type { GameCard } from '@nofiller/contract/catalog/catalog'
import { gamePath } from '@nofiller/contract/catalog/paths'
import type { Order } from '@nofiller/contract/orders/orders'
import { Link } from 'react-router'
import { GamePicture } from '../../catalog/game-picture.tsx'

/** A game with its picture, in a list. */
export const GameLink = ({ game }: { game: Pick<GameCard, 'slug' | 'title' | 'cardPicture'> }) => (
  <Link
    to={gamePath(game.slug)}
    className="flex min-w-0 items-center gap-3 font-semibold no-underline hover:underline"
  >
    <GamePicture game={game} sizes="50px" className="h-[35px] w-[50px] rounded-1" />
    <span translate="no" dir="auto" className="min-w-0 break-words">
      {game.title}
    </span>
  </Link>
)

/** An order by its title: its first game, and the number of others. */
export const OrderGames = ({ order: { game, title } }: { order: Pick<Order, 'game' | 'title'> }) => (
  <GameLink game={{ ...game, title }} />
)
