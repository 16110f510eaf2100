import type { LibraryFile } from '@nofiller/contract/library/library'
import type { OrderDetail, OrderItem } from '@nofiller/contract/orders/orders'
import { FileDownloads } from '../../library/file-downloads.tsx'

/** The files that an order bought and that were not revoked, game by game. */
export function OrderDownloads({ order }: { order: OrderDetail }) {
  const held = order.items.filter(({ revoked }) => !revoked)
  const games = [...Map.groupBy(held, ({ game }) => game._id)]
  return games.map(([gameId, items]) => (
    <div key={gameId} className="grid gap-2">
      {order.items.some(({ game }) => game._id !== gameId) && (
        <h3 translate="no" className="font-650 wrap-anywhere">
          {items[0]?.game.title}
        </h3>
      )}
      <FileDownloads gameId={gameId} isShown={(file) => isOf(order, items, file)} />
    </div>
  ))
}

/** Whether an order bought a file: as an extra, or through the base. For the first game the server lists these files. */
function isOf(
  order: OrderDetail,
  items: readonly OrderItem[],
  { _id, customPriceEnabled }: LibraryFile,
): boolean {
  if (items.some(({ fileId }) => fileId === _id)) return true
  const base = items.find(({ type }) => type === 'base')
  if (!base) return false
  return base.game._id === order.game._id ? order.purchasedFileIds.includes(_id) : !customPriceEnabled
}
