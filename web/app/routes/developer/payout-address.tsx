import type { PayoutAddress } from '@nofiller/contract/payouts/payout-addresses'
import { NO_PAYOUT_TEXTS } from '@nofiller/contract/payouts/payout-rules'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { AddressForm } from '../../features/payouts/address/address-form.tsx'
import { coinOnNetwork } from '../../features/payouts/transaction-link.tsx'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconArrowLeft } from '../../ui/icons.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Payout address')

/** A developer's payout address. Nobody else can set it. */
export default function DevPayoutAddress() {
  const own = useCall('GET /api/payout-address', {})
  return (
    <Container width="narrow" className="grid grid-cols-1 gap-5 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div>
        <ButtonLink kind="quiet" className="-ml-3 phone:-ml-4" to="/dev/earnings">
          <IconArrowLeft />
          Earnings
        </ButtonLink>
      </div>
      <div className="grid gap-1">
        <PageTitle>Payout address</PageTitle>
        <p className="text-muted">Where your share is sent. Only you can change it; support cannot.</p>
      </div>
      <QueryView
        query={own}
        error="Failed to load your payout address"
        skeleton={<Skeleton className="h-130" />}
      >
        {(shown) => (
          <>
            {shown.isFrozen && <Note kind="bad">{NO_PAYOUT_TEXTS.frozen}</Note>}
            <Current own={shown} />
            <AddressForm own={shown} />
          </>
        )}
      </QueryView>
    </Container>
  )
}

function Current({ own: { current, history } }: { own: PayoutAddress }) {
  const [isOpen, setOpen] = useState(false)
  if (current === null) return null
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="text-xs font-semibold text-muted">
          {Date.parse(current.usableAt) > currentTime().getTime()
            ? `Can be used from ${showUtcMoment(current.usableAt)}`
            : `In use since ${showUtcDay(current.usableAt)}`}
        </p>
        <p>
          {coinOnNetwork(current.coin)},{' '}
          <span translate="no" className="mono">
            {current.short}
          </span>
        </p>
      </div>
      <TextButton onClick={() => setOpen(true)}>History</TextButton>
      {isOpen && (
        <Dialog
          title="Payout addresses"
          width="small"
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <ul className="grid gap-3">
            {history.map(({ coin, short, since, until }) => (
              <li key={since}>
                {coinOnNetwork(coin)},{' '}
                <span translate="no" className="mono">
                  {short}
                </span>
                <span className="block text-sm text-muted">
                  {showUtcMoment(since)} {until === null ? 'until now' : `to ${showUtcMoment(until)}`}
                </span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </Panel>
  )
}
