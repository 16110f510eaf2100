import { coinOf } from '@nofiller/contract/payments/coins'
import {
  NOTE_MAX,
  PAYOUT_OUTCOMES,
  type PayoutOutcome,
  TRANSACTION_ID_MAX,
} from '@nofiller/contract/payouts/payout-rules'
import type { AdminPayout } from '@nofiller/contract/payouts/payouts'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Select, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { usePayoutActions } from './use-admin-payouts.ts'

const QrCode = lazyPart(() => import('../../../ui/qr-code.tsx'))

const OUTCOME_NAMES: Record<PayoutOutcome, string> = {
  paid: 'It was paid',
  not_sent: 'It was not sent',
}
const NOTE_HINTS: Record<PayoutOutcome, string> = {
  paid: 'Where you saw it. Kept with the payout.',
  not_sent: 'Why it was not sent. The developer reads it.',
}
const outcomeIn = (text: string): PayoutOutcome => PAYOUT_OUTCOMES.find((one) => one === text) ?? 'paid'

/** Records the outcome of a payout, with proof; it counts once a second admin states the same. A manual payout also shows what to pay. */
export function EvidenceDialog({ payout, onClose }: { payout: AdminPayout; onClose: () => void }) {
  const { giveEvidence } = usePayoutActions()
  const said = payout.evidence
  const form = useForm({
    initial: {
      outcome: said?.outcome ?? 'paid',
      transactionId: said?.transactionId ?? '',
      note: '',
    } as { outcome: string; transactionId: string; note: string },
    check: ({ outcome, transactionId }) => ({
      transactionId: outcome === 'paid' && transactionId.trim() === '' ? 'Enter the transaction.' : null,
    }),
    send: ({ outcome, transactionId, note }) =>
      giveEvidence(payout._id, {
        outcome: outcomeIn(outcome),
        transactionId: outcome === 'paid' ? transactionId.trim() : null,
        note: note.trim(),
      }),
    onSent: ({ isFinal }) => {
      toast(isFinal ? 'The payout is closed.' : 'Kept. Another admin has to confirm it.')
      onClose()
    },
  })
  const isByHand = payout.provider === 'manual' && payout.state === 'SENDING'
  return (
    <FormDialog
      form={form}
      title={isByHand && !said ? `Pay ${payout.developer.name}` : 'What became of it?'}
      onClose={onClose}
      button={said && !said.isOwn ? 'Confirm' : 'Save'}
    >
      {isByHand && <WhatToPay payout={payout} />}
      {said && (
        <Note>
          {said.by} said on {showUtcMoment(said.at)}: {OUTCOME_NAMES[said.outcome].toLowerCase()}
          {said.transactionId && (
            <>
              ,{' '}
              <span translate="no" className="mono break-all">
                {said.transactionId}
              </span>
            </>
          )}
          . {said.isOwn ? 'Another admin has to confirm it.' : 'Look it up yourself before you confirm.'}
        </Note>
      )}
      <Field label="Outcome" {...form.field('outcome')}>
        <Select>
          {PAYOUT_OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {OUTCOME_NAMES[outcome]}
            </option>
          ))}
        </Select>
      </Field>
      {form.values.outcome === 'paid' && (
        <Field label="Transaction" hint="As the network shows it." {...form.field('transactionId')}>
          <TextInput maxLength={TRANSACTION_ID_MAX} />
        </Field>
      )}
      <Field label="Note" hint={NOTE_HINTS[outcomeIn(form.values.outcome)]} {...form.field('note')}>
        <Textarea maxLength={NOTE_MAX} />
      </Field>
    </FormDialog>
  )
}

/** Exact amount and full address, to pay or to compare; the QR code only while nobody has recorded a payment. */
function WhatToPay({ payout: { _id, coin, evidence } }: { payout: AdminPayout }) {
  const payment = useCall('GET /api/admin/payouts/:id/payment', {
    params: { id: _id },
    gcTime: 0,
    retry: false,
  })
  const { ticker, network } = coinOf(coin)
  return (
    <QueryView query={payment} error="Failed to load what to pay" skeleton={<Skeleton className="h-40" />}>
      {({ address, amount }) => (
        <div className="grid gap-4">
          {evidence === null && (
            <div className="size-44 justify-self-center">
              <QrCode
                text={address}
                label={`QR code of the address on ${network}`}
                fallback={<Skeleton className="size-full" />}
              />
            </div>
          )}
          <CopyField label="Amount" text={amount} name="Amount" hint={`Exactly, in ${ticker} on ${network}`}>
            <span translate="no" className="mono">
              {amount} {ticker}
            </span>
          </CopyField>
          <CopyField label="Address" text={address} name="Address" hint={`On ${network} only`}>
            <span translate="no" className="mono break-all">
              {address}
            </span>
          </CopyField>
        </div>
      )}
    </QueryView>
  )
}
