import { badgeOf } from '@nofiller/contract/catalog/badge'
import type { UpdatedCard } from '@nofiller/contract/catalog/catalog'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { Link } from 'react-router'
import { useOwns } from '../../../session/session.ts'
import { PREFETCH } from '../../../ui/browser/prefetch.ts'
import { MovingTime } from '../../../ui/moving-time.tsx'
import { showTodayOrDay } from '../../../ui/today-or-day.ts'
import type { ShownCard } from '../shown-card.ts'
import { Thumbnail } from './thumbnail.tsx'

export type ShownUpdate = Pick<
  ShownCard,
  '_id' | 'slug' | 'title' | 'price' | 'isFree' | 'devName' | 'cardPicture'
> &
  Pick<UpdatedCard, 'release'>

/** Games with what is new in each, in the developer's sentence. */
export const UpdatedList = ({ games }: { games: readonly ShownUpdate[] }) => (
  <ul className="updated-list">
    {games.map((game) => (
      <li key={game._id}>
        <UpdatedRow game={game} />
      </li>
    ))}
  </ul>
)

function UpdatedRow({ game }: { game: ShownUpdate }) {
  const { slug, title, devName, release } = game
  const badge = badgeOf(game, useOwns(game._id))
  return (
    <Link to={gamePath(slug)} prefetch={PREFETCH} discover="none" className="updated-row">
      <Thumbnail game={game} className="row-picture" />
      <span className="min-w-0">
        <span translate="no" className="row-title block truncate">
          <bdi>{title}</bdi> <span className="font-500 text-muted">{release.label}</span>
        </span>
        <span dir="auto" className="block text-muted phone:truncate">
          {release.summary}
        </span>
        <span translate="no" dir="auto" className="sr-only">
          {devName}
        </span>
      </span>
      <span className="grid justify-items-end text-sm text-faint">
        <MovingTime iso={release.releasedAt} say={showTodayOrDay} />
        <span translate={badge.kind === 'price' ? 'no' : undefined}>{badge.text}</span>
      </span>
    </Link>
  )
}
