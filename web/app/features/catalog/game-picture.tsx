import { IconGamepad } from '../../ui/icons.tsx'
import { Art, type ArtProps } from './art.tsx'
import type { ShownCard } from './shown-card.ts'

type GamePictureProps = {
  game: Pick<ShownCard, 'title' | 'cardPicture'>
  /** The size of the box, and its corners. */
  className: string
} & Pick<ArtProps, 'sizes' | 'eager'>

/**
 * A game's picture, in a list or beside a text: one rule and one look everywhere. A game
 * without a picture shows its title, or a symbol if the box is small; never an empty box.
 */
export const GamePicture = ({ game, className, ...art }: GamePictureProps) => (
  <span className={`picture ${className}`} data-veil={game.cardPicture?.veil}>
    {game.cardPicture ? <Art picture={game.cardPicture} alt="" {...art} /> : <NoPicture title={game.title} />}
    {game.cardPicture?.veil && game.cardPicture.veil !== 'limits' && <span className="adult-mark">18+</span>}
  </span>
)

const NoPicture = ({ title }: { title: string }) => (
  <span aria-hidden="true" className="absolute inset-0 grid place-items-center overflow-hidden text-muted">
    <span translate="no" dir="auto" className="d4 hidden px-4 text-center @min-[120px]:block">
      {title}
    </span>
    <IconGamepad className="size-5 @min-[120px]:hidden" />
  </span>
)
