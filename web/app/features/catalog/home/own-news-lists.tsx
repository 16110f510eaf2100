import { gamePath } from '@nofiller/contract/catalog/paths'
import type { LibraryEntry, LibraryUpdate } from '@nofiller/contract/library/library'
import { noticePath } from '@nofiller/contract/notices/notice-paths'
import type { Notice } from '@nofiller/contract/notices/notices'
import { savePathInShort } from '@nofiller/contract/releases/save-words'
import { plural } from '@nofiller/contract/text/digits'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../api/use-call.ts'
import { useList } from '../../../api/use-list.ts'
import { Button } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { IconDownload } from '../../../ui/icons.tsx'
import { showTodayOrDay } from '../../../ui/today-or-day.ts'
import { useUpdates } from '../../library/use-updates.ts'
import { useMarkRead } from '../../notices/use-notices.ts'
import { versionWords } from '../../releases/save-path.tsx'
import { GamePicture } from '../game-picture.tsx'
import { OWN_FOLLOWS, OWN_UPDATES, OwnList, WAITING_ROWS } from './own-list.tsx'
import { keepRoom } from './own-news-room.ts'

const SHOWN = 3

type Updated = LibraryEntry & { update: LibraryUpdate }

/** Both lists, of which one without rows is not shown. */
export default function OwnNewsLists() {
  const updates = useList('GET /api/library', { updated: '1', sort: 'updated' }, { limit: SHOWN })
  const news = useCall('GET /api/notices', { query: { follows: '1', limit: SHOWN } })
  const updated = updates.data?.filter((entry): entry is Updated => entry.update !== null)
  const updateCount = updated?.length
  const newsCount = news.data?.length
  useEffect(() => {
    if (updateCount !== undefined && newsCount !== undefined)
      keepRoom({ updates: updateCount, news: newsCount })
  }, [updateCount, newsCount])
  return (
    <div className="own-news">
      <OwnList
        id="own-updates"
        title={OWN_UPDATES}
        beside={
          updates.total > 0 && <span className="text-sm text-muted">{plural(updates.total, 'game')}</span>
        }
      >
        {updated?.map((entry) => <UpdateRow key={entry.gameId} entry={entry} />) ?? WAITING_ROWS}
      </OwnList>
      <OwnList id="own-follows" title={OWN_FOLLOWS}>
        {news.data?.map((notice) => <NewsRow key={notice.ids[0]} notice={notice} />) ?? WAITING_ROWS}
      </OwnList>
    </div>
  )
}

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
        {showTodayOrDay(notice.at, new Date(currentTime()))}
      </span>
    </li>
  )
}

function newsLine({ topic, labels: [newest = '', ...more] }: Notice): string {
  if (topic === 'follow-game') return 'New game'
  const first = topic === 'follow-post' ? `“${newest}”` : `${newest} is out`
  return more.length > 0 ? `${first} and ${more.length} more` : first
}
