import type { CaseKind } from '@nofiller/contract/orders/payment-case-kinds'

export const CASE_NAMES: Record<CaseKind, string> = {
  paid_twice: 'Paid twice',
  undeliverable: 'Paid after take-down',
  overpaid: 'Overpaid',
  mismatch: 'Doesn’t match the order',
  underpaid: 'Underpaid',
  old_price: 'Paid at an old price',
  review: 'To be checked',
}
