import type { Game } from '@nofiller/contract/catalog/catalog'
import { releasesPath } from '@nofiller/contract/releases/release-paths'
import { showUtcDay } from '@nofiller/contract/text/time'
import { Link } from 'react-router'
import Coming from '../../releases/coming.tsx'
import { shareLine } from '../../reviews/share-line.ts'

/** What owners say of a game, which version it is at, and what comes next. */
export default function GameLines({ game }: { game: Game }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-ui/5">
      {game.reviews.shown > 0 && (
        <>
          <dt className="text-muted">Reviews</dt>
          <dd>
            <a href="#reviews" className="font-semibold underline underline-offset-3">
              {shareLine(game.reviews)}
            </a>
          </dd>
        </>
      )}
      {game.release && (
        <>
          <dt className="text-muted">Version</dt>
          <dd translate="no">
            <Link to={releasesPath(game.slug)} className="font-semibold underline underline-offset-3">
              {game.release.label} · {showUtcDay(game.release.releasedAt)}
            </Link>
          </dd>
        </>
      )}
      <Coming coming={game.coming} />
    </dl>
  )
}
