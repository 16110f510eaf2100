import type { RefObject } from 'react'
import { useInViewport } from '../../../ui/browser/in-viewport.ts'
import { Button } from '../../../ui/button.tsx'
import { PhoneBar } from '../../../ui/phone-bar.tsx'
import { Price } from '../../../ui/price.tsx'
import { OldPrice } from '../../catalog/sale.tsx'
import type { Offer } from './offer.tsx'

type OfferBarProps = { offer: Offer; button: RefObject<HTMLButtonElement | null> }

/** On a phone, price and button stand at the bottom as long as the main button is out of sight. */
export default function OfferBar({ offer, button }: OfferBarProps) {
  const { game, main, owned } = offer
  const sight = useInViewport(button)
  if (sight === null || sight === 'in') return null
  return (
    <PhoneBar
      title={game.title}
      text={
        <>
          {game.isFree ? 'Free Game' : <Price dollars={game.price} />}
          {game.sale && <OldPrice dollars={game.sale.listPrice} className="ml-1.5" />}
        </>
      }
      button={
        <Button kind="primary" busy={main.busy} onClick={main.press}>
          {owned.base || game.isFree ? main.label : 'Buy'}
        </Button>
      }
    />
  )
}
