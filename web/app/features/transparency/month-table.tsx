import type { MonthCounts } from '@nofiller/contract/transparency/transparency-rules'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const figure = (head: string, cell: (row: MonthCounts) => number | string): Column<MonthCounts> => ({
  head,
  cell,
  align: 'right',
  card: { labeled: true, align: 'left' },
})

const COLUMNS: readonly Column<MonthCounts>[] = [
  {
    head: 'Month',
    cell: ({ month, isOver }) => (
      <>
        <span className="font-650 whitespace-nowrap">{MONTH.format(new Date(`${month}-01`))}</span>
        {!isOver && <span className="text-muted"> so far</span>}
      </>
    ),
    card: { wide: true },
  },
  figure('Reports', ({ reports }) => reports),
  figure('Cases', ({ cases }) => cases),
  figure('Acted on', ({ acted }) => acted),
  figure('Left as it was', ({ left }) => left),
  figure('Open', ({ open }) => open),
  figure('Median to decision', ({ medianHours }) => (medianHours === null ? '–' : `${medianHours} h`)),
  figure('Reviews reported', ({ reviews }) => reviews.reported),
  figure('Reviews removed', ({ reviews }) => reviews.removed),
  figure('Reviews restored', ({ reviews }) => reviews.restored),
]

/** The results of each month's reports. */
export const MonthTable = ({ months }: { months: readonly MonthCounts[] }) => (
  <Panel flush>
    <Table label="Reports by month" columns={COLUMNS} rows={months} keyOf={({ month }) => month} />
  </Panel>
)
