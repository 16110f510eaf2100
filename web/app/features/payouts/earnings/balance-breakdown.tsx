import type { Balance } from '@nofiller/contract/analytics/analytics'
import type { PayoutSummary } from '@nofiller/contract/payouts/payouts'
import { sumDollars } from '@nofiller/contract/pricing/money'
import { plural } from '@nofiller/contract/text/digits'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'

/** How the balance is computed from buyers' payments. */
export function BalanceBreakdown({ balance, summary }: { balance: Balance; summary: PayoutSummary }) {
  const { orders, gross, fees, platform, balance: share } = balance
  const rows = [
    {
      name: `Paid by buyers`,
      dollars: gross,
      note: `, ${plural(orders, 'order')}`,
    },
    { name: 'Provider fees', dollars: -fees },
    { name: 'Store share', dollars: -platform },
    { name: 'Your share', dollars: share, isSum: true },
    { name: 'Paid to you', dollars: -summary.paid },
    { name: 'Balance', dollars: sumDollars(share, -summary.paid), isSum: true },
  ]
  return (
    <Panel>
      <section className="grid gap-4">
        <h2 className="text-lg font-650">How it adds up</h2>
        <dl>
          {rows.map(({ name, dollars, note, isSum }) => (
            <div
              key={name}
              className={`flex justify-between gap-4 py-1.5 ${isSum ? 'border-t border-line font-650' : 'text-muted'}`}
            >
              <dt>
                {name}
                {note && <span className="font-normal">{note}</span>}
              </dt>
              <dd className={isSum ? '' : 'text-text'}>
                <Price dollars={dollars} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">
          The balance is what is pending, available{summary.reserve > 0 ? ', in reserve' : ''} and in payout.
          Refunds are already taken off.
        </p>
      </section>
    </Panel>
  )
}
