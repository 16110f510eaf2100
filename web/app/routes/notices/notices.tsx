import { showUnread } from '@nofiller/contract/notices/notice-rules'
import { MoreNews } from '../../features/notices/more-news.tsx'
import { NoticeList } from '../../features/notices/notice-list.tsx'
import { useMarkRead, useUnread } from '../../features/notices/use-notices.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

export const meta = titled('Notices')

/** What the user was told in the last 90 days. */
export default function Notices() {
  const unread = useUnread()
  const markRead = useMarkRead()
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex items-baseline gap-3">
          <PageTitle>Notices</PageTitle>
          <p role="status" className="text-muted">
            {unread > 0 && `${showUnread(unread)} new`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {unread > 0 && (
            <Button
              kind="quiet"
              size="small"
              busy={markRead.busy}
              onClick={() => markRead.press({ all: true })}
            >
              Mark all as read
            </Button>
          )}
          <ButtonLink to="/notices/preferences" size="small">
            Preferences
          </ButtonLink>
        </div>
      </div>
      <div className="grid gap-6">
        <MoreNews />
        <NoticeList />
      </div>
    </Container>
  )
}
