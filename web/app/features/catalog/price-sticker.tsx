import type { Badge } from '@nofiller/contract/catalog/badge'
import type { GameSale } from '@nofiller/contract/catalog/catalog'
import { IconCheck } from '../../ui/icons.tsx'
import { OldPrice } from './sale.tsx'

const LOOKS: Record<Badge['kind'], string> = {
  price: 'sticker',
  free: 'sticker sticker-free',
  owned: 'sticker sticker-owned',
  paused: 'sticker sticker-owned',
}

type StickerProps = { badge: Badge; sale: GameSale | null; className?: string }

/** The sticker across the lower edge of a cover; place it by `className`. */
export const PriceSticker = ({ badge, sale, className = '' }: StickerProps) => (
  <span className={`${LOOKS[badge.kind]} ${className}`}>
    {badge.kind === 'owned' && <IconCheck className="size-3 stroke-3" />}
    {sale && badge.kind === 'price' && (
      <>
        <span>−{sale.percent}%</span> <OldPrice dollars={sale.listPrice} className="font-550" />
      </>
    )}
    <span translate={badge.kind === 'price' ? 'no' : undefined}>{badge.text}</span>
  </span>
)
