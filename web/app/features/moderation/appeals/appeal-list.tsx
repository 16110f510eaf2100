import type { AdminAppeal } from '@nofiller/contract/moderation/moderation'
import type { AppealState } from '@nofiller/contract/moderation/moderation-rules'
import { showUtcTime } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { useList } from '../../../api/use-list.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { IconCheck } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { List } from '../../../ui/list/list.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { DECIDED_NAMES, dueIn } from '../approvals/approval-labels.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { appellantOf } from './appellant.ts'

const OUTCOMES = { reversed: 'Taken back', kept: 'Kept' } as const

/** Appeals against decisions, the earliest deadline on top. */
export function AppealList({ state }: { state: AppealState }) {
  const appeals = useList('GET /api/admin/appeals', { state })
  const [answered, setAnswered] = useState<AdminAppeal | null>(null)
  return (
    <>
      <List
        list={appeals}
        error="Failed to load appeals"
        empty={<Empty title="Nobody has appealed." icon={<IconCheck />} />}
      >
        {(rows) => (
          <Panel flush>
            <Table label="Appeals" columns={columnsFor(setAnswered)} rows={rows} keyOf={({ _id }) => _id} />
          </Panel>
        )}
      </List>
      {answered && <AnswerDialog appeal={answered} onClose={() => setAnswered(null)} />}
    </>
  )
}

const columnsFor = (answer: (appeal: AdminAppeal) => void): Column<AdminAppeal>[] => [
  {
    head: 'Game',
    cell: (appeal) => (
      <span className="grid">
        <TextLink to={`/decision/${appeal.decision._id}`}>{appeal.title}</TextLink>
        <span className="text-sm text-muted">From {appellantOf(appeal)}</span>
      </span>
    ),
    card: { wide: true },
  },
  {
    head: 'Decision',
    cell: ({ decision: { kind, rule, by } }) =>
      [DECIDED_NAMES[kind], rule, `by ${by}`].filter(Boolean).join(', '),
    card: { wide: true },
  },
  { head: 'Sent (UTC)', cell: ({ sentAt }) => showUtcTime(sentAt), card: { labeled: true, wide: true } },
  {
    head: 'Due',
    cell: ({ dueAt, outcome }) => (outcome === null ? dueIn(dueAt, currentTime()) : OUTCOMES[outcome]),
    card: { labeled: true, wide: true },
  },
  {
    head: 'Action',
    cell: (appeal) =>
      appeal.mayAnswer ? (
        <Button
          size="small"
          aria-label={`Answer the appeal about ${appeal.title}`}
          onClick={() => answer(appeal)}
        >
          Answer
        </Button>
      ) : (
        appeal.outcome === null && <span className="text-sm text-muted">Someone else will review it</span>
      ),
    align: 'right',
    card: { wide: true },
  },
]
