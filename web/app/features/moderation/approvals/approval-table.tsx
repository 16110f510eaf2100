import type { Approval } from '@nofiller/contract/moderation/moderation'
import { showUtcTime } from '@nofiller/contract/text/time'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { VisibilityPill } from '../../authoring/access/visibility-pill.tsx'
import { dueIn, heldBy, urgencyOf, whyHere } from './approval-labels.ts'

const URGENCY = { overdue: 'font-650 text-bad', soon: 'font-650 text-warn', later: 'font-650' }

type ApprovalTableProps = {
  label: string
  approvals: readonly Approval[]
  now: Date
  onClaim: (approval: Approval) => void
}

/** Games to review, the earliest deadline on top. Their pictures stay covered. */
export const ApprovalTable = ({ label, approvals, now, onClaim }: ApprovalTableProps) => (
  <Panel flush>
    <Table label={label} columns={columnsFor(now, onClaim)} rows={approvals} keyOf={({ _id }) => _id} />
  </Panel>
)

const columnsFor = (now: Date, onClaim: (approval: Approval) => void): Column<Approval>[] => [
  {
    head: 'Game',
    cell: ({ _id, title, developer, picture }) => (
      <span className="flex min-w-0 items-center gap-3">
        <span className="h-14 w-20 shrink-0 overflow-hidden rounded-1 bg-inset">
          {picture && <img src={picture} alt="" className="size-full object-cover blur-md grayscale" />}
        </span>
        <span className="grid min-w-0">
          <Link
            to={`/admin/approvals/${_id}`}
            data-approval={_id}
            className="font-semibold break-words no-underline hover:underline"
          >
            {title}
          </Link>
          <span className="text-sm text-muted">{developer.name}</span>
        </span>
      </span>
    ),
    card: { wide: true },
  },
  {
    head: 'Why it is here',
    cell: (approval) => (
      <span className="grid justify-items-start gap-1">
        {whyHere(approval)}
        {approval.visibility !== 'public' && <VisibilityPill visibility={approval.visibility} />}
      </span>
    ),
    card: { wide: true },
  },
  {
    head: 'Sent (UTC)',
    cell: ({ sentAt }) => <time dateTime={sentAt}>{showUtcTime(sentAt)}</time>,
    card: { labeled: true, wide: true },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Due',
    cell: ({ dueAt, state }) =>
      state === 'waiting' ? (
        <span className={URGENCY[urgencyOf(dueAt, now)]}>{dueIn(dueAt, now)}</span>
      ) : (
        <span className="text-muted">–</span>
      ),
    card: { labeled: true, wide: true },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Held by',
    cell: ({ claim }) => <span className={claim ? '' : 'text-muted'}>{heldBy(claim, now)}</span>,
    card: { labeled: true, wide: true },
  },
  {
    head: 'Action',
    cell: (approval) => <ClaimButton approval={approval} onClaim={onClaim} />,
    align: 'right',
    card: { wide: true },
  },
]

function ClaimButton({ approval, onClaim }: { approval: Approval; onClaim: (approval: Approval) => void }) {
  const { title, claim, state } = approval
  if (state !== 'waiting') return null
  const label = claim === null || claim.isMine ? 'Claim' : 'Take over…'
  return (
    <Button
      size="small"
      kind={claim === null ? 'primary' : 'secondary'}
      aria-label={`${claim?.isMine ? 'Go on with' : label} ${title}`}
      onClick={() => onClaim(approval)}
    >
      {claim?.isMine ? 'Go on' : label}
    </Button>
  )
}
