import type { ToDoCounts } from '@nofiller/contract/admin/todo-rules'
import type { Approval, ApprovalFigures } from '@nofiller/contract/moderation/moderation'
import {
  type ApprovalState,
  REVIEW_HOURS,
  REVIEW_STATES,
} from '@nofiller/contract/moderation/moderation-rules'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { useToDoCounts } from '../../features/admin/todo/use-todo.ts'
import { AppealList } from '../../features/moderation/appeals/appeal-list.tsx'
import { ApprovalTable } from '../../features/moderation/approvals/approval-table.tsx'
import { TakeOverDialog } from '../../features/moderation/approvals/take-over-dialog.tsx'
import {
  useApprovalActions,
  useApprovalFigures,
  useApprovals,
} from '../../features/moderation/approvals/use-approvals.ts'
import { MalwareList } from '../../features/moderation/malware/malware-list.tsx'
import { titled } from '../../shell/store-info.ts'
import { showAgo } from '../../ui/ago.ts'
import { currentTime } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { IconCheck } from '../../ui/icons.tsx'
import { choiceIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { Empty } from '../../ui/list/empty.tsx'
import { List } from '../../ui/list/list.tsx'
import { ViewChoice } from '../../ui/list/view-choice.tsx'
import { Panel } from '../../ui/page.tsx'

export const meta = titled('Approvals')

const FAILED = 'Failed to load reviews'
const EMPTY: Record<ApprovalState, string> = {
  waiting: 'No game is waiting.',
  seller: 'No developer owes an answer.',
  decided: 'Nothing was decided yet.',
}

const VIEWS = [...REVIEW_STATES, 'appeals', 'answered', 'malware', 'lifted'] as const
type View = (typeof VIEWS)[number]

const filterIn = (search: URLSearchParams) => ({ state: choiceIn(search, 'state', VIEWS) })

/** Games to review: a developer's first one before it is public, later ones afterwards. */
export default function AdminApprovals() {
  const { filter, field } = useAddressFilter(filterIn)
  const view = filter.state ?? 'waiting'
  const { data: figures } = useApprovalFigures()
  const { data: counts } = useToDoCounts()
  return (
    <div className="grid grid-cols-1 gap-6">
      <h2 className="sr-only">Approvals</h2>
      {figures ? <Figures figures={figures} /> : <Skeleton className="h-28" />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="-mx-4 overflow-x-auto px-4 phone:mx-0 phone:px-0">
          <ViewChoice label="Which reviews" names={namesOf(figures, counts)} {...field('state')} />
        </div>
        <p className="flex items-center gap-2 text-sm text-faint max-bar:hidden">
          <Key>J</Key> <Key>K</Key> next, previous <Key>C</Key> claim <Key>Enter</Key> open
        </p>
      </div>
      <Shown view={view} />
      <p className="text-sm text-muted">
        A claim lasts 15 minutes and is renewed while you work. Pictures stay covered until you ask for them.
        Your own games never appear here.
      </p>
    </div>
  )
}

function Shown({ view }: { view: View }) {
  switch (view) {
    case 'appeals':
      return <AppealList state="open" />
    case 'answered':
      return <AppealList state="decided" />
    case 'malware':
      return <MalwareList state="open" />
    case 'lifted':
      return <MalwareList state="lifted" />
    default:
      return <ApprovalQueue state={view} />
  }
}

function ApprovalQueue({ state }: { state: ApprovalState }) {
  const approvals = useApprovals(state)
  const [asked, setAsked] = useState<Approval | null>(null)
  const claim = useClaim()
  const press = (approval: Approval) => {
    if (approval.claim !== null && !approval.claim.isMine) setAsked(approval)
    else void claim(approval, false)
  }
  useKeys(approvals.data ?? [], press)
  return (
    <>
      <List list={approvals} error={FAILED} empty={<Empty title={EMPTY[state]} icon={<IconCheck />} />}>
        {(rows) => <ApprovalTable label="Approvals" approvals={rows} now={currentTime()} onClaim={press} />}
      </List>
      {asked && (
        <TakeOverDialog
          approval={asked}
          onTakeOver={() => claim(asked, true)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** Claims a review and opens it. */
function useClaim() {
  const navigate = useNavigate()
  const { claim } = useApprovalActions()
  return async ({ _id }: Approval, takeOver: boolean) => {
    try {
      await claim(_id, takeOver)
      await navigate(`/admin/approvals/${_id}`)
    } catch (error) {
      toast(messageOf(error), { kind: 'bad' })
    }
  }
}

/** J and K step through the games, C claims the focused one; Enter opens it, like any link. */
function useKeys(approvals: readonly Approval[], claim: (approval: Approval) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      const links = [...document.querySelectorAll<HTMLElement>('[data-approval]')]
      const at = links.indexOf(document.activeElement as HTMLElement)
      if (event.key === 'j') links[Math.min(at + 1, links.length - 1)]?.focus()
      if (event.key === 'k') links[Math.max(at - 1, 0)]?.focus()
      const approval = approvals.find(({ _id }) => _id === links[at]?.dataset.approval)
      if (event.key === 'c' && approval?.state === 'waiting') claim(approval)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-1 border border-edge px-1.5 py-0.5 font-sans text-xs font-650">{children}</kbd>
)

const namesOf = (
  figures: ApprovalFigures | undefined,
  counts: ToDoCounts | undefined,
): Record<View, string> => ({
  waiting: figures ? `Waiting ${figures.waiting}` : 'Waiting',
  seller: figures ? `With the seller ${figures.withSeller}` : 'With the seller',
  decided: 'Decided',
  appeals: counts ? `Appeals ${counts.appeals}` : 'Appeals',
  answered: 'Answered appeals',
  malware: counts ? `Malware ${counts.malware}` : 'Malware',
  lifted: 'False alarms',
})

const Figures = ({ figures }: { figures: ApprovalFigures }) => (
  <Panel flush>
    <dl className="grid grid-cols-2 bar:auto-cols-fr bar:grid-flow-col bar:grid-cols-none bar:divide-x bar:divide-line">
      <Figure
        name="Waiting"
        value={showCount(figures.waiting)}
        note={figures.held === 0 ? 'Nobody holds one' : `${figures.held} of them held`}
      />
      <Figure
        name="Overdue"
        value={showCount(figures.overdue)}
        note={
          figures.oldestSentAt
            ? `Oldest sent ${showAgo(figures.oldestSentAt, currentTime())}`
            : 'None waiting'
        }
      />
      <Figure
        name="Median"
        value={hours(figures.medianHours)}
        note={figures.decided === 0 ? 'None in 30 days' : `${plural(figures.decided, 'review')}, 30 days`}
      />
      <Figure
        name="Nine in ten within"
        value={hours(figures.ninetiethHours)}
        note={`Target: ${REVIEW_HOURS.first_game} h`}
      />
    </dl>
  </Panel>
)

const hours = (value: number | null): string => (value === null ? '–' : `${Math.ceil(value)} h`)

const Figure = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <div className="min-w-0 px-4 py-3.5 phone:px-5">
    <dt className="text-xs font-semibold text-muted">{name}</dt>
    <dd>
      <span className="d3 block">{value}</span>
      <span className="block text-sm text-muted">{note}</span>
    </dd>
  </div>
)
