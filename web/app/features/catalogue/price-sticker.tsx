import type { Badge } from '@nofiller/contract/catalogue/badge'
import type { GameSale } from '@nofiller/contract/catalogue/catalogue'
import { IconCheck } from '../../ui/icons.tsx'
import { OldPrice } from './sale.tsx'

const LOOKS: Record<Badge['kind'], string> = {
  price: 'bg-sticker text-sticker-ink shadow-sticker',
  free: 'bg-sticker-free text-sticker-ink shadow-sticker',
  owned: 'bg-sticker-ink text-sticker ring-[1.5px] ring-sticker',
}

type StickerProps = { badge: Badge; sale: GameSale | null; className?: string }

/** The sticker across the lower edge of a cover; place it by `className`. */
export const PriceSticker = ({ badge, sale, className = '' }: StickerProps) => (
  <span
    className={`inline-flex h-6 items-center gap-[5px] rounded-1 px-[9px] text-sm/6 font-750 [font-stretch:88%] ${LOOKS[badge.kind]} ${className}`}
  >
    {badge.kind === 'owned' && <IconCheck className="size-3 stroke-3" />}
    {sale && badge.kind === 'price' && (
      <>
        −{sale.percent}% <OldPrice dollars={sale.listPrice} className="font-550" />
      </>
    )}
    {badge.text}
  </span>
)
