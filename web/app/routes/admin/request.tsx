import type { UserDetail } from '@nofiller/contract/admin/admin'
import type { SellRequest } from '@nofiller/contract/profiles/selling'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { DecideRequest } from '../../features/admin/inbox/decide-request.tsx'
import { AccountPanel, MessagesPanel, OrdersPanel } from '../../features/admin/users/person-panels.tsx'
import { useUser } from '../../features/admin/users/use-user.ts'
import { isAsking } from '../../features/admin/users/user-status.tsx'
import { WorkColumns, WorkPage, WorkPanel } from '../../features/admin/work-page.tsx'
import { Avatar } from '../../shell/avatar.tsx'
import { titled } from '../../shell/store-info.ts'
import { TextLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconCheck, IconClock, IconX } from '../../ui/icons.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Request to sell')

const ORDERS_SHOWN = 3

/** A request to sell, beside the form for the decision. */
export default function AdminRequest() {
  const { id = '' } = useParams()
  const detail = useUser(id)
  const user = detail.data?.user
  return (
    <WorkPage
      back={{ to: '/admin/users?state=asking', label: 'Requests to sell' }}
      title={
        user
          ? `${user.displayName || user.username} ${isAsking(user) ? 'wants' : 'asked'} to sell`
          : 'Request to sell'
      }
      picture={user && <Avatar user={user} size="large" />}
      state={detail.data && <State detail={detail.data} />}
    >
      <QueryView query={detail} error="Failed to load user details" skeleton={<Skeleton className="h-96" />}>
        {(detail) => <RequestDetail key={detail.user._id} detail={detail} />}
      </QueryView>
    </WorkPage>
  )
}

function State({ detail: { user, sellRequests } }: { detail: UserDetail }) {
  const [latest] = sellRequests
  const askedAt = user.developerRequestedAt ?? latest?.askedAt
  return (
    <>
      <Standing decision={isAsking(user) ? null : (latest?.decision ?? null)} />
      {askedAt && <span>Asked on {showUtcMoment(askedAt)}</span>}
    </>
  )
}

function Standing({ decision }: { decision: SellRequest['decision'] }) {
  if (decision === 'approved')
    return (
      <Pill kind="go" icon={<IconCheck />}>
        Approved
      </Pill>
    )
  return decision === 'refused' ? (
    <Pill kind="bad" icon={<IconX />}>
      Refused
    </Pill>
  ) : (
    <Pill kind="warn" icon={<IconClock />}>
      Waiting
    </Pill>
  )
}

type RequestDetailProps = { detail: UserDetail }

function RequestDetail({ detail: { user, sellRequests, orders, orderCount, messages } }: RequestDetailProps) {
  const waits = isAsking(user)
  const [latest, ...earlier] = sellRequests
  // A request from before these questions existed has no answers.
  const shown = waits && latest?.decision !== null ? null : latest
  const past = shown === latest ? earlier : sellRequests
  return (
    <WorkColumns
      sidebar={
        <>
          {waits && <DecideRequest user={user} />}
          <AccountPanel user={user} />
          <OrdersPanel email={user.email} orders={orders.slice(0, ORDERS_SHOWN)} count={orderCount} />
          {messages.length > 0 && <MessagesPanel title="Messages" messages={messages} />}
        </>
      }
    >
      <WorkPanel title="The request">
        {shown ? (
          <Words request={shown} />
        ) : (
          <p className="text-muted">This request is from before the form had questions.</p>
        )}
      </WorkPanel>
      {past.length > 0 && (
        <WorkPanel title="Earlier requests">
          <ul className="grid divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0">
            {past.map((request) => (
              <li key={request._id} className="grid gap-2">
                <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
                  <Standing decision={request.decision} />
                  Asked on {showUtcMoment(request.askedAt)}
                </p>
                {request.reason && <p className="wrap-anywhere">“{request.reason}”</p>}
              </li>
            ))}
          </ul>
        </WorkPanel>
      )}
    </WorkColumns>
  )
}

/** The sender's text. */
const Words = ({ request: { who, links, plans, decision, reason } }: { request: SellRequest }) => (
  <dl className="grid grid-cols-1 gap-5">
    <Answered question="Who are you?">{who}</Answered>
    <Answered question="Where can we see your work?">
      <span className="grid justify-items-start gap-1">
        {links.map((link) => (
          <TextLink
            key={link}
            to={link}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="break-all"
          >
            {link}
          </TextLink>
        ))}
      </span>
    </Answered>
    <Answered question="What will you publish?">{plans}</Answered>
    <Answered question="Rules">Agreed to the rules for what is published.</Answered>
    {decision === 'refused' && <Answered question="Why it was refused">{reason}</Answered>}
  </dl>
)

const Answered = ({ question, children }: { question: string; children: ReactNode }) => (
  <div>
    <dt className="font-semibold">{question}</dt>
    <dd dir="auto" className="mt-1 max-w-[80ch] wrap-anywhere whitespace-pre-line text-muted">
      {children}
    </dd>
  </div>
)
