import type { PaymentCase } from '@nofiller/contract/orders/payment-cases'
import { showUtcDay } from '@nofiller/contract/text/time'
import { IconMail } from '../../../ui/icons.tsx'
import { Pill } from '../../../ui/pill.tsx'

/** Says that an open case's buyer was asked for an address. */
export const AskedPill = ({ paymentCase: { askedAt } }: { paymentCase: PaymentCase }) =>
  askedAt !== null && <Pill icon={<IconMail />}>{`With the buyer since ${showUtcDay(askedAt)}`}</Pill>
