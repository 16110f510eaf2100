import { showPrice } from '@nofiller/contract/money'
import type { SandboxInvoice } from '@nofiller/contract/sandbox'
import type { ReactNode } from 'react'
import { IconCheck, IconX } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showMoment } from '../../ui/when.ts'
import { coinOf } from './coins.ts'

type Step = { state: 'done' | 'now' | 'next' | 'ended'; name: string; detail: string }

/** Where the payment of an invoice is, in four steps. */
export function InvoiceSteps({ invoice }: { invoice: SandboxInvoice }) {
  const steps = stepsOf(invoice)
  return (
    <ol className="grid">
      {steps.map((step, at) => (
        <li
          key={step.name}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className={`relative grid grid-cols-[24px_1fr] gap-3.5 ${at < steps.length - 1 ? 'pb-5.5 before:absolute before:top-6.5 before:bottom-0.5 before:left-3 before:w-px before:bg-line' : ''}`}
        >
          <Dot state={step.state} />
          <div>
            <b className={step.state === 'next' ? 'font-550 text-muted' : 'font-650'}>{step.name}</b>
            <span className="block text-sm text-muted">{step.detail}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}

const DOTS: Record<Step['state'], { look: string; icon: ReactNode }> = {
  done: { look: 'bg-go text-bg', icon: <IconCheck className="size-3.5" /> },
  now: { look: 'text-warn', icon: <Spinner className="size-[22px]" /> },
  ended: { look: 'bg-bad text-bg', icon: <IconX className="size-3.5" /> },
  next: { look: 'border-[1.5px] border-edge', icon: null },
}

const Dot = ({ state }: { state: Step['state'] }) => (
  <span className={`grid size-6 place-items-center rounded-full ${DOTS[state].look}`}>
    {DOTS[state].icon}
  </span>
)

/** The four steps of an invoice; one that ended unpaid says so and stops there. */
export function stepsOf(invoice: SandboxInvoice): Step[] {
  const created: Step = { state: 'done', name: 'Invoice created', detail: showMoment(invoice.createdAt) }
  const coin = coinOf(invoice.coin)
  const confirming = coin ? `Usually ${coin.usualTime.toLowerCase()}` : 'By the network'
  const paid: Step = { state: 'next', name: 'Paid', detail: 'Your files unlock' }
  const unconfirmed: Step = { state: 'next', name: 'Confirming', detail: confirming }
  switch (invoice.status) {
    case 'new':
      return [
        created,
        { state: 'now', name: 'Waiting for payment', detail: 'Choose a coin' },
        unconfirmed,
        paid,
      ]
    case 'waiting':
      return [
        created,
        { state: 'now', name: 'Waiting for payment', detail: `Watching the ${coin?.network} network` },
        unconfirmed,
        paid,
      ]
    case 'partial':
      return [
        created,
        {
          state: 'now',
          name: 'Part of the payment arrived',
          detail: `${showPrice(invoice.received)} of ${showPrice(invoice.amount)}`,
        },
        unconfirmed,
        paid,
      ]
    case 'seen':
      return [
        created,
        { state: 'done', name: 'Payment seen', detail: `On the ${coin?.network} network` },
        { ...unconfirmed, state: 'now' },
        paid,
      ]
    case 'paid':
      return [
        created,
        { state: 'done', name: 'Payment seen', detail: `On the ${coin?.network} network` },
        { state: 'done', name: 'Confirmed', detail: `${showPrice(invoice.received)} received` },
        { ...paid, state: 'done', detail: 'Your files are unlocked' },
      ]
    case 'expired':
      return [created, { state: 'ended', name: 'Expired', detail: 'The time ran out' }]
    case 'cancelled':
      return [created, { state: 'ended', name: 'Cancelled', detail: 'The payment was called off' }]
    case 'failed':
      return [created, { state: 'ended', name: 'Failed', detail: 'The network refused the payment' }]
  }
}
