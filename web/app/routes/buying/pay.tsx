import { coinOf } from '@nofiller/contract/payments/coins'
import { takesMoney } from '@nofiller/contract/payments/payment-states'
import type { Payment } from '@nofiller/contract/payments/payments'
import { useState } from 'react'
import { CoinChoice } from '../../features/orders/payment-page/coin-choice.tsx'
import { AmountEnded, Outcome } from '../../features/orders/payment-page/outcome.tsx'
import { useOwnOrder } from '../../features/orders/payment-page/own-order.ts'
import { receivedText } from '../../features/orders/payment-page/payment-labels.ts'
import { PaymentPill, PaymentSide } from '../../features/orders/payment-page/payment-side.tsx'
import { Transfer } from '../../features/orders/payment-page/transfer.tsx'
import { useAnnouncement } from '../../features/orders/payment-page/use-announcement.ts'
import { usePayment } from '../../features/orders/payment-page/use-payment.ts'
import { MessagePage } from '../../shell/message-page.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconReceipt } from '../../ui/icons.tsx'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { TimeLeft, useHasPassed } from '../../ui/time-left.tsx'
import type { Route } from './+types/pay'

export const meta: Route.MetaFunction = (args) => [
  ...titled('Pay')(args),
  { name: 'robots', content: 'noindex' },
]

/** Pays an order, for anyone with its URL: amount, address, and progress. No title, no email. */
export default function Pay({ params: { payToken } }: Route.ComponentProps) {
  const { payment, isUnknown, liveness, choosing } = usePayment(payToken)
  if (isUnknown) return <UnknownPayment />
  return (
    <Container className="pt-8 pb-16">
      <NeedsScripts to="pay here" />
      <div className="mx-auto max-w-240">
        <QueryView
          query={payment}
          error="Failed to load this payment."
          skeleton={<Skeleton className="h-150" />}
        >
          {(data) => <Shown {...{ payToken, payment: data, liveness, choosing }} />}
        </QueryView>
      </div>
    </Container>
  )
}

type ShownProps = { payToken: string; payment: Payment } & Pick<
  ReturnType<typeof usePayment>,
  'liveness' | 'choosing'
>

function Shown({ payToken, payment, liveness, choosing }: ShownProps) {
  const { state, chosen } = payment
  const orderId = useOwnOrder(payToken)
  /** When the choice being changed was made, empty for none: a newer choice ends the change by itself. */
  const [changed, setChanged] = useState<string | null>(null)
  const isChanging = changed === (chosen?.chosenAt ?? '')
  const said = useAnnouncement(payment)
  const [isRenewed, setRenewed] = useState(false)
  const hasAmountEnded = useHasPassed(chosen?.validUntil ?? null)
  const isPaying = takesMoney(state) && (state !== 'late_short' || isChanging || chosen !== null)
  const isChoosing = isPaying && (chosen === null || isChanging)
  const startChanging = () => {
    setChanged(chosen?.chosenAt ?? '')
    setRenewed(false)
    choosing.reset() // its coin is shown, even while the response is loading
  }

  const step = () => {
    if (!isPaying) return <Outcome payment={payment} orderId={orderId} onPayRest={startChanging} />
    if (chosen === null || isChanging) return <CoinChoice {...{ payToken, payment, choosing }} />
    if (hasAmountEnded)
      return (
        <AmountEnded
          busy={choosing.isPending}
          onRenew={() => choosing.mutate(chosen.coin, { onSuccess: () => setRenewed(true) })}
          onChange={startChanging}
        />
      )
    return (
      <>
        {isRenewed && <NewAmount chosen={chosen} />}
        <Transfer payment={payment} chosen={chosen} onChange={startChanging} />
      </>
    )
  }
  return (
    <Panel flush className="grid bar:grid-cols-[minmax(0,1fr)_320px]">
      <p role="status" className="sr-only">
        {said}
      </p>
      <section className="grid content-start gap-6 p-4 phone:p-8">
        {isPaying && <Amount payment={payment} />}
        {isPaying && payment.received > 0 && <PartReceived payment={payment} />}
        {step()}
      </section>
      <section className="grid content-start gap-6 border-line p-4 max-bar:border-t phone:p-8 bar:border-l">
        <PaymentSide payment={payment} liveness={liveness} isChoosing={isChoosing} />
      </section>
    </Panel>
  )
}

const Amount = ({ payment: { state, status, missing, received, chosen } }: { payment: Payment }) => (
  <div className="flex items-start justify-between gap-4">
    <div className="grid min-w-0 gap-0.5">
      <span className="label">{received > 0 ? 'Still to pay' : 'Amount to pay'}</span>
      <PageTitle>
        <Price dollars={missing} />
      </PageTitle>
    </div>
    {state === 'choose' && <PaymentPill status={status} />}
    {chosen && <TimeLeft from={chosen.chosenAt} until={chosen.validUntil} />}
  </div>
)

const NewAmount = ({ chosen: { coin, amount } }: { chosen: NonNullable<Payment['chosen']> }) => (
  <Note role="status">
    The rate has changed. The new amount is {amount} {coinOf(coin).ticker}.
  </Note>
)

const PartReceived = ({ payment }: { payment: Payment }) => (
  <Note kind="warn" role="status">
    <b className="font-650">{receivedText(payment)}</b>
    <div className="my-2">
      <Progress value={payment.received / payment.price} label="Paid so far" kind="go" />
    </div>
    <span className="text-muted">
      Send the rest and your games are ready. What you sent is safe and counted.
    </span>
  </Note>
)

const UnknownPayment = () => (
  <MessagePage
    title="We don’t know this payment."
    icon={<IconReceipt />}
    action={
      <ButtonLink kind="primary" to="/orders">
        My Orders
      </ButtonLink>
    }
  >
    Make sure you copied the whole address.
  </MessagePage>
)
