import type { Game } from '@nofiller/contract/catalog/catalog'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { releaseAnchor, releasesFeedPath } from '@nofiller/contract/releases/release-paths'
import type { Release, ReleaseFile } from '@nofiller/contract/releases/releases'
import { NO_NOTES, savesWords } from '@nofiller/contract/releases/save-words'
import { plural } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
import { showUtcDay } from '@nofiller/contract/text/time'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAction } from '../../api/use-action.ts'
import { DeviceIcon } from '../../features/catalog/device-icon.tsx'
import { GamePicture } from '../../features/catalog/game-picture.tsx'
import { notHere } from '../../features/catalog/not-here.tsx'
import { indexedIf } from '../../features/catalog/search-engines.ts'
import { shownCard } from '../../features/catalog/shown-card.ts'
import { hiddenMeta } from '../../features/content-limits/hidden-meta.server.ts'
import { shownOnce } from '../../features/content-limits/shown-once.ts'
import { FeedLink } from '../../features/feeds/feed-link.tsx'
import { useLibraryEntry } from '../../features/library/library-entry.ts'
import { showLocalMoment } from '../../features/releases/local-time.ts'
import { cleanNotes, loadReleases, type ShownReleases } from '../../features/releases/shown-releases.ts'
import { WindowTime } from '../../features/releases/window-time.tsx'
import { servicesContext } from '../../services.ts'
import { withStoreName } from '../../shell/store-info.ts'
import { useFocusAfterLoad } from '../../ui/browser/focus-after-load.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { IconCheck, IconChevronDown, IconChevronLeft, IconCircleInfo } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from './+types/releases.ts'

const HiddenPage = lazyPart(() => import('../../features/content-limits/hidden-page.tsx'))
/** Only for few visitors, so loaded separately. */
const OwnVersion = lazyPart(() => import('../../features/releases/own-version.tsx'))
const OwnReleases = lazyPart(() => import('../../features/releases/own-releases.tsx'))

const NOT_HERE = 'This game isn’t available'

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const show = shownOnce(request.url)
  const hiding = show ? null : await services.whyHidden(params.id)
  if (hiding) return { hiding, page: null, early: null, head: hiddenMeta(hiding, services.store) }
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const [page, game] = await Promise.all([
    services.releases(params.id, { after, show }),
    services.game(params.id),
  ])
  if (!page || !game) throw await notHere(services, params.id)
  const edition = game.gameFiles.find(({ _id }) => _id === game.supporters?.fileId)
  return {
    hiding,
    page: { ...page, game: { ...shownCard(page.game), _id: page.game._id } },
    early: { coming: after === undefined ? game.coming : [], edition: edition?.name ?? null },
    head: null,
  }
}

/** Notes loaded by navigation are cleaned here as well (requirements 5.5); the first page is HTML. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  const loaded = await serverLoader()
  if (!loaded.page) return loaded
  const releases = await cleanNotes(loaded.page.releases)
  return { ...loaded, page: { ...loaded.page, releases } }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: withStoreName(NOT_HERE, matches) }]
  if (loaderData.head) return loaderData.head
  const { game, isListed, total } = loaderData.page
  return [
    { title: withStoreName(`Releases of ${game.title}`, matches) },
    { name: 'description', content: `What is new in ${game.title}: ${plural(total, 'release')}.` },
    ...indexedIf(isListed),
    ...(isListed ? [feedOf(game)] : []),
  ]
}

const feedOf = ({ slug, title }: { slug: string; title: string }) => ({
  tagName: 'link' as const,
  rel: 'alternate',
  type: 'application/atom+xml',
  href: releasesFeedPath(slug),
  title: `Releases of ${title}`,
})

export default function Releases({ loaderData: { hiding, page, early } }: Route.ComponentProps) {
  return page ? <GameReleases page={page} early={early} /> : <HiddenPage hiding={hiding} />
}

/** All releases of a game, with notes, files and hashes; for an owner the way for their saves (VE13). */
function GameReleases({ page, early }: { page: ShownReleases; early: Early }) {
  const { game, total, since } = page
  const entry = useLibraryEntry(game._id).data ?? null
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <Link
        to={gamePath(game.slug)}
        translate="no"
        className="mb-3 inline-flex items-center gap-1.5 text-ui text-muted hover:text-text max-phone:min-h-8"
      >
        <IconChevronLeft className="size-4" />
        {game.title}
      </Link>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <PageTitle>Releases</PageTitle>
          {since && (
            <span className="text-muted">
              {total} since {showMonth(since)}
            </span>
          )}
        </div>
        {page.isListed && <FeedLink to={releasesFeedPath(game.slug)} />}
      </div>
      <div className="grid items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_344px] desktop:gap-10">
        <ReleaseList
          key={page.releases[0]?.id}
          page={page}
          early={early}
          mine={entry?.version?.releaseId ?? null}
        />
        {entry?.version && (
          <aside
            aria-label="Your version"
            className="grid gap-4 max-desktop:order-first desktop:sticky desktop:top-22"
          >
            <GamePicture
              game={entry.isBeyondLimits ? { ...game, cardPicture: null } : game}
              className="aspect-10/7 w-full rounded-2 max-desktop:hidden"
              sizes="344px"
            />
            <OwnVersion entry={entry} isWhole />
          </aside>
        )}
      </div>
    </Container>
  )
}

