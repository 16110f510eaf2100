import { gamePath } from '@nofiller/contract/catalog/paths'
import type { LibraryEntry, LibraryUpdate } from '@nofiller/contract/library/library'
import { noticePath } from '@nofiller/contract/notices/notice-paths'
import type { Notice } from '@nofiller/contract/notices/notices'
import { savePathInShort } from '@nofiller/contract/releases/save-words'
import { plural } from '@nofiller/contract/text/digits'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../api/use-call.ts'
import { useList } from '../../../api/use-list.ts'
import { useSession } from '../../../session/session.ts'
import { STORED_USER_KEY } from '../../../session/stored-user.ts'
import { InlineScript, scriptOf } from '../../../ui/browser/inline-script.tsx'
import { Button } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconDownload } from '../../../ui/icons.tsx'
import { useUpdates } from '../../library/use-updates.ts'
import { showNoticeDay } from '../../notices/notice-day.ts'
import { useMarkRead } from '../../notices/use-notices.ts'
import { versionWords } from '../../releases/save-path.tsx'
import { GamePicture } from '../game-picture.tsx'

const SHOWN = 3
/** How many rows each list had when this browser showed them last: `{"updates":3,"news":1}`. */
const KEY = 'own-news'

type Rows = { updates: number; news: number }
type Updated = LibraryEntry & { update: LibraryUpdate }

/**
 * What is new for who is signed in: updates of their games, and news of whom they follow. The page is the same for all, so
 * these come after it; their room is kept from before the first paint, as high as they were the last time.
 */
export function OwnNews() {
  const { state } = useSession()
  const updates = useList('GET /api/library', { updated: '1', sort: 'updated' }, { limit: SHOWN })
  const news = useCall('GET /api/notices', {
    query: { follows: '1', limit: SHOWN },
    enabled: state === 'signed-in',
  })
  const updated = updates.data?.filter((entry): entry is Updated => entry.update !== null)
  const rows = updated && news.data && { updates: updated.length, news: news.data.length }
  useKeepRoom(state, rows)
  if (state === 'signed-out') return null
  return (
    <>
      <div className="own-news">
        <OwnList id="own-updates" title="Your updates" count={updates.total}>
          {updated?.map((entry) => <UpdateRow key={entry.gameId} entry={entry} />) ?? WAITING}
        </OwnList>
        <OwnList id="own-follows" title="From developers you follow">
          {news.data?.map((notice) => <NewsRow key={notice.ids[0]} notice={notice} />) ?? WAITING}
        </OwnList>
      </div>
      <InlineScript code={KEEP_ROOM} />
    </>
  )
}

type OwnListProps = { id: string; title: string; count?: number; children: ReactNode }

const OwnList = ({ id, title, count = 0, children }: OwnListProps) => (
  <section aria-labelledby={id}>
    <div className="mb-1 flex items-baseline gap-3">
      <h2 id={id} className="d4">
        {title}
      </h2>
      {count > 0 && <span className="text-sm text-muted">{plural(count, 'game')}</span>}
    </div>
    <ul>{children}</ul>
  </section>
)

/** As high as a row; the style sheet shows as many as there were. */
const WAITING = ['a', 'b', 'c'].map((key) => (
  <li key={key} className="own-row">
    <Skeleton className="h-10.5 w-15 rounded-1" />
    <Skeleton className="h-5 w-3/5" />
  </li>
))

function UpdateRow({ entry }: { entry: Updated }) {
  const { game, version, update, isBeyondLimits } = entry
  const { download } = useUpdates(entry)
  return (
    <li className="own-row">
      <GamePicture
        game={isBeyondLimits ? { ...game, cardPicture: null } : game}
        className="h-10.5 w-15 rounded-1"
        sizes="60px"
      />
      <div className="min-w-0">
        <Link to={gamePath(game.slug)} translate="no" className="row-title hover:underline">
          <bdi>{game.title}</bdi>
        </Link>
        <p className="text-muted phone:truncate">
          {version && `${versionWords(version)} · `}
          <b className="font-600 text-text">{update.newest.label} is out</b>
          {savePathInShort(update.saves, update.steps.length) &&
            ` · ${savePathInShort(update.saves, update.steps.length)}`}
        </p>
      </div>
      <Button
        size="small"
        className="min-w-22"
        icon={<IconDownload className="size-4" />}
        aria-label={`Download ${game.title} ${update.newest.label}`}
        busy={download.busy}
        onClick={() => download.press(update.build)}
      >
        <span translate="no" className="max-w-24 truncate">
          {update.newest.label}
        </span>
      </Button>
    </li>
  )
}

function NewsRow({ notice }: { notice: Notice }) {
  const markRead = useMarkRead()
  return (
    <li className="own-row">
      <GamePicture
        game={{ title: notice.title, cardPicture: notice.picture }}
        className="h-10.5 w-15 rounded-1"
        sizes="60px"
      />
      <div className="min-w-0">
        <Link
          to={noticePath(notice)}
          translate="no"
          className="row-title hover:underline"
          onClick={() => notice.isNew && markRead.press({ ids: notice.ids })}
        >
          <bdi>{notice.title}</bdi>
        </Link>
        <p dir="auto" className="text-muted phone:truncate">
          {newsLine(notice)}
        </p>
      </div>
      <span className="text-sm whitespace-nowrap text-faint">
        {showNoticeDay(notice.at, new Date(currentTime()))}
      </span>
    </li>
  )
}

function newsLine({ topic, labels: [newest = '', ...more] }: Notice): string {
  if (topic === 'follow-game') return 'New game'
  const first = topic === 'follow-post' ? `“${newest}”` : `${newest} is out`
  return more.length > 0 ? `${first} and ${more.length} more` : first
}

/** Remembers how many rows there are, and shows the lists that have any; nothing stays after a log-out. */
function useKeepRoom(state: 'checking' | 'signed-in' | 'signed-out', rows: Rows | undefined): void {
  const text = rows && JSON.stringify(rows)
  useEffect(() => {
    if (state === 'signed-out') setRoom(null)
    else if (text !== undefined) setRoom(text)
  }, [state, text])
}

function setRoom(text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(KEY)
    else window.localStorage.setItem(KEY, text)
  } catch {
    // without storage no room is kept the next time
  }
  const { dataset } = document.documentElement
  const { updates, news }: Rows = text === null ? { updates: 0, news: 0 } : JSON.parse(text)
  dataset.ownUpdates = String(updates)
  dataset.ownFollows = String(news)
}

const KEEP_ROOM = import.meta.env.SSR ? scriptOf(keepRoom, STORED_USER_KEY, KEY) : ''

/** Runs before the first paint. */
function keepRoom(userKey: string, key: string) {
  try {
    if (!JSON.parse(localStorage.getItem(userKey) ?? 'null')?.token) return
    const { updates, news } = JSON.parse(localStorage.getItem(key) ?? '{}')
    document.documentElement.dataset.ownUpdates = String(Number(updates) || 0)
    document.documentElement.dataset.ownFollows = String(Number(news) || 0)
  } catch {
    // without storage nobody is signed in
  }
}
