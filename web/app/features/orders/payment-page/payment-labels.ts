import { coinOf } from '@nofiller/contract/payments/coins'
import type { Payment } from '@nofiller/contract/payments/payments'
import { showPrice } from '@nofiller/contract/pricing/money'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { Step } from '../../../ui/steps.tsx'

type Words = { title: string; text: string }

/** The text of a payment that cannot be made now; null while it can. */
export function outcomeWords({ state, isLate, isOver, price, received, missing }: Payment): Words | null {
  switch (state) {
    case 'seen':
      return {
        title: 'Seen on the network',
        text: 'You don’t have to do anything. It’s safe to close this page: your games will be in your library, and we email you.',
      }
    case 'ready':
      return {
        title: isLate ? 'Late, but it counts' : 'Your games are ready',
        text: [
          `We received ${showPrice(received)}.`,
          isLate && `It covers the price of ${showPrice(price)}.`,
          isOver && 'You paid too much. We’ll email you about the difference.',
        ]
          .filter(Boolean)
          .join(' '),
      }
    case 'late':
      return {
        title: 'Your payment came late',
        text: 'Time had run out, but we see your payment. Once the network has confirmed it and it covers the price, your games are ready.',
      }
    case 'late_short':
      return {
        title: isLate
          ? `Late, and ${showPrice(missing)} is missing`
          : `Time ran out, and ${showPrice(missing)} is missing`,
        text: `${receivedText({ received, price, missing })} What you sent is safe and counted.`,
      }
    case 'expired':
      return {
        title: 'Time ran out',
        text: 'No payment has arrived, and nothing was charged. Don’t use the old address again.',
      }
    case 'failed':
      return {
        title: 'The payment failed',
        text: 'The network or the provider refused it. Nothing was charged.',
      }
    case 'cancelled':
      return { title: 'This payment was cancelled', text: 'Nothing was charged.' }
    default:
      return null
  }
}

export const receivedText = ({ received, price, missing }: Pick<Payment, 'received' | 'price' | 'missing'>) =>
  `We received ${showPrice(received)} of ${showPrice(price)}. ${showPrice(missing)} to go.`

/** One sentence for a screen reader at each change of state. */
export function announcement(payment: Payment): string {
  const { state, confirmations, chosen } = payment
  switch (state) {
    case 'choose':
      return 'Choose a coin to pay with.'
    case 'waiting':
      return `Waiting for your payment${chosen ? ` in ${coinOf(chosen.coin).name}` : ''}.`
    case 'seen':
    case 'late':
      return confirmations
        ? `Seen on the network. Confirming, ${confirmations.count} of ${confirmations.needed}.`
        : 'Seen on the network. Confirming.'
    case 'partial':
      return receivedText(payment)
    default: {
      const words = outcomeWords(payment)
      return words ? `${words.title}. ${words.text}` : ''
    }
  }
}

const next = (name: string, detail: string): Step => ({ state: 'next', name, detail })
const now = (name: string, detail: string): Step => ({ state: 'now', name, detail })
const done = (name: string, detail: string): Step => ({ state: 'done', name, detail })

const READY = next('Ready', 'Your games are in your library')

/** What has happened and what comes next. */
export function stepsOf(payment: Payment): Step[] {
  const { state, chosen, seenAt, paidAt, createdAt, received, missing } = payment
  const started = done('Amount fixed', showUtcMoment(chosen?.chosenAt ?? createdAt))
  const network = chosen ? coinOf(chosen.coin).network : null
  const onNetwork = network === null ? 'On the network' : `On the ${network} network`
  const watching = network === null ? 'Watching the network' : `Watching the ${network} network`
  switch (state) {
    case 'choose':
      return [
        { state: 'here', name: 'Choose a coin', detail: 'Nothing is charged yet' },
        next('Send the exact amount', 'From your wallet or an exchange'),
        next('The network confirms it', 'You can watch it here'),
        next('Your games are ready', 'In your library, and by email'),
      ]
    case 'waiting':
      return [
        started,
        now('Waiting for your payment', watching),
        next('Seen on the network', 'You can close this page then'),
        next('Confirmed', 'By the network'),
        READY,
      ]
    case 'partial':
    case 'late_short':
      return [
        done(
          'Part received',
          [showPrice(received), seenAt && showUtcMoment(seenAt)].filter(Boolean).join(' · '),
        ),
        now(
          'Waiting for the rest',
          [showPrice(missing), chosen && `on the ${network} network`].filter(Boolean).join(' '),
        ),
        next('Confirmed', 'By the network'),
        READY,
      ]
    case 'seen':
    case 'late':
      return [
        started,
        done('Seen on the network', seenAt ? showUtcMoment(seenAt) : onNetwork),
        now('Confirming', confirmingText(payment)),
        READY,
      ]
    case 'ready':
      return [
        started,
        done('Seen on the network', seenAt ? showUtcMoment(seenAt) : onNetwork),
        done('Confirmed', `${showPrice(received)} received`),
        done('Ready', paidAt ? showUtcMoment(paidAt) : 'In your library'),
      ]
    case 'expired':
      return [{ state: 'ended', name: 'Expired', detail: 'The time ran out' }]
    case 'failed':
      return [{ state: 'ended', name: 'Failed', detail: 'The payment did not go through' }]
    case 'cancelled':
      return [{ state: 'ended', name: 'Cancelled', detail: 'The payment was cancelled' }]
  }
}

const confirmingText = ({ confirmations }: Payment): string =>
  confirmations
    ? `${confirmations.count} of ${confirmations.needed} confirmations`
    : 'The network is confirming it'

/** `48 sec`, `6 min`, `1 h 5 min`. */
export function waitText(seconds: number): string {
  if (seconds < 60) return `${seconds} sec`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return [`${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ')
}

/** The network's charge to the sender, as far as known; dollars. */
export function feeText(coin: string, networkFee: number | null): string {
  if (networkFee === null) return coinOf(coin).fee ?? 'varies'
  return networkFee < 0.01 ? 'under $0.01' : `about ${showPrice(networkFee)}`
}
