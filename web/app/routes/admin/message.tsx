import type { ContactDetail } from '@nofiller/contract/admin/admin'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useParams } from 'react-router'
import { useCall } from '../../api/use-call.ts'
import { ReplyForm } from '../../features/admin/inbox/reply-form.tsx'
import { useMarking } from '../../features/admin/inbox/use-marking.ts'
import { AccountPanel, MessagesPanel, OrdersPanel } from '../../features/admin/users/person-panels.tsx'
import { WorkColumns, WorkPage, WorkPanel } from '../../features/admin/work-page.tsx'
import { titled } from '../../shell/store-info.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconCheck, IconClock } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Message')

const MESSAGE = 'GET /api/admin/contacts/:id'

/** One message to the store: its sender, earlier replies, and the reply form. */
export default function AdminMessage() {
  const { id = '' } = useParams()
  const detail = useCall(MESSAGE, { params: { id }, refetchOnWindowFocus: 'always' })
  const message = detail.data?.message
  return (
    <WorkPage
      back={{ to: '/admin/inbox', label: 'Inbox' }}
      title={message?.subject ?? 'Message'}
      state={message && <State message={message} />}
    >
      <QueryView query={detail} error="Failed to load the message" skeleton={<Skeleton className="h-96" />}>
        {(detail) => <MessageDetail key={detail.message._id} detail={detail} />}
      </QueryView>
    </WorkPage>
  )
}

function State({ message }: { message: ContactDetail['message'] }) {
  return (
    <>
      {message.answeredAt === null ? (
        <Pill kind="warn" icon={<IconClock />}>
          Open
        </Pill>
      ) : (
        <Pill kind="go" icon={<IconCheck />}>
          Answered
        </Pill>
      )}
      <span className="break-all">
        From {message.email}, {showUtcMoment(message.createdAt)}
      </span>
    </>
  )
}

function MessageDetail({
  detail: { message, replies, user, isCertain, orders, orderCount, others },
}: {
  detail: ContactDetail
}) {
  const { busy, mark } = useMarking(message)
  const isAnswered = message.answeredAt !== null
  return (
    <WorkColumns
      sidebar={
        <>
          {user ? (
            <>
              <AccountPanel
                user={user}
                note={
                  isCertain
                    ? 'Sent while logged in: account confirmed.'
                    : `Same address as ${user.username}. Not verified.`
                }
              />
              <OrdersPanel email={user.email} orders={orders} count={orderCount} />
            </>
          ) : (
            <WorkPanel title="Account">
              <p className="text-sm text-muted">No account with this address.</p>
            </WorkPanel>
          )}
          {others.length > 0 && <MessagesPanel title="Other messages" messages={others} />}
        </>
      }
    >
      <Panel className="grid grid-cols-1 gap-4">
        <p dir="auto" className="max-w-[80ch] wrap-anywhere whitespace-pre-line">
          {message.message}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="text-sm text-muted">
            {message.answeredAt === null
              ? 'Not answered yet.'
              : `Answered ${showUtcMoment(message.answeredAt)}${message.answeredBy === null ? '' : ` by ${message.answeredBy}`}.`}
          </p>
          <Button icon={<IconCheck />} size="small" busy={busy} onClick={() => void mark(!isAnswered)}>
            {isAnswered ? 'Mark open' : 'Mark answered'}
          </Button>
        </div>
      </Panel>
      {replies.map((reply) => (
        <Panel key={reply._id} className="grid grid-cols-1 gap-2">
          <p className="text-sm text-muted">
            {reply.sentBy ?? 'The store'} replied {showUtcMoment(reply.sentAt)}
          </p>
          <p dir="auto" className="max-w-[80ch] wrap-anywhere whitespace-pre-line">
            {reply.text}
          </p>
        </Panel>
      ))}
      <ReplyForm message={message} />
    </WorkColumns>
  )
}
