import { COINS } from '@nofiller/contract/payments/coins'
import type { Database } from '../../platform/database/database.ts'
import { type PayoutProvider, type PayoutSnapshot, PayoutUncertain } from './payout-provider.ts'

/** The most decimals of a coin that wallets accept. */
const DECIMALS = 6

/**
 * An admin pays, with their own wallet, and enters the transaction; a second admin confirms it. Nothing is sent anywhere, so
 * a read-back shows the payout as the store has it.
 */
export function manualPayouts(db: Database): PayoutProvider {
  const read = async (id: string): Promise<PayoutSnapshot[]> => {
    const payout = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
    if (!payout) return []
    const { coin, address, coin_amount, state } = payout
    return [
      {
        reference: id,
        externalId: id,
        coin,
        address,
        amount: coin_amount ?? '0',
        phase: state === 'PREPARING' || state === 'PREPARED' ? 'prepared' : 'sending',
        transactionId: null,
        networkFee: null,
        providerStatus: 'by hand',
      },
    ]
  }
  return {
    name: 'manual',
    isPaidByHand: true,
    coins: COINS.map(({ id }) => id),
    quote: async () => ({ available: null, minimum: '0', networkFee: null, rate: null, decimals: DECIMALS }),
    async prepare({ externalId }) {
      const [made] = await read(externalId)
      if (!made) throw new PayoutUncertain('the payout is gone')
      return made
    },
    release: async () => 'accepted',
    lookup: (by) => read('reference' in by ? by.reference : by.externalId),
    discard: async () => undefined,
  }
}
