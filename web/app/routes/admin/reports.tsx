import type { ToDoCounts } from '@nofiller/contract/admin/todo-rules'
import { CATEGORY_RULES } from '@nofiller/contract/reports/report-rules'
import type { ReportSummary } from '@nofiller/contract/reports/reports'
import { useCall } from '../../api/use-call.ts'
import { CaseList } from '../../features/admin/reports/case-list.tsx'
import { NoticeList } from '../../features/admin/reports/notice-list.tsx'
import { SealedList } from '../../features/admin/reports/sealed-list.tsx'
import { useToDoCounts } from '../../features/admin/todo/use-todo.ts'
import { TablePanel } from '../../features/admin/work-page.tsx'
import { titled } from '../../shell/store-info.ts'
import { TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { choiceIn, useAddressFilter } from '../../ui/list/address-filter.ts'
import { Empty } from '../../ui/list/empty.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { ViewChoice } from '../../ui/list/view-choice.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Reports')

const VIEWS = ['open', 'closed', 'sealed', 'notices', 'ended'] as const
type View = (typeof VIEWS)[number]

const filterIn = (search: URLSearchParams) => ({ state: choiceIn(search, 'state', VIEWS) })

const namesOf = (counts: ToDoCounts | undefined): Record<View, string> => ({
  open: counts?.reports ? `Reports ${counts.reports}` : 'Reports',
  closed: 'Decided',
  sealed: 'Sealed',
  notices: counts?.notices ? `Copyright notices ${counts.notices}` : 'Copyright notices',
  ended: 'Closed notices',
})

/** Reports and copyright notices, the most urgent first. */
export default function AdminReports() {
  const { filter, field } = useAddressFilter(filterIn)
  const { data: counts } = useToDoCounts()
  const view = filter.state ?? 'open'
  return (
    <div className="grid grid-cols-1 gap-6">
      <h2 className="sr-only">Reports</h2>
      <div className="-mx-4 overflow-x-auto px-4 phone:mx-0 phone:px-0">
        <ViewChoice label="Which reports" names={namesOf(counts)} {...field('state')} />
      </div>
      <Matter view={view} />
    </div>
  )
}

function Matter({ view }: { view: View }) {
  if (view === 'open' || view === 'closed') return <ReportQueue state={view} />
  if (view === 'sealed') return <SealedList />
  return (
    <>
      <NoticeList state={view === 'notices' ? 'open' : 'closed'} />
      <p className="text-sm text-muted">
        Enter a notice that came by mail with <TextLink to="/copyright">the public form</TextLink>.
      </p>
    </>
  )
}

const NONE = { open: 'No report is waiting.', closed: 'No report has been decided yet.' }

function ReportQueue({ state }: { state: 'open' | 'closed' }) {
  const cases = useCall('GET /api/admin/reports', { query: { state }, refetchOnWindowFocus: 'always' })
  const summary = useCall('GET /api/admin/reports/summary', { refetchOnWindowFocus: 'always' })
  return (
    <>
      {summary.data && <SafetyNote summary={summary.data} />}
      <QueryView query={cases} error="Failed to load reports">
        {(rows) => (rows.length === 0 ? <Empty title={NONE[state]} /> : <CaseList rows={rows} />)}
      </QueryView>
      {summary.data && summary.data.categories.length > 0 && <Figures summary={summary.data} />}
    </>
  )
}

function SafetyNote({ summary: { seesSafety, safety } }: { summary: ReportSummary }) {
  if (seesSafety || safety === 0) return null
  return <Note kind="warn">{safety} more in the safety queue, which only those who run it can see.</Note>
}

type CategoryFigures = ReportSummary['categories'][number]

function showHours(hours: number | null): string {
  if (hours === null) return '–'
  return hours === 0 ? 'under 1 h' : `${hours} h`
}

const FIGURES: readonly Column<CategoryFigures>[] = [
  {
    head: 'Category',
    cell: ({ category }) => CATEGORY_RULES[category].label,
    card: { wide: true },
    className: 'font-semibold',
  },
  { head: 'Open', cell: ({ open }) => open, align: 'right', card: { labeled: true, align: 'left' } },
  { head: 'Overdue', cell: ({ overdue }) => overdue, align: 'right', card: { labeled: true } },
  {
    head: 'Upheld',
    cell: ({ upheldPercent }) => (upheldPercent === null ? '–' : `${upheldPercent}%`),
    align: 'right',
    card: { labeled: true, align: 'left' },
  },
  {
    head: 'Median time',
    cell: ({ medianHours }) => showHours(medianHours),
    align: 'right',
    card: { labeled: true },
  },
]

const Figures = ({ summary: { categories } }: { summary: ReportSummary }) => (
  <TablePanel title="By category">
    <Table
      label="Reports by category"
      columns={FIGURES}
      rows={categories}
      keyOf={({ category }) => category}
    />
  </TablePanel>
)
