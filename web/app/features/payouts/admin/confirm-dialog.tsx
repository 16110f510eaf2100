import type { AdminPayout } from '@nofiller/contract/payouts/payouts'
import { messageOf } from '../../../api/api-error.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { Failure } from '../../admin/failures.tsx'
import { coinOnNetwork, TransactionLink } from '../transaction-link.tsx'
import { usePayoutActions } from './use-admin-payouts.ts'

const CHANGED = 'Someone recorded a different outcome in the meantime. Check again.'

type ConfirmProps = {
  payouts: readonly AdminPayout[]
  onClose: () => void
  /** The payouts that could not be closed. */
  onFailures: (failures: readonly Failure[]) => void
}

/** Confirms other admins' evidence about manual payouts, one by one. */
export function ConfirmDialog({ payouts, onClose, onFailures }: ConfirmProps) {
  const { giveEvidence } = usePayoutActions()
  const confirm = async ({ _id, developer, evidence }: AdminPayout): Promise<Failure[]> => {
    if (evidence === null) return []
    const { outcome, transactionId } = evidence
    return giveEvidence(_id, { outcome, transactionId, note: '' }).then(
      ({ isFinal }) => (isFinal ? [] : [{ name: developer.name, why: CHANGED }]),
      (error) => [{ name: developer.name, why: messageOf(error) }],
    )
  }
  const form = useForm({
    initial: {},
    send: async () => {
      const failed: Failure[] = []
      for (const payout of payouts) failed.push(...(await confirm(payout)))
      return failed
    },
    onSent: (failed) => {
      const confirmed = payouts.length - failed.length
      if (confirmed > 0) toast(`${confirmed} confirmed.`)
      onFailures(failed)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={payouts.length === 1 ? 'Confirm a payout' : `Confirm ${payouts.length} payouts`}
      onClose={onClose}
      button={`Confirm ${payouts.length}`}
    >
      <p>Look each of them up yourself first: the transaction, its address and its amount.</p>
      <ul className="grid gap-3 text-sm">
        {payouts.map((payout) => (
          <li key={payout._id} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-650 wrap-anywhere">{payout.developer.name}</span>
            <span>
              {payout.coinAmount} {coinOnNetwork(payout.coin)}
            </span>
            <span className="basis-full text-muted">
              <WhatWasSaid payout={payout} />
            </span>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

function WhatWasSaid({ payout: { coin, evidence } }: { payout: AdminPayout }) {
  if (evidence === null) return null
  if (evidence.outcome === 'not_sent') return `${evidence.by}: not sent. ${evidence.note}`
  return (
    <>
      {evidence.by}: paid
      {evidence.transactionId && (
        <>
          , <TransactionLink coin={coin} transactionId={evidence.transactionId} />
        </>
      )}
    </>
  )
}
