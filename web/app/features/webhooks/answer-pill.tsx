import { DELIVERY_STATES, type DeliveryFailure } from '@nofiller/contract/webhooks/webhook-rules'
import type { Delivery } from '@nofiller/contract/webhooks/webhooks'
import { IconCheck, IconClock, IconTriangleAlert } from '../../ui/icons.tsx'
import { Pill } from '../../ui/pill.tsx'

/** Why there is no answer, in two words; the opened row says it in a sentence. */
const FAILURES: Record<DeliveryFailure, string> = {
  no_answer: 'No answer',
  unreachable: 'No connection',
  unknown_name: 'Unknown name',
  refused_address: 'Not public',
  secret_lost: 'No secret',
}

/** The number of the last answer, or what there is instead of one. */
export function AnswerPill({ delivery: { state, status, failure } }: { delivery: Delivery }) {
  if (state === 'dropped') return <Pill kind="bad">{DELIVERY_STATES.dropped}</Pill>
  if (failure !== null)
    return (
      <Pill kind="bad" icon={failure === 'no_answer' ? <IconClock /> : <IconTriangleAlert />}>
        {FAILURES[failure]}
      </Pill>
    )
  if (status === null) return <Pill icon={<IconClock />}>{DELIVERY_STATES.waiting}</Pill>
  return state === 'delivered' ? (
    <Pill kind="go" icon={<IconCheck />}>
      {status}
    </Pill>
  ) : (
    <Pill kind="bad" icon={<IconTriangleAlert />}>
      {status}
    </Pill>
  )
}
