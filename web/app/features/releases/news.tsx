import type { Game, NewestRelease } from '@nofiller/contract/catalog/catalog'
import type { LibraryEntry } from '@nofiller/contract/library/library'
import { releasesPath } from '@nofiller/contract/releases/release-paths'
import { NO_NOTES, savesWords } from '@nofiller/contract/releases/save-words'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcDay } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LatestPosts } from '../posts/latest-posts.tsx'

type NewsProps = { game: Game; release: NewestRelease; entry: LibraryEntry | null }

/** What is new in a game: since an owner's version, or in its newest release; and its newest posts. */
export default function News({ game, entry }: Pick<NewsProps, 'game' | 'entry'>) {
  return (
    <>
      {game.release && <NewVersions game={game} release={game.release} entry={entry} />}
      {game.posts.length > 0 && <LatestPosts game={game} />}
    </>
  )
}

function NewVersions({ game, release, entry }: NewsProps) {
  if (entry?.version && entry.update)
    return <SinceYours game={game} release={release} version={entry.version} update={entry.update} />
  if (release.count < 2 && !release.summary) return null
  return <WhatsNew game={game} release={release} />
}

type SinceYoursProps = Omit<NewsProps, 'entry'> & {
  version: NonNullable<LibraryEntry['version']>
  update: NonNullable<LibraryEntry['update']>
}

const SinceYours = ({ game, release, version, update }: SinceYoursProps) => (
  <Section
    game={game}
    release={release}
    title={`Since your ${version.label}`}
    aside={plural(update.releaseCount, 'version')}
  >
    {update.releases.map(({ releaseId, label, releasedAt, summary }) => (
      <div key={releaseId} className="max-w-[64ch] wrap-anywhere">
        <h3 className="text-ui text-muted">
          <b translate="no" className="font-650 text-text">
            {label}
          </b>{' '}
          · {showUtcDay(releasedAt)}
        </h3>
        <p>{summary || NO_NOTES}</p>
      </div>
    ))}
  </Section>
)

const WhatsNew = ({ game, release }: Omit<NewsProps, 'entry'>) => (
  <Section
    game={game}
    release={release}
    title={`What’s new in ${release.label}`}
    aside={showUtcDay(release.releasedAt)}
  >
    <p className="max-w-[64ch] wrap-anywhere">{release.summary || NO_NOTES}</p>
    {release.knownProblems && (
      <p className="max-w-[64ch] text-ui wrap-anywhere">
        <b className="font-650">Known problem:</b> {release.knownProblems}
      </p>
    )}
    <p className="text-ui text-muted">{savesWords(release)}</p>
  </Section>
)

type SectionProps = Omit<NewsProps, 'entry'> & { title: string; aside: string; children: ReactNode }

const Section = ({ game, release, title, aside, children }: SectionProps) => (
  <section className="grid gap-2 border-y border-line py-5">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-lg/6 font-bold wrap-anywhere">{title}</h2>
      <span className="text-sm text-muted">{aside}</span>
    </div>
    {children}
    <p>
      <Link to={releasesPath(game.slug)} className="game-link text-ui">
        {release.count === 1 ? 'Its release' : `All ${release.count} releases`}
      </Link>
    </p>
  </section>
)
