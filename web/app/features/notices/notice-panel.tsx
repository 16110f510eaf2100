import { noticePath } from '@nofiller/contract/notices/notice-paths'
import { noticeLine, noticeTitle } from '@nofiller/contract/notices/notice-rules'
import type { Notice } from '@nofiller/contract/notices/notices'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { showTodayOrDay } from '../../ui/today-or-day.ts'
import { GamePicture } from '../catalog/game-picture.tsx'
import { useMarkRead, useNewest } from './use-notices.ts'

/** The newest notices, with the focus on their heading. */
export default function NoticePanel({ onClose }: { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const newest = useNewest()
  const markRead = useMarkRead()
  const hasNew = newest.data?.some(({ isNew }) => isNew)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className="flex min-h-14 items-center justify-between border-b border-line py-2 pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="text-base/6 font-650 outline-none">
          Notices
        </h2>
        {hasNew && (
          <Button
            kind="quiet"
            size="small"
            busy={markRead.busy}
            onClick={() => markRead.press({ all: true })}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <QueryView
        query={newest}
        error="Failed to load your notices"
        empty={<p className="px-4 py-6 text-ui text-muted">Nothing new.</p>}
      >
        {(notices) => (
          <ul>
            {notices.map((notice) => (
              <li key={notice.ids[0]}>
                <Row
                  notice={notice}
                  onPress={() => {
                    if (notice.isNew) markRead.press({ ids: notice.ids })
                    onClose()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <div className="flex items-center justify-between border-t border-line py-2 pr-2 pl-4">
        <TextLink to="/notices" className="text-sm" onClick={onClose}>
          All notices
        </TextLink>
        <ButtonLink to="/notices/preferences" kind="quiet" size="small" onClick={onClose}>
          Preferences
        </ButtonLink>
      </div>
    </>
  )
}

const Row = ({ notice, onPress }: { notice: Notice; onPress: () => void }) => (
  <Link
    to={noticePath(notice)}
    onClick={onPress}
    className="grid grid-cols-[60px_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2.5 text-ui text-text no-underline -outline-offset-2! hover:bg-text/6"
  >
    <GamePicture
      game={{ title: notice.title, cardPicture: notice.picture }}
      className="aspect-10/7 w-15 rounded-1"
      sizes="60px"
    />
    <span className="min-w-0">
      <b dir="auto" className={`block wrap-anywhere ${notice.isNew ? 'font-650' : 'font-550'}`}>
        {noticeTitle(notice)}
      </b>
      <span className="block text-sm text-muted">{noticeLine(notice)}</span>
    </span>
    <span className="mt-0.5 grid justify-items-end gap-1.5 self-start text-xs text-faint">
      {showTodayOrDay(notice.at, new Date(currentTime()))}
      {notice.isNew && (
        <span className="size-2 rounded-full bg-accent">
          <span className="sr-only">New</span>
        </span>
      )}
    </span>
  </Link>
)
