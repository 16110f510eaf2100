import type { Game } from '@nofiller/contract/catalog/catalog'
import type { LibraryEntry } from '@nofiller/contract/library/library'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcDay } from '@nofiller/contract/text/time'
import { AllReleases, WhatsNew } from '../catalog/game/game-details.tsx'

/** What was released since the owner's version of a game. */
export default function SinceYours({
  game,
  entry: { version, update },
}: {
  game: Game
  entry: LibraryEntry
}) {
  if (!version || !update) return <WhatsNew game={game} />
  return (
    <section className="grid gap-3 border-y border-line py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg/6 font-bold wrap-anywhere">Since your {version.label}</h2>
        <span className="text-sm text-muted">{plural(update.releaseCount, 'version')}</span>
      </div>
      {update.releases.map(({ releaseId, label, releasedAt, summary }) => (
        <div key={releaseId} className="max-w-[64ch] wrap-anywhere">
          <h3 className="text-ui text-muted">
            <b translate="no" className="font-650 text-text">
              {label}
            </b>{' '}
            · {showUtcDay(releasedAt)}
          </h3>
          <p>{summary || 'No notes were written.'}</p>
        </div>
      ))}
      {game.release && <AllReleases slug={game.slug} count={game.release.count} />}
    </section>
  )
}
