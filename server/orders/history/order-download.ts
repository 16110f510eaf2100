import { sql } from 'kysely'
import { type Fetching, fetchAddress } from '../../library/download.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { addressKey } from '../../platform/http/rate-limits.ts'
import { textSigner } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'

const VALID_SECONDS = 600

/**
 * Links to the first file of each item of a paid order, by the item's position: valid for ten minutes, and counted as a download
 * when the bytes are fetched (requirements 6.16). Items that the buyer may not download are left out.
 */
export async function downloadLinks(store: Store, orderId: string): Promise<Map<number, string>> {
  const files = await orderFiles(store.db, orderId).execute()
  const expiresAt = Math.floor(store.clock().getTime() / 1_000) + VALID_SECONDS
  const linkTo = (position: number) =>
    `${store.config.publicUrl}/api/order-download/${signer(store).sign(`${orderId}.${expiresAt}.${position}`)}`
  return new Map(files.map(({ position }) => [position, linkTo(position)]))
}

/**
 * Resolves such a link to a signed address.
 * @throws HttpError 404 when it has expired or its buyer may no longer have the file, 429 after too many made-up links
 */
export async function followOrderDownload(store: Store, token: string, fetching: Fetching): Promise<string> {
  const [orderId, expiresAt, position = '0'] = signer(store).read(token)?.split('.') ?? []
  if (!orderId) await store.rateLimits.consume('bad-link', addressKey(fetching.ip))
  const isGood = orderId && Number(expiresAt) * 1_000 > store.clock().getTime()
  const file = isGood
    ? await orderFiles(store.db, orderId).where('item.position', '=', Number(position)).executeTakeFirst()
    : undefined
  if (!file) throw notFound('This download link has expired. Open your receipt or library for a new one.')
  return fetchAddress(store, file, fetching)
}

const signer = ({ config }: Store) => textSigner(config.secretKeys, 'order-download')

/** The first file of each item of an order that was not revoked and that its buyer may download. */
export const orderFiles = (db: Database, orderId: string) =>
  db
    .selectFrom('order_items as item')
    .innerJoin('orders', 'orders.id', 'item.order_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'orders.account_id')
    .innerJoin('account_files as file', (join) =>
      join
        .onRef('file.account_id', '=', 'orders.account_id')
        .onRef('file.game_id', '=', 'item.game_id')
        .on(sql<boolean>`(file.id = item.file_id or item.kind = 'base' and file.through_base)`),
    )
    .select([
      'orders.account_id',
      'item.position',
      'file.id',
      'file.game_id',
      'file.build_id',
      'file.name',
      'file.storage_key',
      'file.size_bytes',
    ])
    .distinctOn('item.position')
    .where('item.order_id', '=', orderId)
    .where('item.revoked_at', 'is', null)
    .where('orders.status', '=', 'PAID')
    .where('buyer.suspended_at', 'is', null)
    .where('file.paused_at', 'is', null)
    .where(sql<boolean>`not is_malware(file.sha256)`)
    .orderBy('item.position')
    .orderBy('file.position')