/** `Feb 2026` */
const showMonth = (iso: string): string => showUtcDay(iso).replace(/ \d+,/, '')

/** What buyers do not get yet, and the extra that makes supporters. */
type Early = Pick<Game, 'coming'> & { edition: string | null }

const NOTHING_EARLY: Early = { coming: [], edition: null }

type ReleaseListProps = { page: ShownReleases; early: Early; mine: string | null }

function ReleaseList({ page, early, mine }: ReleaseListProps) {
  const [search] = useSearchParams()
  const [more, setMore] = useState<{ releases: Release[]; next: string | null }>({
    releases: [],
    next: page.next,
  })
  const list = useRef<HTMLDivElement>(null)
  const focusAfterLoad = useFocusAfterLoad()
  const releases = [...page.releases, ...more.releases]
  const load = useAction(async () => {
    const { rows, next } = await loadReleases(page.game._id, {
      ...(more.next && { after: more.next }),
      ...(search.has('show') && { show: 'once' }),
    })
    focusAfterLoad(() => list.current?.querySelectorAll<HTMLElement>('h2')[releases.length])
    setMore({ releases: [...more.releases, ...rows], next })
  })
  return (
    <div ref={list}>
      <Panel flush className="px-4 phone:px-6">
        {early.coming.map((release) => (
          <ComingArticle key={release.label} release={release} edition={early.edition} />
        ))}
        {releases.map((release, at) => (
          <ReleaseArticle
            key={release.id}
            release={release}
            newest={
              page.isFirst && at === 0 ? (early.coming.length > 0 ? 'Newest for owners' : 'Newest') : null
            }
            isMine={release.id === mine}
          />
        ))}
        {(more.next || more.releases.length > 0) && (
          <div className="flex items-center justify-between gap-4 border-t border-line py-4">
            {more.next ? (
              <>
                <noscript>
                  <a
                    href={`?${new URLSearchParams({ ...Object.fromEntries(search), after: more.next })}`}
                    className={buttonClass()}
                  >
                    Next page
                  </a>
                </noscript>
                <Button
                  size="small"
                  className="noscript:hidden"
                  busy={load.busy}
                  onClick={() => load.press()}
                >
                  Load more
                </Button>
              </>
            ) : (
              <span />
            )}
            <span role="status" className="text-sm text-muted">
              Showing {releases.length} of {page.total}
            </span>
          </div>
        )}
      </Panel>
    </div>
  )
}

const ARTICLE =
  'grid grid-cols-1 gap-x-6 gap-y-4 border-line py-6 not-first:border-t phone:grid-cols-[128px_minmax(0,1fr)]'

type ComingArticleProps = { release: Game['coming'][number]; edition: string | null }

/** A release that buyers do not get yet: who has it, who gets it when, and what is new once somebody has it. */
const ComingArticle = ({ release: { label, steps, news }, edition }: ComingArticleProps) => (
  <article className={`${ARTICLE} has-[time:empty]:hidden`}>
    <h2 translate="no" className="d3 wrap-anywhere">
      {label}
    </h2>
    <div className="grid min-w-0 content-start gap-3">
      {news && (
        <>
          <Summary summary={news.summary} />
          <Saves of={news} />
        </>
      )}
      <p className={news ? 'text-sm text-muted' : 'max-w-[60ch] text-md/6'}>
        <WindowTime steps={steps} show={showLocalMoment} />
      </p>
      {edition && steps.some(({ audience }) => audience === 'supporters') && (
        <p className="text-sm text-muted wrap-anywhere">
          Supporters own <span translate="no">{edition}</span>.
        </p>
      )}
    </div>
  </article>
)

