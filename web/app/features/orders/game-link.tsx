import type { Order } from '@nofiller/contract/orders'
import { Link } from 'react-router'

/** A game with its picture, in a list. */
export const GameLink = ({ game }: { game: Pick<Order['game'], 'slug' | 'title' | 'cardImageUrl'> }) => (
  <Link
    to={`/game/${game.slug}`}
    className="flex min-w-0 items-center gap-3 font-semibold no-underline hover:underline"
  >
    <Thumbnail url={game.cardImageUrl} />
    <span className="min-w-0 break-words">{game.title}</span>
  </Link>
)

function Thumbnail({ url }: { url: string | null }) {
  const look = 'h-[35px] w-[50px] shrink-0 rounded-1 bg-raised object-cover'
  if (url === null) return <span className={look} />
  return <img src={url} alt="" width={50} height={35} loading="lazy" className={look} />
}
