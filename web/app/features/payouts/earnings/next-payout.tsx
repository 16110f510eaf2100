import { NO_PAYOUT_TEXTS } from '@nofiller/contract/payouts/payout-rules'
import type { PayoutSummary } from '@nofiller/contract/payouts/payouts'
import { showPrice } from '@nofiller/contract/pricing/money'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button, ButtonLink, TextLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { IconCheck, IconClock, IconX } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { coinOnNetwork } from '../transaction-link.tsx'
import { useAskForPayout } from './use-payout-summary.ts'

const RUN_DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The date and amount of the next payout, and what it still needs. `isOwn`: the reader can request one. */
export function NextPayout({ summary, isOwn }: { summary: PayoutSummary; isOwn: boolean }) {
  const { nextRunAt, expected, cannotAsk, address } = summary
  const [isAsking, setAsking] = useState(false)
  const why = useId()
  return (
    <Panel>
      <section aria-labelledby={`${why}-title`} className="grid gap-4">
        <div>
          <p className="text-xs font-semibold text-muted">Next payout</p>
          <h2 id={`${why}-title`} className="d3">
            {RUN_DAY.format(new Date(nextRunAt))}
          </h2>
          <p className="text-muted">{expectation(summary, expected)}</p>
        </div>
        <ul className="grid gap-3">
          <MinimumCondition summary={summary} />
          <AddressCondition summary={summary} />
          {summary.heldUntil && (
            <Condition state="waiting" title={`Payouts wait until ${showUtcMoment(summary.heldUntil)}`}>
              Your email or two-step verification was changed, or your password was reset by email. Wasn’t
              you? <TextLink to="/settings/security">See what happened</TextLink>.
            </Condition>
          )}
          {summary.isFrozen && (
            <Condition state="missing" title="Payouts are frozen">
              Nothing is sent until <TextLink to="/contact">support</TextLink> lifts the freeze.
            </Condition>
          )}
        </ul>
        {isOwn && (
          <div className="grid gap-2">
            <div className="flex flex-wrap gap-3">
              <Button
                kind={cannotAsk === null ? 'primary' : 'secondary'}
                disabled={cannotAsk !== null}
                aria-describedby={cannotAsk === null ? undefined : why}
                onClick={() => setAsking(true)}
              >
                Ask for a payout now
              </Button>
              <ButtonLink kind={cannotAsk === 'no_address' ? 'primary' : 'quiet'} to="/dev/payout-address">
                {address === null ? 'Add address' : 'Change address'}
              </ButtonLink>
            </div>
            {cannotAsk !== null && (
              <p id={why} className="text-sm text-muted">
                {cannotAsk === 'address_on_hold' && address
                  ? `Possible again on ${showUtcMoment(address.usableAt)}.`
                  : NO_PAYOUT_TEXTS[cannotAsk]}
              </p>
            )}
          </div>
        )}
      </section>
      {isAsking && <AskDialog summary={summary} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function expectation({ minimum }: PayoutSummary, expected: number): string {
  return expected < minimum
    ? `You will have about ${showPrice(Math.max(0, expected))} by then, less than the minimum of ${showPrice(minimum)}. It carries over.`
    : `About ${showPrice(expected)}: what’s available now, plus sales whose hold ends by then.`
}

function MinimumCondition({ summary: { available, minimum } }: { summary: PayoutSummary }) {
  const isMet = available >= minimum
  return (
    <Condition state={isMet ? 'met' : 'missing'} title={isMet ? 'Above the minimum' : 'Below the minimum'}>
      <Price dollars={available} /> of at least <Price dollars={minimum} />
    </Condition>
  )
}

function AddressCondition({ summary: { address, nextRunAt } }: { summary: PayoutSummary }) {
  if (address === null)
    return (
      <Condition state="missing" title="No payout address">
        Tell us where to send your share.
      </Condition>
    )
  const to = (
    <>
      {coinOnNetwork(address.coin)},{' '}
      <span translate="no" className="mono">
        {address.short}
      </span>
    </>
  )
  if (address.isUsable)
    return (
      <Condition state="met" title="Payout address">
        {to}
      </Condition>
    )
  return (
    <Condition state="waiting" title={`New address can be used from ${showUtcMoment(address.usableAt)}`}>
      {to}. {address.usableAt <= nextRunAt ? 'In time for the next payout.' : 'Too late for the next payout.'}
    </Condition>
  )
}

const STATES = {
  met: { icon: <IconCheck className="size-4.5 text-go" />, word: 'Done: ' },
  waiting: { icon: <IconClock className="size-4.5 text-warn" />, word: 'Waiting: ' },
  missing: { icon: <IconX className="size-4.5 text-bad" />, word: 'Missing: ' },
} as const

type ConditionProps = { state: keyof typeof STATES; title: string; children: ReactNode }

const Condition = ({ state, title, children }: ConditionProps) => (
  <li className="flex gap-3">
    <span className="mt-0.5 flex-none">{STATES[state].icon}</span>
    <span className="min-w-0">
      <span className="sr-only">{STATES[state].word}</span>
      <b className="block font-650">{title}</b>
      <span className="block text-sm break-words text-muted">{children}</span>
    </span>
  </li>
)

/** Shows what will be sent where, and asks for confirmation. */
function AskDialog({ summary, onClose }: { summary: PayoutSummary; onClose: () => void }) {
  const ask = useAskForPayout()
  const form = useForm({
    initial: {},
    send: ask,
    onSent: () => {
      toast('We got it. We check every payout before we send it.')
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t request the payout. Please try again.'),
  })
  const { available, address } = summary
  return (
    <FormDialog
      form={form}
      title="Ask for a payout"
      width="small"
      onClose={onClose}
      button={`Ask for ${showPrice(available)}`}
    >
      <p>
        All of your available balance,{' '}
        <b className="font-650">
          <Price dollars={available} />
        </b>
        , will be sent to{' '}
        {address && (
          <>
            {coinOnNetwork(address.coin)},{' '}
            <span translate="no" className="mono break-all">
              {address.short}
            </span>
          </>
        )}
        . A person checks it first.
      </p>
    </FormDialog>
  )
}
