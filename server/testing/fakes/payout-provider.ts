import { randomUUID } from 'node:crypto'
import {
  type PayoutProvider,
  PayoutRefused,
  type PayoutRequest,
  type PayoutSnapshot,
  PayoutUncertain,
} from '../../payouts/providers/payout-provider.ts'

/** What a provider does with a payout. `lost`: done or not, its answer never comes. */
export type PayoutOutcome = {
  prepare:
    | 'made'
    | 'refused'
    | 'lost before'
    | 'lost after'
    | 'another amount'
    | 'another address'
    | 'sent at once'
  release: 'accepted' | 'refused' | 'lost before' | 'lost after'
  end: 'paid' | 'not sent' | 'unclear' | 'silent' | 'paid without transaction'
  /** Read-backs that are not answered first. */
  unanswered: number
}

export const GOOD_FATE: PayoutOutcome = { prepare: 'made', release: 'accepted', end: 'paid', unanswered: 0 }

type Made = PayoutSnapshot & { looks: number; isReleased: boolean }

/** A provider in memory, which outlives the process that calls it. `payoutOutcomeOf` decides each payout's outcome by its id. */
export function playedPayouts(payoutOutcomeOf: (externalId: string) => PayoutOutcome) {
  const made: Made[] = []
  const add = ({ externalId, coin, amount, address }: PayoutRequest): Made => {
    const payout: Made = {
      reference: randomUUID(),
      externalId,
      coin,
      address,
      amount,
      phase: 'prepared',
      transactionId: null,
      networkFee: null,
      providerStatus: 'made',
      looks: 0,
      isReleased: false,
    }
    made.push(payout)
    return payout
  }
  const find = (reference: string) => made.find((one) => one.reference === reference)

  /** A released payout is being sent at the first look, and has its outcome at the second. */
  const look = (payout: Made): PayoutSnapshot => {
    const outcome = payoutOutcomeOf(payout.externalId ?? '')
    payout.looks += 1
    if (payout.isReleased && payout.phase === 'sending' && payout.looks > 2) meet(payout, outcome.end)
    const { looks: _, isReleased: __, ...snapshot } = payout
    return snapshot
  }

  const provider: PayoutProvider = {
    name: 'sandbox',
    coins: ['USDC-SOL'],
    quote: async () => ({ available: '100000', minimum: '1', networkFee: null, rate: '1', decimals: 6 }),
    async prepare(request) {
      const outcome = payoutOutcomeOf(request.externalId).prepare
      if (outcome === 'refused') throw new PayoutRefused('the address is not taken')
      if (outcome === 'lost before') throw new PayoutUncertain('time-out')
      const payout = add(request)
      if (outcome === 'lost after') throw new PayoutUncertain('time-out')
      if (outcome === 'another amount') payout.amount = `${payout.amount}1`
      if (outcome === 'another address') payout.address = 'elsewhere'
      if (outcome === 'sent at once') send(payout)
      return look(payout)
    },
    async release(reference) {
      const payout = find(reference)
      const outcome = payoutOutcomeOf(payout?.externalId ?? '').release
      if (outcome === 'lost before') throw new PayoutUncertain('time-out')
      if (outcome === 'refused' || payout?.phase !== 'prepared') return 'refused'
      send(payout)
      if (outcome === 'lost after') throw new PayoutUncertain('time-out')
      return 'accepted'
    },
    async lookup(by) {
      const matches = made.filter((one) =>
        'reference' in by ? one.reference === by.reference : one.externalId === by.externalId,
      )
      const outcome = payoutOutcomeOf(matches[0]?.externalId ?? '')
      const [first] = matches
      if (first && first.looks < outcome.unanswered) {
        first.looks += 1
        throw new PayoutUncertain('no answer')
      }
      return matches.map(look)
    },
    async discard(reference) {
      const payout = find(reference)
      if (payout?.phase === 'prepared') {
        payout.phase = 'not_sent'
        payout.providerStatus = 'cancelled'
      }
    },
  }
  return {
    provider,
    made,
    /** What really left for a payout, as exact amounts: more than one is a loss. */
    sentFor: (externalId: string): string[] =>
      made
        .filter(
          (one) =>
            one.externalId === externalId && one.isReleased && hasLeft(one, payoutOutcomeOf(externalId).end),
        )
        .map((one) => one.amount),
  }
}

const hasLeft = ({ phase }: Made, end: PayoutOutcome['end']): boolean =>
  phase !== 'not_sent' && end !== 'not sent'

function send(payout: Made): void {
  payout.phase = 'sending'
  payout.providerStatus = 'sending'
  payout.isReleased = true
}

function meet(payout: Made, end: PayoutOutcome['end']): void {
  if (end === 'silent') return
  payout.providerStatus = end
  payout.phase = end === 'not sent' ? 'not_sent' : end === 'unclear' ? 'unclear' : 'paid'
  if (end === 'paid') payout.transactionId = `tx-${payout.reference}`
}
