import { ITEM_CASES } from '@nofiller/contract/payments/payment-case-kinds'
import type { PaymentCase } from '@nofiller/contract/payments/payment-cases'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { AskBuyer } from './ask-buyer.tsx'
import { CASE_NAMES } from './case-names.ts'
import { ResolveCase } from './resolve-case.tsx'
import { ReturnMoney } from './return-money.tsx'

const DIALOGS = { ask: AskBuyer, refund: ReturnMoney, resolve: ResolveCase }

type CaseActionsProps = {
  of: PaymentCase
  /** The way to the refund of items, for a case whose money bought some. */
  itemRefund: ReactNode
}

/** What can be done about an open case. */
export function CaseActions({ of: paymentCase, itemRefund }: CaseActionsProps) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const OpenDialog = open && DIALOGS[open]
  const name = `${CASE_NAMES[paymentCase.kind]}, order ${paymentCase.orderNumber}`
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {paymentCase.isOwed && (
        <>
          <Button size="small" aria-label={`Ask for an address: ${name}`} onClick={() => setOpen('ask')}>
            Ask for an address
          </Button>
          {ITEM_CASES.includes(paymentCase.kind) ? (
            itemRefund
          ) : (
            <Button size="small" aria-label={`Book the refund: ${name}`} onClick={() => setOpen('refund')}>
              Book the refund
            </Button>
          )}
        </>
      )}
      <Button
        size="small"
        kind={paymentCase.isOwed ? 'quiet' : 'secondary'}
        aria-label={`Resolve ${name}`}
        onClick={() => setOpen('resolve')}
      >
        Resolve
      </Button>
      {OpenDialog && <OpenDialog of={paymentCase} onClose={() => setOpen(null)} />}
    </span>
  )
}
