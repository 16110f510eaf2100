import type { PayoutSummary } from '@nofiller/contract/payouts/payouts'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcDay } from '@nofiller/contract/text/time'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'

type Part = { name: string; dollars: number; note: string; dot: string }

/** The parts of the developer's money. */
export const BalanceParts = ({ summary }: { summary: PayoutSummary }) => (
  <Panel flush>
    <dl className="grid grid-cols-2 bar:auto-cols-fr bar:grid-flow-col bar:grid-cols-none bar:divide-x bar:divide-line">
      {partsOf(summary).map(({ name, dollars, note, dot }) => (
        <div key={name} className="min-w-0 px-4 py-3.5 phone:px-5">
          <dt className="flex items-center gap-2 text-xs font-semibold text-muted">
            <span aria-hidden="true" className={`size-2 rounded-[2px] ${dot}`} />
            {name}
          </dt>
          <dd>
            <span className={`d3 block break-words max-desktop:text-d4 ${dollars < 0 ? 'text-bad' : ''}`}>
              <Price dollars={dollars} />
              {dollars < 0 && ' carried over'}
            </span>
            <span className="block text-sm text-muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
)

function partsOf(summary: PayoutSummary): Part[] {
  const { pending, available, inPayout, paid, reserve, holdDays, reservePercent } = summary
  return [
    { name: 'Pending', dollars: pending, note: `${holdDays}-day hold after each sale`, dot: 'bg-chart-0' },
    {
      name: 'Available',
      dollars: available,
      note: available < 0 ? 'Your next sales make up for it' : 'Goes into the next payout',
      dot: 'bg-accent',
    },
    ...(reserve === 0
      ? []
      : [
          {
            name: 'Reserve',
            dollars: reserve,
            note: `${reservePercent}% of your first sales, for 30 days`,
            dot: 'bg-info',
          },
        ]),
    { name: 'In payout', dollars: inPayout, note: 'Reserved, not yet confirmed', dot: 'bg-warn' },
    { name: 'Paid', dollars: paid, note: paidNote(summary), dot: 'bg-go' },
  ]
}

function paidNote({ payouts, firstPaidAt }: PayoutSummary): string {
  if (firstPaidAt === null) return 'No payouts yet'
  return `${plural(payouts, 'payout')} since ${showUtcDay(firstPaidAt)}`
}
