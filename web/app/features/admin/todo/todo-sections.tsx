import type { FailedJob, ToDo } from '@nofiller/contract/admin/todo'
import { ADMIN_STATES, type PayoutState } from '@nofiller/contract/payouts/payout-rules'
import { showPrice } from '@nofiller/contract/pricing/money'
import { CATEGORY_RULES } from '@nofiller/contract/reports/report-rules'
import { plural } from '@nofiller/contract/text/digits'
import type { ReactNode } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { Button, ButtonLink, TextLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { IconCheck } from '../../../ui/icons.tsx'
import { Count } from '../../../ui/list/count.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { Panel } from '../../../ui/page.tsx'
import { appellantOf } from '../../moderation/appeals/appellant.ts'
import { dueIn, whyHere } from '../../moderation/approvals/approval-labels.ts'
import { ageOf, isOld } from '../age.ts'
import { CASE_NAMES } from '../cases/case-names.ts'
import { dueText } from '../reports/due.ts'
import { useToDoActions } from './use-todo.ts'

const WAITS_FOR: Partial<Record<PayoutState, string>> = {
  SENDING: 'Waiting for someone to pay it by hand.',
  UNKNOWN: 'The provider gave no clear answer.',
}

type SectionProps = { name: string; count: number; all?: { to: string; label: string }; children: ReactNode }
type RowProps = { what: string; why: string; since: string; children: ReactNode }

/** The waiting items, in one section per kind; empty kinds have none. */
export function ToDoSections({
  toDo: {
    counts,
    reports,
    cases,
    draftPayouts,
    payouts,
    requests,
    messages,
    approvals,
    appeals,
    notices,
    malware,
    jobs,
  },
}: {
  toDo: ToDo
}) {
  if (counts.total === 0) return <Empty title="Nothing is waiting." icon={<IconCheck />} />
  return (
    <div className="grid grid-cols-1 gap-6 divide-y divide-line *:not-last:pb-6">
      <Section name="Reports" count={counts.reports} all={{ to: '/admin/reports', label: 'All reports' }}>
        {reports.map((report) => (
          <Row
            key={report._id}
            what={report.title}
            why={`${CATEGORY_RULES[report.category].label}. ${dueText(report.dueAt, currentTime())}.`}
            since={report.openedAt}
          >
            <Open
              to={`/admin/reports/${report._id}`}
              label="Open"
              what={`the report of ${report.title}: ${CATEGORY_RULES[report.category].label}`}
            />
          </Row>
        ))}
        {reports.length === 0 && (
          <li className="px-5 py-3 text-muted">In the safety queue, for those who run it.</li>
        )}
      </Section>
      <Section
        name="Copyright notices"
        count={counts.notices}
        all={{ to: '/admin/reports?state=notices', label: 'All notices' }}
      >
        {notices.map((notice) => (
          <Row
            key={notice.number}
            what={`${notice.number}: ${notice.title}`}
            why={`${notice.named.join(', ')}. ${dueText(notice.dueAt, currentTime())}.`}
            since={notice.sentAt}
          >
            <Open
              to={`/admin/reports/${notice.number}`}
              label="Open"
              what={`the notice ${notice.number} about ${notice.title}`}
            />
          </Row>
        ))}
      </Section>
      <Section
        name="Sealed games"
        count={counts.sealed}
        all={{ to: '/admin/reports?state=sealed', label: 'All sealed games' }}
      >
        <li className="px-5 py-3 text-muted">
          To report to an authority or to destroy, for those who run the safety queue.
        </li>
      </Section>
      <Section
        name="Malware"
        count={counts.malware}
        all={{ to: '/admin/approvals?state=malware', label: 'All malware reports' }}
      >
        {malware.map(({ buildId, file, game, signature, scannedAt }) => (
          <Row
            key={buildId}
            what={`${game.title}: ${file}`}
            why={`The scanner reports ${signature}. Nobody can download it.`}
            since={scannedAt}
          >
            <Open
              to="/admin/approvals?state=malware"
              label="Open"
              what={`the malware report of ${game.title}`}
            />
          </Row>
        ))}
      </Section>
      <Section name="Payouts" count={counts.payouts} all={{ to: '/admin/payouts', label: 'All payouts' }}>
        {draftPayouts && (
          <Row
            what={`${plural(draftPayouts.count, 'payout')} ready · ${showPrice(draftPayouts.amount)}`}
            why="Ready for approval"
            since={draftPayouts.since}
          >
            <Open to="/admin/payouts" label="Open" what="the payouts that are ready" />
          </Row>
        )}
        {payouts.map((payout) => (
          <Row
            key={payout._id}
            what={`${showPrice(payout.amount)} to ${payout.developer.name}`}
            why={payout.reason ?? WAITS_FOR[payout.state] ?? ADMIN_STATES[payout.state]}
            since={payout.draftedAt}
          >
            <Open to="/admin/payouts" label="Open" what={`the payout to ${payout.developer.name}`} />
          </Row>
        ))}
      </Section>
      <Section name="Payment cases" count={counts.cases} all={{ to: '/admin/cases', label: 'All cases' }}>
        {cases.map((paymentCase) => (
          <Row
            key={paymentCase._id}
            what={`${CASE_NAMES[paymentCase.kind]}: ${paymentCase.gameTitle}`}
            why={`${showPrice(paymentCase.amount)} from ${paymentCase.email}`}
            since={paymentCase.openedAt}
          >
            <Open
              to={`/admin/orders/${paymentCase.orderId}`}
              label="Open"
              what={`the case of ${paymentCase.gameTitle}`}
            />
          </Row>
        ))}
      </Section>
      <Section
        name="Requests to sell"
        count={counts.requests}
        all={{ to: '/admin/users?state=asking', label: 'All requests' }}
      >
        {requests.map(({ user, plans }) => (
          <Row
            key={user._id}
            what={`${user.displayName || user.username} wants to sell`}
            why={plans === null ? user.email : `“${plans}”`}
            since={user.developerRequestedAt ?? user.createdAt}
          >
            <Open to={`/admin/requests/${user._id}`} label="Read" what={`the request of ${user.username}`} />
          </Row>
        ))}
      </Section>
      <Section name="Messages" count={counts.messages} all={{ to: '/admin/inbox', label: 'Inbox' }}>
        {messages.map((message) => (
          <Row
            key={message._id}
            what={`${message.email}: ${message.subject}`}
            why={message.message}
            since={message.createdAt}
          >
            <Open to={`/admin/inbox/${message._id}`} label="Reply" what={`to ${message.subject}`} />
          </Row>
        ))}
      </Section>
      <Section
        name="Approvals"
        count={counts.approvals}
        all={{ to: '/admin/approvals', label: 'All approvals' }}
      >
        {approvals.map((approval) => (
          <Row
            key={approval._id}
            what={`${approval.title} by ${approval.developer.name}`}
            why={`${whyHere(approval)}. ${dueIn(approval.dueAt, currentTime())}.`}
            since={approval.sentAt}
          >
            <Open to={`/admin/approvals/${approval._id}`} label="Review" what={approval.title} />
          </Row>
        ))}
      </Section>
      <Section name="Reviews" count={counts.reviews} all={{ to: '/admin/reviews', label: 'All reviews' }}>
        <li className="px-5 py-3 text-muted">
          Unusually many reviews of a game, or reviews that wait for a look.
        </li>
      </Section>
      <Section
        name="Appeals"
        count={counts.appeals}
        all={{ to: '/admin/approvals?state=appeals', label: 'All appeals' }}
      >
        {appeals.map((appeal) => (
          <Row
            key={appeal._id}
            what={`${appeal.title}: appeal by ${appellantOf(appeal)}`}
            why={`${dueIn(appeal.dueAt, currentTime())}. “${appeal.text}”`}
            since={appeal.sentAt}
          >
            <Open
              to="/admin/approvals?state=appeals"
              label="Read"
              what={`the appeal about ${appeal.title}`}
            />
          </Row>
        ))}
      </Section>
      <Section name="Failed emails and jobs" count={counts.jobs}>
        {jobs.map((job) => (
          <Row key={job._id} what={nameOf(job)} why={failureOf(job)} since={job.failedAt}>
            <JobButtons job={job} />
          </Row>
        ))}
      </Section>
    </div>
  )
}

function Section({ name, count, all, children }: SectionProps) {
  if (count === 0) return null
  return (
    <section
      aria-label={name}
      className="grid grid-cols-1 gap-3 bar:grid-cols-[192px_minmax(0,1fr)] bar:gap-8"
    >
      <div className="flex items-baseline justify-between gap-3 bar:grid bar:content-start bar:justify-items-start bar:gap-1.5 bar:pt-4">
        <h2 className="d4">
          {name} <Count count={count} what="waiting" className="ml-1 align-middle" />
        </h2>
        {all && (
          <TextLink to={all.to} className="text-sm">
            {all.label}
          </TextLink>
        )}
      </div>
      <Panel flush>
        <ul className="divide-y divide-line">{children}</ul>
      </Panel>
    </section>
  )
}

function Row({ what, why, since, children }: RowProps) {
  const now = currentTime()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 phone:grid-cols-[minmax(0,1fr)_auto_auto] phone:px-5">
      <div className="min-w-0 max-phone:col-span-2">
        <p className="font-semibold wrap-anywhere">{what}</p>
        <p className="text-sm text-muted phone:truncate max-phone:line-clamp-2">{why}</p>
      </div>
      <p className={`text-sm whitespace-nowrap ${isOld(since, now) ? 'text-warn' : 'text-muted'}`}>
        {ageOf(since, now)}
      </p>
      <div className="flex justify-end gap-2">{children}</div>
    </li>
  )
}

