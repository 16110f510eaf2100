import type { GameSale } from '@nofiller/contract/catalog/catalog'
import { showPrice } from '@nofiller/contract/pricing/money'
import { showIn } from '../../ui/from-now.ts'
import { MovingTime } from '../../ui/moving-time.tsx'

/** A former price. */
export const OldPrice = ({ dollars, className = '' }: { dollars: number; className?: string }) => (
  <s className={className}>
    <span className="sr-only">instead of </span>
    <span translate="no">{showPrice(dollars)}</span>
  </s>
)

/** When a sale ends. */
export const SaleEnd = ({ sale }: { sale: GameSale }) => <MovingTime iso={sale.endsAt} say={endsIn} />

const endsIn = (iso: string, now: Date): string => `Ends ${showIn(iso, now)}`

/** Below a card: the end of the sale, and the lowest price before it if that is not the struck-out one. */
export const SaleLine = ({ sale }: { sale: GameSale }) => (
  <span className="card-sale">
    <SaleEnd sale={sale} />
    {sale.lowestPrice !== null && sale.lowestPrice < sale.listPrice && (
      <>
        {' '}
        · <span translate="no">{showPrice(sale.lowestPrice)}</span> at its lowest in the 30 days before
      </>
    )}
  </span>
)
