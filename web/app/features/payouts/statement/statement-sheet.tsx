import { coinOf } from '@nofiller/contract/payments/coins'
import { DEVELOPER_STATES } from '@nofiller/contract/payouts/payout-rules'
import type { Statement, StatementLine } from '@nofiller/contract/payouts/payouts'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { PageTitle } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { Fact, HEAD, LINE, SellerBlock, Sheet, type SheetSeller } from '../../../ui/sheet.tsx'
import { coinOnNetwork } from '../transaction-link.tsx'

type SheetProps = {
  statement: Statement
  lines: readonly StatementLine[]
  /** The number of lines beyond those shown. */
  left: number
  seller: SheetSeller
}

/** The lines of a payout, frozen when it was drafted. */
export const StatementSheet = ({ statement, lines, left, seller }: SheetProps) => (
  <Sheet>
    <header className="flex justify-between gap-x-6 gap-y-5 max-phone:flex-col-reverse">
      <SellerBlock seller={seller} />
      <div className="min-w-0 phone:text-right">
        <PageTitle>Statement</PageTitle>
        <span className="block font-650 tabular-nums">{statement.number}</span>
      </div>
    </header>
    <dl className="flex flex-wrap justify-between gap-x-6 gap-y-4 border-y border-[#d5d0d2] py-4 text-ui max-phone:grid max-phone:grid-cols-2">
      <Fact name="Seller">{statement.developer.name}</Fact>
      <Fact name="Sales">{span(statement)}</Fact>
      <Fact name="Frozen">{showUtcMoment(statement.draftedAt)}</Fact>
      <Fact name="State">
        <b>{DEVELOPER_STATES[statement.state]}</b>
        {statement.endedAt && `, ${showUtcMoment(statement.endedAt)}`}
      </Fact>
    </dl>
    <Lines statement={statement} lines={lines} left={left} />
    <dl className="flex flex-wrap gap-x-10 gap-y-4 border-y border-[#d5d0d2] py-4 text-ui max-phone:grid max-phone:grid-cols-2">
      <Fact name="Coin and network">{coinOnNetwork(statement.coin)}</Fact>
      <Fact name="Rate">{rate(statement)}</Fact>
      {statement.networkFee && (
        <Fact name="Network fee">
          {statement.networkFee} {coinOf(statement.coin).ticker}
        </Fact>
      )}
      <Fact name={statement.state === 'PAID' ? 'Sent' : 'To be sent'}>
        <b>
          {statement.coinAmount ? (
            `${statement.coinAmount} ${coinOf(statement.coin).ticker}`
          ) : (
            <Price dollars={statement.amount} />
          )}
        </b>
      </Fact>
      <Fact name="To">
        <span translate="no" className="mono">
          {statement.address}
        </span>
      </Fact>
      {statement.transactionId && (
        <Fact name="Transaction" wide>
          <span translate="no" className="mono break-all">
            {statement.transactionId}
          </span>
        </Fact>
      )}
    </dl>
    <p className="text-sm text-[#555]">
      {statement.reason && `${statement.reason} `}
      All times are UTC. Sales are paid out once their hold is over; refunds are taken off the next statement.
    </p>
  </Sheet>
)

const span = ({ from, to }: Statement): string =>
  showUtcDay(from) === showUtcDay(to) ? showUtcDay(from) : `${showUtcDay(from)} to ${showUtcDay(to)}`

function rate({ rate: dollars, coin, approvedAt }: Statement): string {
  if (dollars === null) return 'Fixed when it is approved'
  const fixed = approvedAt ? `, fixed ${showUtcMoment(approvedAt)}` : ''
  return `1 ${coinOf(coin).ticker} = $${dollars}${fixed}`
}

const KINDS: Record<StatementLine['kind'], (title: string) => string> = {
  sale: (title) => title,
  refund: (title) => `Refund, ${title}`,
  correction: (title) => `Corrected fee, ${title}`,
  reserve: (title) => `Kept in reserve, ${title}`,
  reserve_back: (title) => `Back from reserve, ${title}`,
  returned: (title) => `Returned: ${title}`,
}

const NUMBER = 'py-2 pl-3 text-right whitespace-nowrap'

function Lines({ statement: { totals }, lines, left }: Omit<SheetProps, 'seller'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, by keys as well
    <section aria-label="Lines" tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse text-ui">
        <thead>
          <tr>
            <th className={`${HEAD} text-left`}>Date</th>
            <th className={`${HEAD} px-3 text-left`}>Item and order</th>
            <th className={`${HEAD} pl-3 text-right`}>Paid</th>
            <th className={`${HEAD} pl-3 text-right`}>Provider fee</th>
            <th className={`${HEAD} pl-3 text-right`}>Store share</th>
            <th className={`${HEAD} pl-3 text-right`}>Your share</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line._id} className={`${LINE} break-inside-avoid`}>
              <td className="py-2 whitespace-nowrap">{showUtcDay(line.at)}</td>
              <td className="px-3 py-2 break-words">
                {KINDS[line.kind](line.title)}
                {line.orderNumber && (
                  <span className="ml-2 whitespace-nowrap text-[#555] tabular-nums">{line.orderNumber}</span>
                )}
              </td>
              <Amounts line={line} />
            </tr>
          ))}
          {left > 0 && (
            <tr className={LINE}>
              <td colSpan={6} className="py-2 text-[#555]">
                And {plural(left, 'more line')}, which the CSV holds.
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td className="px-3 py-2">{countText(totals)}</td>
            <Amounts line={totals} />
          </tr>
          <tr>
            <td colSpan={5} className="px-3 pt-2 text-right">
              Total (USD)
            </td>
            <td className="d4 pt-2 text-right">
              <Price dollars={totals.amount} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type AmountsProps = { line: Pick<StatementLine, 'paid' | 'fee' | 'platform' | 'amount'> }

/** The cells of a line's amounts, or of the sums of all lines. */
const Amounts = ({ line: { paid, fee, platform, amount } }: AmountsProps) =>
  Object.entries({ paid, fee: -fee, platform: -platform, amount }).map(([name, dollars]) => (
    <td key={name} className={`${NUMBER} last:font-650`}>
      <Price dollars={dollars} />
    </td>
  ))

function countText({ sales, refunds, others }: Statement['totals']): string {
  const counts = [
    sales > 0 && plural(sales, 'sale'),
    refunds > 0 && plural(refunds, 'refund'),
    others > 0 && plural(others, 'other line'),
  ]
  return counts.filter(Boolean).join(', ')
}
