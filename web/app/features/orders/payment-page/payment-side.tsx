import type { Payment } from '@nofiller/contract/payments/payments'
import type { Liveness } from '../../../api/live.ts'
import { TextLink } from '../../../ui/button.tsx'
import { IconDashedCircle } from '../../../ui/dashboard-icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { StatusPill } from '../progress/order-status.tsx'
import { stepsOf } from './payment-labels.ts'
import { ProviderLink } from './transfer.tsx'

const PlayPayment = lazyPart(() => import('../../sandbox/play-payment.tsx'))

type SideProps = { payment: Payment; liveness: Liveness; isChoosing: boolean }

/** The progress, beside the instructions. */
export function PaymentSide({ payment, liveness, isChoosing }: SideProps) {
  const invoiceId = sandboxInvoiceOf(payment.providerUrl)
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-md font-650">{payment.state === 'choose' ? 'What happens next' : 'Status'}</h2>
        {payment.state !== 'choose' && <PaymentPill status={payment.status} />}
      </div>
      <Steps label="The payment" steps={stepsOf(payment)} />
      <Live liveness={liveness} />
      {isChoosing && <AboutCoins payment={payment} />}
      {payment.state === 'expired' && <AlreadySent />}
      {payment.state === 'waiting' && !isChoosing && (
        <SideNote title="Need more time?">
          When the timer ends you get a new amount. Your order stays.
        </SideNote>
      )}
      {invoiceId !== null && (
        <div className="border-t border-line pt-6">
          <PlayPayment invoiceId={invoiceId} />
        </div>
      )}
    </>
  )
}

/** The status of a payment's order. The page shows it beside the amount until a coin is chosen. */
export const PaymentPill = ({ status }: Pick<Payment, 'status'>) =>
  status === 'CREATED' ? (
    <Pill icon={<IconDashedCircle />}>Not paid yet</Pill>
  ) : (
    <StatusPill status={status} />
  )

const Live = ({ liveness }: { liveness: Liveness }) => (
  <p role="status" className="flex items-center gap-2 text-sm text-muted">
    <span
      aria-hidden="true"
      className={`size-2 shrink-0 rounded-full ${liveness === 'lost' ? 'bg-warn' : 'bg-go'}`}
    />
    {liveness === 'lost' ? 'Connection lost. Resuming…' : 'Live. This page updates by itself.'}
  </p>
)

const SideNote = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="grid gap-2 border-t border-line pt-6">
    <h3 className="text-ui font-650">{title}</h3>
    <p className="text-sm text-faint">{children}</p>
  </div>
)

const AboutCoins = ({ payment }: { payment: Payment }) => (
  <div className="grid gap-6 border-t border-line pt-6">
    <div className="grid gap-2">
      <h3 className="text-ui font-650">First time?</h3>
      <p className="text-sm text-faint">
        <TextLink to="/how-to-buy">How to Buy</TextLink> shows each step with pictures.
      </p>
    </div>
    <ProviderLink url={payment.providerUrl} />
  </div>
)

const AlreadySent = () => (
  <SideNote title="Already sent it?">
    Then don’t send again. We watch the old address for days, and this page changes as soon as your payment
    shows up. If it covers today’s price, your games are ready at once. If not, you’ll see what is missing.
  </SideNote>
)

/** The invoice of the built-in provider, which a demo's visitor pays by simulating its network. */
const sandboxInvoiceOf = (url: string | null): string | null =>
  /\/sandbox\/invoice\/([\w-]+)$/.exec(url ?? '')?.[1] ?? null
