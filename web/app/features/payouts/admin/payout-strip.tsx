import type { AdminPayoutSummary } from '@nofiller/contract/payouts/payouts'
import { showPrice, sumDollars } from '@nofiller/contract/pricing/money'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { type ReactNode, useState } from 'react'
import { showAgo } from '../../../ui/ago.ts'
import { Button } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { AUDITED } from '../../admin/bulk.tsx'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { usePayoutActions } from './use-admin-payouts.ts'

/** The process records a heartbeat every two seconds. */
const GONE_MS = 10 * 60_000

/** Whether payouts run, what is due and the provider's balance; with the switch, and any problem. */
export function PayoutStrip({ summary }: { summary: AdminPayoutSummary }) {
  const { stopped, due, medianHours, nextRunAt } = summary
  return (
    <div className="grid grid-cols-1 gap-3">
      <Panel
        flush
        className="grid grid-cols-1 bar:grid-cols-[minmax(0,3fr)_minmax(0,1fr)] bar:divide-x bar:divide-line"
      >
        <dl className="grid grid-cols-2 bar:auto-cols-fr bar:grid-flow-col bar:grid-cols-none bar:divide-x bar:divide-line">
          <Cell
            name="Payouts"
            value={stopped ? <span className="text-bad">Stopped</span> : 'On'}
            note={
              stopped
                ? `By ${stopped.by}, ${showUtcMoment(stopped.at)}: ${stopped.reason}`
                : `Next run ${showUtcMoment(nextRunAt)}`
            }
          />
          <Cell name="Due" value={showPrice(due.amount)} note={dueNote(summary)} />
          <Cell name="Provider balance" value={held(summary)} note={heldNote(summary)} />
          <Cell
            name="From due to paid"
            value={medianHours === null ? '–' : `${medianHours} h`}
            note={medianHours === null ? 'Too few payouts yet' : 'Median of 90 days'}
          />
        </dl>
        <div className="grid content-center justify-items-start gap-1.5 px-4 py-3.5 phone:px-5">
          <Switch isStopped={stopped !== null} />
          <p className="text-sm text-muted">
            {stopped
              ? 'Approved payouts are sent once you resume.'
              : 'No more payouts are sent. Those already sent will arrive.'}
          </p>
        </div>
      </Panel>
      <Warnings summary={summary} />
    </div>
  )
}

const Cell = ({ name, value, note }: { name: string; value: ReactNode; note: string }) => (
  <div className="min-w-0 px-4 py-3.5 phone:px-5">
    <dt className="text-xs font-semibold text-muted">{name}</dt>
    <dd>
      <span className="d3 block break-words max-desktop:text-d4">{value}</span>
      <span className="block text-sm break-words text-muted">{note}</span>
    </dd>
  </div>
)

function dueNote({ due: { count, oldestAt } }: AdminPayoutSummary): string {
  if (count === 0) return 'Nothing to approve'
  const statements = plural(count, 'statement')
  return oldestAt ? `${statements}, oldest ${showAgo(oldestAt, currentTime())}` : statements
}

/** The provider's balance in dollars, of the coins with a known one. */
function held({ coins, isManual }: AdminPayoutSummary): string {
  const known = coins.flatMap(({ availableDollars }) => (availableDollars === null ? [] : [availableDollars]))
  if (isManual) return 'By hand'
  return known.length === 0 ? '–' : showPrice(sumDollars(...known))
}

function heldNote({ coins, isManual }: AdminPayoutSummary): string {
  if (isManual) return 'A person pays, another confirms'
  const known = coins.filter(({ availableDollars }) => availableDollars !== null)
  if (known.length === 0) return 'Not reported by the provider'
  return known.map(({ coin, available }) => `${available} ${coin}`).join(', ')
}

function Switch({ isStopped }: { isStopped: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { turn } = usePayoutActions()
  return (
    <>
      <Button kind={isStopped ? 'primary' : 'danger'} onClick={() => setAsking(true)}>
        {isStopped ? 'Start again' : 'Stop all payouts'}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={isStopped ? 'Start payouts again' : 'Stop all payouts'}
          text={
            isStopped
              ? 'Everything that is approved will be sent.'
              : 'Nothing more will be sent until someone resumes payouts. Those already sent will arrive.'
          }
          button={isStopped ? 'Start again' : 'Stop all payouts'}
          kind={isStopped ? 'primary' : 'danger'}
          hint={AUDITED}
          done={isStopped ? 'Payouts run again.' : 'Payouts are stopped.'}
          act={(reason) => turn(!isStopped, reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Warnings({ summary }: { summary: AdminPayoutSummary }) {
  const { processSeenAt, screening, coins, releasesUntil, elsewhere } = summary
  const isGone = processSeenAt === null || currentTime().getTime() - Date.parse(processSeenAt) > GONE_MS
  return (
    <>
      {isGone && (
        <Note kind="bad" role="none">
          <b>The payout process isn’t running.</b> Nothing is sent until it is. Start it with{' '}
          <span translate="no" className="mono">
            npm run payouts
          </span>
          .{processSeenAt && ` It was last seen ${showUtcMoment(processSeenAt)}.`}
        </Note>
      )}
      {elsewhere > 0 && (
        <Note kind="bad" role="none">
          <b>
            {elsewhere === 1 ? 'One payout is' : `${elsewhere} payouts are`} still in progress at the previous
            provider, and nothing is checking on {elsewhere === 1 ? 'it' : 'them'}.
          </b>{' '}
          Run{' '}
          <span translate="no" className="mono">
            npm run payouts
          </span>{' '}
          again with the previous settings until this notice disappears.
        </Note>
      )}
      {coins.map(({ coin, due, availableDollars }) =>
        availableDollars !== null && availableDollars < due ? (
          <Note key={coin} kind="bad" role="none">
            The provider is <Price dollars={sumDollars(due, -availableDollars)} /> short in {coin}.
          </Note>
        ) : null,
      )}
      {screening === 'off' && (
        <Note>
          <b>Addresses are not screened.</b> No sanctions list is set up.
        </Note>
      )}
      {screening === 'unavailable' && (
        <Note kind="bad" role="none">
          <b>Addresses cannot be screened.</b> The sanctions list is missing or too old, so nothing is sent.
        </Note>
      )}
      {releasesUntil && (
        <Note>
          The provider takes two payouts a minute. All that is approved will be sent by{' '}
          {showUtcMoment(releasesUntil)}.
        </Note>
      )}
    </>
  )
}
