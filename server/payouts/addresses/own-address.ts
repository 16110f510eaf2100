import { checkAddress } from '@nofiller/contract/payouts/payout-address-rules'
import type { PayoutAddress } from '@nofiller/contract/payouts/payout-addresses'
import { shortAddress } from '@nofiller/contract/payouts/payout-rules'
import type { Store } from '../../store.ts'
import { usableFrom } from './cool-down.ts'
import { isFrozen } from './freeze-payouts.ts'

const SHOWN = 20

/** A developer's current and earlier payout addresses; no address is shown in full again. */
export async function ownAddress(store: Store, developerId: string): Promise<PayoutAddress> {
  const { db, config } = store
  const [rows, account, frozen] = await Promise.all([
    db
      .selectFrom('payout_addresses')
      .selectAll()
      .where('developer_id', '=', developerId)
      .orderBy('created_at', 'desc')
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom('accounts')
      .select(['wallet', 'credentials_changed_at'])
      .where('id', '=', developerId)
      .executeTakeFirstOrThrow(),
    isFrozen(db, developerId),
  ])
  const history = rows.map(({ coin, address, created_at, usable_at, replaced_at }) => ({
    coin,
    short: shortAddress(address),
    since: created_at.toISOString(),
    usableAt: usable_at.toISOString(),
    until: replaced_at?.toISOString() ?? null,
  }))
  return {
    current: history.find(({ until }) => until === null) ?? null,
    history,
    coins: config.payoutCoins,
    suggestion: rows.length === 0 ? suggestionIn(account.wallet, config.payoutCoins) : null,
    usableFrom: usableFrom(store.clock(), account.credentials_changed_at).toISOString(),
    isFrozen: frozen,
  }
}

/** The old free text of a profile, if it is an address of an offered coin. */
function suggestionIn(wallet: string | null, coins: readonly string[]): PayoutAddress['suggestion'] {
  for (const coin of wallet === null ? [] : coins) {
    const check = checkAddress(coin, wallet ?? '', coins)
    if (check.ok) return { coin, address: check.address }
  }
  return null
}
