import { noticePath } from '@nofiller/contract/notices/notice-paths'
import {
  NOTICE_DAYS,
  NOTICE_PAGE,
  noticeLine,
  noticeTitle,
  savesLine,
} from '@nofiller/contract/notices/notice-rules'
import type { Notice } from '@nofiller/contract/notices/notices'
import { useList } from '../../api/use-list.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { IconBell } from '../../ui/dashboard-icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { List } from '../../ui/list/list.tsx'
import { Panel } from '../../ui/page.tsx'
import { showTodayOrDay } from '../../ui/today-or-day.ts'
import { GamePicture } from '../catalog/game-picture.tsx'
import { linkOf } from './notice-link.ts'
import { useMarkRead } from './use-notices.ts'

/** The notices of 90 days, the new ones first. */
export function NoticeList() {
  const list = useList('GET /api/notices', {}, { limit: NOTICE_PAGE })
  return (
    <div className="grid grid-cols-1 gap-6">
      <List
        list={list}
        error="Failed to load your notices"
        empty={<Empty title="Nothing new." icon={<IconBell />} />}
      >
        {(notices) => (
          <Panel flush>
            <Section name="New" notices={notices.filter(({ isNew }) => isNew)} />
            <Section name="Earlier" notices={notices.filter(({ isNew }) => !isNew)} />
          </Panel>
        )}
      </List>
      <p className="text-sm text-muted">Notices are kept for {NOTICE_DAYS} days.</p>
    </div>
  )
}

function Section({ name, notices }: { name: string; notices: readonly Notice[] }) {
  if (notices.length === 0) return null
  return (
    <section aria-label={name} className="border-line not-first:border-t">
      <h2 className="border-b border-line px-4 py-2.5 text-xs font-semibold text-faint phone:px-5">{name}</h2>
      <ul className="divide-y divide-line">
        {notices.map((notice) => (
          <Row key={notice.ids[0]} notice={notice} />
        ))}
      </ul>
    </section>
  )
}

function Row({ notice }: { notice: Notice }) {
  const markRead = useMarkRead()
  const saves = notice.topic === 'owned-release' ? savesLine(notice.saves, notice.savesNote) : null
  return (
    <li
      data-row
      className="grid grid-cols-[60px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 p-4 phone:grid-cols-[60px_minmax(0,1fr)_auto_4rem] phone:px-5 phone:py-3"
    >
      <GamePicture
        game={{ title: notice.title, cardPicture: notice.picture }}
        className="aspect-10/7 w-15 self-start rounded-1"
        sizes="60px"
      />
      <span className="min-w-0">
        <b dir="auto" className={`block wrap-anywhere ${notice.isNew ? 'font-650' : 'font-550'}`}>
          {notice.isNew && (
            <span aria-hidden="true" className="mr-2 inline-block size-2 rounded-full bg-accent" />
          )}
          {noticeTitle(notice)}
        </b>
        <span className="block text-ui wrap-anywhere text-muted">
          {[noticeLine(notice), saves].filter(Boolean).join(' ')}
        </span>
      </span>
      <span className="flex items-center gap-3 text-sm text-faint max-phone:col-start-2 phone:contents">
        <ButtonLink
          to={noticePath(notice)}
          size="small"
          aria-label={
            notice.topic === 'wishlist'
              ? `Wishlist, with ${notice.title}`
              : `${linkOf(notice)} of ${notice.title}`
          }
          className="phone:min-w-24"
          onClick={() => notice.isNew && markRead.press({ ids: notice.ids })}
        >
          {linkOf(notice)}
        </ButtonLink>
        <span className="text-right">{showTodayOrDay(notice.at, new Date(currentTime()))}</span>
      </span>
    </li>
  )
}
