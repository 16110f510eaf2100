import { gamePath } from '@nofiller/contract/catalog/paths'
import type { LibraryEntry, LibraryFacets, LibraryUpdate } from '@nofiller/contract/library/library'
import { releasesPath } from '@nofiller/contract/releases/release-paths'
import { NO_NOTES } from '@nofiller/contract/releases/save-words'
import { plural } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { IconBellOff, IconMore } from '../../ui/dashboard-icons.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { List } from '../../ui/list/list.tsx'
import { Panel } from '../../ui/page.tsx'
import { showDay } from '../../ui/when.ts'
import { GamePicture } from '../catalog/game-picture.tsx'
import { SavePath, SavesVerdict, versionWords } from '../releases/save-path.tsx'
import { EarlyLine } from './early-line.tsx'
import { useRefreshLibrary } from './library-entry.ts'
import { useUpdates } from './use-updates.ts'

const SHOWN = 12

type Updated = LibraryEntry & { update: LibraryUpdate }

/** What is new in the games of a library, above them all; then the heading of all games (VE7). */
export function Updates({ facets: { updated, muted } }: { facets: LibraryFacets }) {
  const list = useList('GET /api/library', { updated: '1', sort: 'updated' }, { limit: SHOWN })
  const heading = useRef<HTMLHeadingElement>(null)
  const below = useRef<HTMLHeadingElement>(null)
  const rows = (list.data ?? []).filter((entry): entry is Updated => entry.update !== null)
  if (updated === 0 && muted.length === 0) return null
  return (
    <>
      {rows.length > 0 && (
        <section aria-labelledby="updates">
          <Panel flush>
            <div className="flex items-baseline gap-2.5 px-4 py-3 phone:px-5">
              <h2 id="updates" ref={heading} tabIndex={-1} className="text-md/6 font-bold outline-none">
                Updates
              </h2>
              <span className="mr-auto text-sm text-muted">{sizeOf(rows, list.total)}</span>
              <SkipAll onDone={() => below.current?.focus()} />
            </div>
            <List list={list} error="Failed to load your updates" empty={null}>
              {() =>
                rows.map((entry, at) => (
                  <UpdateRow
                    key={`${entry.gameId} ${entry.update.newest.releaseId}`}
                    entry={entry}
                    opens={at === 0 && entry.update.saves === 'steps'}
                    next={rows.length > 1 ? heading : below}
                  />
                ))
              }
            </List>
          </Panel>
        </section>
      )}
      <div className="-mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 ref={below} tabIndex={-1} className="d4 outline-none">
          All games
        </h2>
        <MutedGames muted={muted} />
      </div>
    </>
  )
}

function sizeOf(rows: readonly Updated[], total: number): string {
  const games = plural(total, 'game')
  const bytes = rows.reduce((sum, { update }) => sum + update.build.size, 0)
  return total === rows.length ? `${games}, ${showSize(bytes)}` : games
}

function SkipAll({ onDone }: { onDone: () => void }) {
  const refresh = useRefreshLibrary()
  const { busy, press } = useAction(async () => {
    await call('POST /api/library/skip-updates')
    onDone()
    await refresh()
  })
  return (
    <Button kind="quiet" size="small" className="-mr-3" busy={busy} onClick={() => press()}>
      Skip all
    </Button>
  )
}

type UpdateRowProps = {
  entry: Updated
  /** Shows all at first. */
  opens: boolean
  /** Gets the focus once the row is gone. */
  next: RefObject<HTMLElement | null>
}