const Open = ({ to, label, what }: { to: string; label: string; what: string }) => (
  <ButtonLink size="small" to={to} aria-label={`${label} ${what}`} className="w-24">
    {label}
  </ButtonLink>
)

const nameOf = ({ mail, queue }: FailedJob): string =>
  mail ? `“${mail.subject}” to ${mail.to}` : `Job: ${queue.replaceAll('-', ' ')}`

const failureOf = ({ error, tries, isTriedAgain }: FailedJob): string =>
  `${error ?? 'No reason was given'}. Tried ${tries === 1 ? 'once' : `${tries} times`}${isTriedAgain ? ', and tried again later' : ''}.`

function JobButtons({ job }: { job: FailedJob }) {
  const actions = useToDoActions()
  const retry = useAction(() => actions.retry(job._id), { onDone: () => toast('Trying again.') })
  const dismiss = useAction(() => actions.dismiss(job._id), { onDone: () => toast('Dismissed.') })
  const name = nameOf(job)
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        busy={dismiss.busy}
        aria-label={`Dismiss ${name}`}
        onClick={() => dismiss.press()}
      >
        Dismiss
      </Button>
      <Button size="small" busy={retry.busy} aria-label={`Try again ${name}`} onClick={() => retry.press()}>
        Try again
      </Button>
    </>
  )
}
