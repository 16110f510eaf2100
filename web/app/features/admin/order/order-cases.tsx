import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { TextLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { AskedPill } from '../cases/asked-pill.tsx'
import { CaseActions } from '../cases/case-actions.tsx'
import { CASE_NAMES } from '../cases/case-names.ts'

type OrderCasesProps = { detail: AdminOrder; onRefundItems: () => void }

/** The cases of an order: actions for open ones, and the results of others. */
export function OrderCases({ detail: { order, items, cases }, onRefundItems }: OrderCasesProps) {
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
            each.resolvedAt === null && <CaseActions paymentCase={each} onRefundItems={onRefundItems} />
          }
        >
          <b className="font-650">Case: {CASE_NAMES[each.kind].toLowerCase()}.</b>{' '}
          {each.resolvedAt === null ? (
            <>
              {each.nextStep} <AskedPill paymentCase={each} />
            </>
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
    </div>
  )
}