function UpdateRow({ entry, opens, next }: UpdateRowProps) {
  const [isOpen, setOpen] = useState(opens)
  const { game, version, update } = entry
  const acts = useUpdates(entry, () => next.current?.focus())
  const download = (
    <Button
      kind={isOpen ? 'primary' : 'secondary'}
      size="small"
      className="max-phone:flex-1"
      icon={<IconDownload className="size-4" />}
      busy={acts.download.busy}
      onClick={() => acts.download.press(update.build)}
    >
      <span>
        Download<span className="sr-only"> {game.title}</span>
        <span className={isOpen ? '' : 'sr-only'}> {update.newest.label}</span>, {showSize(update.build.size)}
      </span>
    </Button>
  )
  const toggle = (
    <Button
      kind="quiet"
      size="small"
      square
      aria-expanded={isOpen}
      aria-label={`More for ${game.title}`}
      onClick={() => setOpen(!isOpen)}
    >
      <IconMore className="size-4" />
    </Button>
  )
  return (
    <article
      data-row
      className="grid grid-cols-[60px_minmax(0,1fr)_auto] gap-x-3.5 gap-y-2 border-t border-line p-4 phone:grid-cols-[100px_minmax(0,1fr)_auto] phone:gap-x-5 phone:gap-y-1.5 phone:p-5"
    >
      <GamePicture
        game={entry.isBeyondLimits ? { ...game, cardPicture: null } : game}
        className="aspect-10/7 w-full self-start rounded-2 phone:row-span-2"
        sizes="100px"
      />
      <div className="min-w-0">
        <Link
          to={gamePath(game.slug)}
          translate="no"
          className="text-md/6 font-bold wrap-anywhere hover:underline"
        >
          {game.title}
        </Link>
        <p className="text-muted">
          {version && `${versionWords(version)} · `}
          <b className="font-650 text-text">{update.newest.label} is out</b>
        </p>
        <EarlyLine entry={entry} />
      </div>
      {isOpen ? (
        <>
          {toggle}
          <div className="grid gap-3.5 max-phone:col-span-full phone:col-[2/-1] phone:mt-2">
            <Notes entry={entry} />
            <div className="grid gap-2.5 rounded-2 border border-line bg-inset px-4 py-3 text-ui">
              <p>
                <SavesVerdict version={version} update={update} />
              </p>
              <SavePath
                version={version}
                update={update}
                onDownload={({ build }) => build && acts.download.press(build)}
              />
            </div>
            <div className="flex flex-wrap items-center gap-2">
              {download}
              <Button
                size="small"
                className="max-phone:flex-1"
                busy={acts.have.busy}
                onClick={() => acts.have.press(update.build)}
              >
                I have this already
              </Button>
              <Button
                kind="quiet"
                size="small"
                busy={acts.skip.busy}
                onClick={() => acts.skip.press(update.newest.releaseId)}
              >
                Skip {update.newest.label}
              </Button>
              <Button
                kind="quiet"
                size="small"
                icon={<IconBellOff className="size-4" />}
                busy={acts.mute.busy}
                onClick={() => acts.mute.press(true)}
              >
                Mute
              </Button>
            </div>
          </div>
        </>
      ) : (
        <>
          <div className="flex items-start gap-2 max-phone:order-1 max-phone:col-span-full">
            {download}
            {toggle}
          </div>
          <p className="text-ui max-phone:col-span-full phone:col-[2/-1]">
            <SavesVerdict version={version} update={update} />{' '}
            {update.saves !== 'none' && <span className="text-muted">{update.releases[0]?.summary}</span>}
          </p>
        </>
      )}
    </article>
  )
}

/** What was released since the reader's version, in order. */
function Notes({ entry: { game, update } }: { entry: Updated }) {
  const more = update.releaseCount - update.releases.length
  return (
    <dl className="grid max-w-[70ch] grid-cols-[max-content_minmax(0,1fr)] gap-x-3.5 gap-y-1 text-ui">
      {update.releases.map(({ releaseId, label, summary, releasedAt }) => (
        <div key={releaseId} className="contents">
          <dt translate="no" className="max-w-32 font-650 wrap-anywhere">
            {label}
          </dt>
          <dd className="text-muted">
            {summary || NO_NOTES} {showDay(releasedAt)}
          </dd>
        </div>
      ))}
      {more > 0 && (
        <Link to={releasesPath(game.slug)} className="col-span-full underline underline-offset-3">
          {plural(more, 'earlier release')}
        </Link>
      )}
    </dl>
  )
}

function MutedGames({ muted: [first, ...others] }: Pick<LibraryFacets, 'muted'>) {
  if (!first) return null
  if (others.length > 0)
    return (
      <p className="text-sm text-muted">
        {others.length + 1} games are muted.{' '}
        <Link to="?muted=1" className="text-text underline underline-offset-3">
          Show them
        </Link>
      </p>
    )
  return <MutedGame gameId={first.gameId} title={first.title} />
}

function MutedGame({ gameId, title }: LibraryFacets['muted'][number]) {
  const { mute } = useUpdates({ gameId, game: { title }, update: null })
  return (
    <p className="text-sm text-muted">
      <span translate="no">{title}</span> is muted.{' '}
      <button
        type="button"
        className="cursor-pointer text-text underline underline-offset-3 max-phone:min-h-8"
        onClick={() => mute.press(false)}
      >
        Show its updates
      </button>
    </p>
  )
}
