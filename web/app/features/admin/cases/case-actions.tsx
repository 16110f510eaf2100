import { ITEM_CASES } from '@nofiller/contract/orders/payment-case-kinds'
import type { PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { AskBuyer } from './ask-buyer.tsx'
import { CASE_NAMES } from './case-names.ts'
import { ResolveCase } from './resolve-case.tsx'
import { ReturnMoney } from './return-money.tsx'

const DIALOGS = { ask: AskBuyer, refund: ReturnMoney, resolve: ResolveCase }

type CaseActionsProps = {
  paymentCase: PaymentCase
  /** Opens the refund of items on the order's page; elsewhere a link leads there. */
  onRefundItems?: () => void
}

/** The actions for an open case. */
export function CaseActions({ paymentCase, onRefundItems }: CaseActionsProps) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const isOfItems = ITEM_CASES.includes(paymentCase.kind)
  const OpenDialog = open && DIALOGS[open]
  const name = `${CASE_NAMES[paymentCase.kind]}, order ${paymentCase.orderNumber}`
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {paymentCase.isOwed && (
        <>
          <Button size="small" aria-label={`Ask for an address: ${name}`} onClick={() => setOpen('ask')}>
            Ask for an address
          </Button>
          {isOfItems && !onRefundItems ? (
            <ButtonLink
              size="small"
              aria-label={`Book the refund: ${name}`}
              to={`/admin/orders/${paymentCase.orderId}`}
            >
              Book the refund
            </ButtonLink>
          ) : (
            <Button
              size="small"
              aria-label={`Book the refund: ${name}`}
              onClick={isOfItems ? onRefundItems : () => setOpen('refund')}
            >
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
      {OpenDialog && <OpenDialog paymentCase={paymentCase} onClose={() => setOpen(null)} />}
    </span>
  )
}
