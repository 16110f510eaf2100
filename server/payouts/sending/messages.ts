import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../../config.ts'
import { unauthorized } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { btcpayPayoutMessages } from '../providers/btcpay/btcpay-payouts.ts'
import { nowpaymentsPayoutMessages } from '../providers/nowpayments/nowpayments-payouts.ts'
import type { PayoutProvider } from '../providers/payout-provider.ts'

/**
 * Receives a provider's message about a payout. It is only a hint: the payout is read back sooner, and that decides.
 * @throws HttpError 401 when the signature is invalid
 */
export async function receivePayoutMessage(
  { config, db, clock }: Store,
  provider: string,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<void> {
  const message = verifierOf(config, provider)?.(headers, bytes) ?? null
  if (message === null) throw unauthorized()
  await db
    .updateTable('payouts')
    .set({ next_look_at: clock() })
    .where('provider', '=', provider)
    .where('reference', '=', message.reference)
    .where('ended_at', 'is', null)
    .execute()
}

/** Checking a signature needs no credential that releases money. */
function verifierOf(config: Config, provider: string): PayoutProvider['verifyMessage'] | null {
  const { payoutProvider, NOWPAYMENTS_IPN_SECRET, BTCPAY_PAYOUT_WEBHOOK_SECRET, BTCPAY_STORE_ID } = config
  if (provider !== payoutProvider) return null
  if (provider === 'nowpayments' && NOWPAYMENTS_IPN_SECRET)
    return nowpaymentsPayoutMessages(NOWPAYMENTS_IPN_SECRET)
  if (provider === 'btcpay' && BTCPAY_PAYOUT_WEBHOOK_SECRET && BTCPAY_STORE_ID)
    return btcpayPayoutMessages({ webhookSecret: BTCPAY_PAYOUT_WEBHOOK_SECRET, storeId: BTCPAY_STORE_ID })
  return null
}
