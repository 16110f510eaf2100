import { coinOf } from '@nofiller/contract/payments/coins'
import { shortAddress, transactionUrl } from '@nofiller/contract/payouts/payout-rules'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import type { Tx } from '../platform/database/database.ts'
import type { PayoutRow } from '../platform/database/tables.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Line } from '../platform/mail/mail-content.ts'
import type { Store } from '../store.ts'

type MailParts = Pick<Store, 'config' | 'mail'>

/** Notifies a developer that a payout was drafted. */
export const queueStatementReady = (store: MailParts, tx: Tx, payoutId: string): Promise<void> =>
  queueToDeveloper(store, tx, payoutId, (payout) => ({
    subject: `Your statement ${payout.number}: ${money(payout)}`,
    lines: [
      `${money(payout)} of your earnings is ready to be paid out. We check every payout before we send it.`,
      to(payout),
    ],
  }))

/** Notifies a developer that a payout was sent. */
export const queuePayoutSent = (store: MailParts, tx: Tx, payoutId: string): Promise<void> =>
  queueToDeveloper(store, tx, payoutId, (payout) => ({
    subject: `We sent your payout of ${money(payout)}`,
    lines: [
      `Your payout of ${money(payout)} is on its way: ${payout.coin_amount} ${coinOf(payout.coin).ticker}.`,
      to(payout),
    ],
  }))

/** Notifies a developer how a payout ended: paid, or returned to the balance. */
export const queuePayoutEnded = (store: MailParts, tx: Tx, payoutId: string): Promise<void> =>
  queueToDeveloper(store, tx, payoutId, (payout) =>
    payout.state === 'PAID'
      ? {
          subject: `Your payout of ${money(payout)} was paid`,
          lines: [
            `The network has confirmed your payout of ${money(payout)}.`,
            to(payout),
            ...transaction(payout),
          ],
        }
      : {
          subject: `Your payout of ${money(payout)} ${payout.state === 'FAILED' ? 'failed' : 'was cancelled'}`,
          lines: [
            `We could not send your payout of ${money(payout)}. The money is back in your balance and goes into your next payout.`,
            payout.reason ?? 'The network refused it.',
            to(payout),
          ],
        },
  )

type Content = { subject: string; lines: Line[] }

async function queueToDeveloper(
  store: MailParts,
  tx: Tx,
  payoutId: string,
  contentOf: (payout: PayoutRow) => Content,
): Promise<void> {
  const { email, ...payout } = await tx
    .selectFrom('payouts')
    .innerJoin('accounts', 'accounts.id', 'payouts.developer_id')
    .selectAll('payouts')
    .select('accounts.email')
    .where('payouts.id', '=', payoutId)
    .executeTakeFirstOrThrow()
  const { subject, lines } = contentOf(payout)
  const link = {
    link: `${store.config.publicUrl}/dev/statement/${payoutId}`,
    label: `Open statement ${payout.number}`,
  }
  await store.mail.queue(
    tx,
    composeMail(store.config.STORE_NAME, email, { subject, lines: [...lines, link] }),
  )
}

const money = ({ amount_cents }: PayoutRow): string => showPrice(dollarsOf(amount_cents))

const to = ({ coin, address }: PayoutRow): string => {
  const { ticker, network } = coinOf(coin)
  return `To: ${shortAddress(address)} (${ticker} on ${network})`
}

function transaction({ coin, transaction_id }: PayoutRow): Line[] {
  if (transaction_id === null) return []
  const url = transactionUrl(coinOf(coin).network, transaction_id)
  return url ? [{ link: url, label: 'See the transaction' }] : [`Transaction: ${transaction_id}`]
}
