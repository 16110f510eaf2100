import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import type { PaymentCase } from '@nofiller/contract/payments/payment-cases'
import { useState } from 'react'
import { Button, TextLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { showUtcMoment } from '../../../ui/when.ts'
import { CASE_NAMES } from '../../orders/cases/case-names.ts'
import { ResolveCase } from '../../orders/cases/resolve-case.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

/** The cases of an order: what can be done about an open one, and what was done about others. */
export function OrderCases({ of: { order, items, cases } }: { of: AdminOrder }) {
  const [resolving, setResolving] = useState<PaymentCase | null>(null)
  const changed = useAdminChanged()
  const covering = items.flatMap(({ ownedBy }) =>
    ownedBy?.order && ownedBy.order.orderId !== order.orderId ? [ownedBy.order] : [],
  )
  const [other] = covering
  if (cases.length === 0) return null
  return (
    <div className="grid gap-3">
      {cases.map((each) => (
        <Note
          key={each._id}
          kind={each.resolvedAt === null ? 'warn' : 'plain'}
          action={
            each.resolvedAt === null && (
              <Button
                size="small"
                aria-label={`Resolve ${CASE_NAMES[each.kind]}`}
                onClick={() => setResolving(each)}
              >
                Resolve
              </Button>
            )
          }
        >
          <b className="font-650">Case: {CASE_NAMES[each.kind].toLowerCase()}.</b>{' '}
          {each.resolvedAt === null ? (
            each.nextStep
          ) : (
            <>
              {each.note} {each.resolvedBy ?? 'The store'}, {showUtcMoment(each.resolvedAt)}.
            </>
          )}
          {each.resolvedAt === null && each.kind === 'paid_twice' && other && (
            <>
              {' '}
              Refunding it here doesn’t remove any game: order{' '}
              <TextLink to={`/admin/orders/${other.orderId}`} className="whitespace-nowrap">
                {other.number}
              </TextLink>{' '}
              covers it.
            </>
          )}
        </Note>
      ))}
      {resolving && (
        <ResolveCase
          of={resolving}
          onClose={() => {
            setResolving(null)
            void changed()
          }}
        />
      )}
    </div>
  )
}
