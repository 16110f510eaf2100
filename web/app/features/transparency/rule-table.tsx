import {
  type Count,
  RULE_SPANS,
  type RuleCounts,
  type RuleSpan,
  showFigure,
  type Transparency,
} from '@nofiller/contract/transparency/transparency-rules'
import { useState } from 'react'
import { TextLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'

const SPAN_NAMES: Record<RuleSpan, string> = { 3: 'Last 3 months', 6: 'Last 6 months', 12: 'Last 12 months' }

type Row = { id: string | null; title: string; counts: RuleCounts }

/** Decisions by the rule that they name. */
export function RuleTable({ rules }: { rules: Transparency['rules'] }) {
  const [span, setSpan] = useState<RuleSpan>(RULE_SPANS[0])
  const rows = rules.map(({ id, title, counts }) => ({ id, title, counts: counts[span] }))
  const most = Math.max(1, ...rows.map(({ counts }) => counts.decisions ?? 0))
  return (
    <section aria-labelledby="by-rule">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="by-rule" className="d3">
          By rule
        </h2>
        <FilterSelect
          label="Counted over"
          names={SPAN_NAMES}
          value={String(span)}
          onChange={(chosen) => setSpan(RULE_SPANS.find((one) => String(one) === chosen) ?? RULE_SPANS[0])}
        />
      </div>
      {rows.length === 0 ? (
        <Empty title="Nothing was decided under a rule yet." />
      ) : (
        <Panel flush>
          <Table
            label={`Decisions by rule, ${SPAN_NAMES[span].toLowerCase()}`}
            columns={columns(most)}
            rows={[...rows, totalOf(rows)]}
            keyOf={({ id }) => id ?? 'all'}
          />
        </Panel>
      )}
      <p className="mt-3 text-sm text-muted">
        A decision counts once, under its main rule. Copyright notices count under rights-1, counter-notices
        as appeals. Figures shown as “{showFigure(null)}” are not included in the total.{' '}
        <TextLink to="/rules">Read the rules</TextLink>
      </p>
    </section>
  )
}

const columns = (most: number): Column<Row>[] => [
  {
    head: 'Rule',
    cell: ({ id }) =>
      id === null ? (
        <b className="font-650">All</b>
      ) : (
        <TextLink to={`/rules#${id}`} translate="no" className="mono whitespace-nowrap">
          {id}
        </TextLink>
      ),
    card: { wide: true },
  },
  { head: 'What it says', cell: ({ title }) => title, card: { wide: true }, className: 'text-muted' },
  {
    head: 'Decisions',
    cell: ({ id, counts: { decisions } }) => (
      <span className="inline-flex items-center gap-4 whitespace-nowrap">
        {id !== null && <Bar share={(decisions ?? 0) / most} />}
        <span>{showFigure(decisions)}</span>
      </span>
    ),
    align: 'right',
    card: { wide: true, labeled: true, align: 'left' },
  },
  {
    head: 'Appeals',
    cell: ({ counts }) => showFigure(counts.appeals),
    align: 'right',
    card: { wide: true, labeled: true, align: 'left' },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Reversed',
    cell: ({ counts }) => showFigure(counts.reversed),
    align: 'right',
    card: { wide: true, labeled: true, align: 'left' },
    className: 'whitespace-nowrap',
  },
]

/** A rule's share of the highest count. */
const Bar = ({ share }: { share: number }) => (
  <span aria-hidden="true" className="flex w-24 justify-end max-bar:hidden">
    <span className="h-1.5 rounded-full bg-chart-0" style={{ width: `${share * 100}%` }} />
  </span>
)

/** The sum of the shown counts. */
function totalOf(rows: readonly Row[]): Row {
  const sum = (read: (counts: RuleCounts) => Count) =>
    rows.reduce((total, { counts }) => total + (read(counts) ?? 0), 0)
  return {
    id: null,
    title: '',
    counts: {
      decisions: sum(({ decisions }) => decisions),
      appeals: sum(({ appeals }) => appeals),
      reversed: sum(({ reversed }) => reversed),
    },
  }
}
