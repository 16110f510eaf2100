import { plural } from '@nofiller/contract/text/digits'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useBasketCount } from '../../features/basket/in-basket.ts'
import { useUser } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ButtonCount } from '../../ui/button-count.tsx'
import { IconBag } from '../../ui/icons.tsx'

/** The basket, with the number of items that can be bought. */
export function BasketButton() {
  const count = useBasketCount()
  const isSignedIn = useUser() !== null
  const { pathname } = useLocation()
  const isFollowed = isSignedIn || count > 0 || pathname === '/basket'
  return (
    <ButtonLink
      to="/basket"
      kind="quiet"
      square
      className="relative flex-none"
      aria-label={`Basket, ${plural(count, 'item')}`}
    >
      <IconBag className="size-5" />
      <ButtonCount count={count} />
      {isFollowed && (
        <Suspense>
          <Follower />
        </Suspense>
      )}
    </ButtonLink>
  )
}

/** Not loaded for users without a basket. */
const Follower = lazy(() =>
  import('../../features/basket/basket-follower.tsx').catch(() => ({ default: () => null })),
)