type ReleaseArticleProps = { release: Release; newest: string | null; isMine: boolean }

function ReleaseArticle({ release, newest, isMine }: ReleaseArticleProps) {
  const { label, releasedAt, summary, knownProblems, notes, files } = release
  return (
    <article id={releaseAnchor(label)} className={ARTICLE}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 phone:block">
        <h2 tabIndex={-1} translate="no" className="d3 wrap-anywhere outline-none">
          {label}
        </h2>
        <p className="text-sm text-muted">
          <time dateTime={releasedAt}>{showUtcDay(releasedAt)}</time>
        </p>
        <p className="flex flex-wrap gap-1.5 phone:mt-1.5 empty:hidden">
          {newest && <Tag>{newest}</Tag>}
          {isMine && <Tag>You have this</Tag>}
        </p>
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-3">
        <Summary summary={summary} />
        {knownProblems && (
          <p className="text-sm whitespace-pre-line wrap-anywhere">
            <b className="font-650">Known problem:</b> <span className="text-muted">{knownProblems}</span>
          </p>
        )}
        <Saves of={release} />
        {(notes || files.length > 0) && (
          <details className="group/notes">
            <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-2 text-ui font-semibold text-muted hover:text-text">
              <IconChevronDown className="size-4 group-open/notes:rotate-180" />
              <span className="group-open/notes:hidden">{notes ? 'All notes' : 'Files'}</span>
              <span className="hidden group-open/notes:inline">
                {notes ? 'Close the notes' : 'Close the files'}
              </span>
              <span className="sr-only"> of {label}</span>
            </summary>
            <div className="mt-2 grid grid-cols-1 gap-4">
              {notes && <Notes html={notes} />}
              <Files files={files} />
            </div>
          </details>
        )}
      </div>
    </article>
  )
}

const Summary = ({ summary }: Pick<Release, 'summary'>) => (
  <p className={`max-w-[60ch] text-md/6 wrap-anywhere ${summary ? '' : 'text-muted'}`}>
    {summary || NO_NOTES}
  </p>
)

const Saves = ({ of }: { of: Pick<Release, 'saves' | 'savesFrom' | 'savesNote'> }) => (
  <p className="flex items-start gap-2 text-sm wrap-anywhere">
    {of.saves === 'all' || of.saves === 'from' ? (
      <IconCheck className="mt-0.5 size-4 flex-none text-go" />
    ) : (
      <IconCircleInfo className="mt-0.5 size-4 flex-none text-muted" />
    )}
    {savesWords(of)}
  </p>
)

/** The developer's own text. The server sanitizes it when it is saved and again when it is read (requirements 5.5). */
const Notes = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised HTML, see above
  <div dir="auto" className="game-text" dangerouslySetInnerHTML={{ __html: html }} />
)

function Files({ files }: { files: readonly ReleaseFile[] }) {
  if (files.length === 0) return null
  return (
    <>
      <ul className="divide-y divide-line rounded-2 border border-line text-ui">
        {files.map(({ fileId, name, device, size }) => (
          <li
            key={fileId}
            className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-2.5 px-3.5 py-2"
          >
            <span title={device}>
              <DeviceIcon device={device} className="size-4 text-faint" />
              <span className="sr-only">{device}</span>
            </span>
            <span translate="no" className="truncate" title={name}>
              {name}
            </span>
            <span className="text-muted">{showSize(size)}</span>
          </li>
        ))}
      </ul>
      <details className="text-sm text-muted">
        <summary className="cursor-pointer list-none underline underline-offset-3 max-phone:min-h-8">
          Show SHA-256
        </summary>
        <dl className="mt-2 grid gap-2">
          {files.map(({ fileId, name, sha256 }) => (
            <div key={fileId} className="min-w-0">
              <dt translate="no" className="wrap-anywhere">
                {name}
              </dt>
              <dd translate="no" className="mono wrap-anywhere text-text">
                {sha256 ?? 'Not computed yet'}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <OwnReleases
    error={error}
    missingTitle={NOT_HERE}
    showPage={(page) => <GameReleases page={page} early={NOTHING_EARLY} />}
  />
)
