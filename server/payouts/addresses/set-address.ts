import { randomBytes } from 'node:crypto'
import { checkAddress } from '@nofiller/contract/payouts/payout-address-rules'
import type { PayoutAddress } from '@nofiller/contract/payouts/payout-addresses'
import { shortAddress } from '@nofiller/contract/payouts/payout-rules'
import { v7 as uuid } from 'uuid'
import { requirePassword } from '../../accounts/passwords/require-password.ts'
import {
  requireGivenFactor,
  requireSecondFactor,
} from '../../accounts/second-factor/require-second-factor.ts'
import { recordEvent } from '../../accounts/security-events/note-event.ts'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { cancelForNewAddress } from '../approval/hold-back.ts'
import { daysAfter } from '../settings.ts'
import { usableFrom } from './cool-down.ts'
import { addressChangedMail } from './emails.ts'
import { ownAddress } from './own-address.ts'

/** How long the link in the mail works. */
const LINK_DAYS = 30

type Input = { coin: string; address: string; password: string }

/**
 * Sets a developer's payout address. It requires the password, sends an email with a link that stops all payouts, and takes
 * effect only after a cool-down. Payouts drafted for the old address are cancelled, never redirected.
 * @throws HttpError 403 `second_factor_required`, `reauthentication_needed` · 422 for a wrong password, coin or address
 */
export async function setAddress(
  store: Store,
  account: Account,
  { coin, address: text, password }: Input,
): Promise<PayoutAddress> {
  await requireSecondFactor(store, account)
  await requireGivenFactor(store.db, account)
  const address = await checked(store, coin, text)
  await requirePassword(store.db, account.id, password)
  const { credentials_changed_at } = await store.db
    .selectFrom('accounts')
    .select('credentials_changed_at')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const now = store.clock()
  const usableAt = usableFrom(now, credentials_changed_at)
  await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute()
    await replace(tx, account, { coin, address, usableAt, now })
    await cancelForNewAddress(tx, account.id, now)
    const event = {
      accountId: account.id,
      kind: 'payout_address_changed',
      about: shortAddress(address),
    } as const
    await recordEvent(tx, event, account)
    const token = await newFreezeLink(tx, account.id, now)
    await store.mail.queue(
      tx,
      addressChangedMail(store.config, account.email, { coin, address, usableAt, token }),
    )
  })
  logEvent(store.log, 'payout_address_set', { accountId: account.id, coin })
  return ownAddress(store, account.id)
}

/** The address in its standard form. @throws HttpError 422 */
async function checked(store: Store, coin: string, text: string): Promise<string> {
  if (!store.config.payoutCoins.includes(coin)) throw unprocessable({ coin: 'This coin is not offered.' })
  const check = checkAddress(coin, text, store.config.payoutCoins)
  if (!check.ok) throw unprocessable({ address: check.reason })
  const { result } = await store.sanctions.screen(coin, check.address)
  if (result === 'hit') throw unprocessable({ address: 'We cannot send money to this address.' })
  return check.address
}

type NewAddress = { coin: string; address: string; usableAt: Date; now: Date }

async function replace(
  tx: Tx,
  { id: developerId, sessionId }: Account,
  { coin, address, usableAt, now }: NewAddress,
) {
  await tx
    .updateTable('payout_addresses')
    .set({ replaced_at: now })
    .where('developer_id', '=', developerId)
    .where('replaced_at', 'is', null)
    .execute()
  await tx
    .insertInto('payout_addresses')
    .values({
      id: uuid(),
      developer_id: developerId,
      session_id: sessionId,
      coin,
      address,
      created_at: now,
      usable_at: usableAt,
    })
    .execute()
}

async function newFreezeLink(tx: Tx, developerId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('payout_freeze_links')
    .values({ token_hash: sha256(token), developer_id: developerId, expires_at: daysAfter(now, LINK_DAYS) })
    .execute()
  return token
}
