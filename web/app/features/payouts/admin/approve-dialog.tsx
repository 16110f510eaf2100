import { REASON_MAX, REASON_MIN, REASON_MISSING } from '@nofiller/contract/admin/admin-rules'
import type { ResponseBody } from '@nofiller/contract/calls'
import { coinOf } from '@nofiller/contract/payments/coins'
import type { AdminPayout, AdminPayoutSummary } from '@nofiller/contract/payouts/payouts'
import { showPrice, sumDollars } from '@nofiller/contract/pricing/money'
import { plural } from '@nofiller/contract/text/digits'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { useState } from 'react'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { Price } from '../../../ui/price.tsx'
import { type Failure, Failures } from '../../admin/failures.tsx'
import { coinOnNetwork } from '../transaction-link.tsx'
import { usePayoutActions } from './use-admin-payouts.ts'

type ApproveProps = {
  payouts: readonly AdminPayout[]
  summary: AdminPayoutSummary
  onClose: () => void
}

const RATE = /^\d+(\.\d+)?$/
const NUMBER_MISSING = 'Enter a number such as 0.9998.'

/** Shows what will be sent, asks for rates that no provider reports and, for blocked payouts, for a reason. */
export function ApproveDialog({ payouts, summary, onClose }: ApproveProps) {
  const { approve } = usePayoutActions()
  const [refused, setRefused] = useState<readonly Failure[]>([])
  const unpriced = coinsWithoutRate(payouts, summary)
  const areBlocked = payouts.some(({ state }) => state === 'BLOCKED')
  const form = useForm<Record<string, string>, ResponseBody<'POST /api/admin/payouts/approve'>>({
    initial: { reason: '', ...Object.fromEntries(unpriced.map((coin) => [coin, ''])) },
    check: (values) => ({
      ...Object.fromEntries(
        unpriced.map((coin) => [coin, RATE.test(values[coin] ?? '') ? null : NUMBER_MISSING]),
      ),
      reason: areBlocked ? shortProblem(values.reason ?? '', REASON_MIN, REASON_MISSING) : null,
    }),
    send: async ({ reason = '', ...rates }) => {
      const ids = payouts.map(({ _id }) => _id)
      const answer = await approve({ ids, rates, ...(areBlocked && { reason: reason.trim() }) })
      setRefused(
        answer.refused.map((one) => ({
          name: payouts.find(({ _id }) => _id === one._id)?.developer.name ?? '',
          why: one.reason,
        })),
      )
      return answer
    },
    onSent: ({ approved, waiting, refused: not }) => {
      if (approved + waiting > 0) toast(resultText(approved, waiting))
      if (not.length === 0) onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={payouts.length === 1 ? 'Approve a payout' : `Approve ${payouts.length} payouts`}
      width="small"
      onClose={onClose}
      button={`Approve ${showPrice(sumDollars(...payouts.map(({ amount }) => amount)))}`}
    >
      <p>
        {summary.stopped
          ? 'Sent after you start again.'
          : summary.isManual
            ? `Someone then pays by hand, and another admin confirms ${payouts.length === 1 ? 'it' : 'them'}.`
            : `${payouts.length === 1 ? 'It is' : 'They are'} sent within minutes and cannot be taken back.`}
      </p>
      <ul className="grid gap-1 text-sm">
        {payouts.map(({ _id, developer, amount, coin, address }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-650 wrap-anywhere">{developer.name}</span>
            <span className="text-muted">
              <Price dollars={amount} />, {coinOnNetwork(coin)},{' '}
              <span translate="no" className="mono">
                {address}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {unpriced.map((coin) => (
        <Field
          key={coin}
          label={`Dollars for 1 ${coinOf(coin).ticker} (${coinOf(coin).network})`}
          {...form.field(coin)}
        >
          <TextInput inputMode="decimal" required />
        </Field>
      ))}
      {areBlocked && (
        <Field label="Why it is sent although it is blocked" {...form.field('reason')}>
          <Textarea required maxLength={REASON_MAX} />
        </Field>
      )}
      <Failures title="Not approved:" failures={refused} />
    </FormDialog>
  )
}

function coinsWithoutRate(payouts: readonly AdminPayout[], { coins }: AdminPayoutSummary): string[] {
  const priced = new Set(coins.filter(({ rate }) => rate !== null).map(({ coin }) => coin))
  return [...new Set(payouts.map(({ coin }) => coin))].filter((coin) => !priced.has(coin))
}

function resultText(approved: number, waiting: number): string {
  const parts = [
    approved > 0 ? `${approved} approved` : '',
    waiting > 0 ? `${plural(waiting, 'waits', 'wait')} for a second admin` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
