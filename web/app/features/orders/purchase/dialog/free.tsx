import { Button } from '../../../../ui/button.tsx'
import { IconExternal } from '../../../../ui/icons.tsx'
import { Price } from '../../../../ui/price.tsx'
import { linesOf } from '../buying.ts'
import { useCheckout } from '../checkout.ts'
import { CheckoutFailure } from '../checkout-failure.tsx'
import { IncludedFiles } from '../included-files.tsx'
import { OwnPrice, useOwnPrice } from './own-price.tsx'
import {
  Fact,
  Facts,
  LibraryLink,
  type PurchaseDialogProps,
  PurchaseFrame,
  Total,
} from './purchase-frame.tsx'
import { VersionFact } from './version-fact.tsx'

/** For visitors who do not own a free game yet. If its developer accepts tips, it can still be paid for. */
export function Free(props: PurchaseDialogProps & { email: string }) {
  const { game, goods, owned, email, claiming } = props
  const own = useOwnPrice(game, goods)
  const { checkout, pay } = useCheckout(own.applyTo(linesOf(game, goods)), email, null)
  const isOpening = checkout.state === 'opening'
  return (
    <PurchaseFrame
      {...props}
      title="Download"
      amount={<Total price={own.amount ?? 0} />}
      failure={<CheckoutFailure checkout={checkout} onAgain={pay} />}
      library={<LibraryLink owned={owned} />}
      actions={
        <>
          <Button
            kind={own.amount === null ? 'primary' : 'secondary'}
            data-first-focus
            busy={claiming.state === 'claiming'}
            disabled={isOpening}
            onClick={claiming.claim}
          >
            Get for free
          </Button>
          {own.amount !== null && (
            <Button kind="primary" busy={isOpening} onClick={pay}>
              <span>
                Pay <Price dollars={own.amount} />
              </span>
              <IconExternal />
            </Button>
          )}
        </>
      }
    >
      <Facts>
        <Fact name="Logged in as">
          <span translate="no">{email}</span>
        </Fact>
        <VersionFact game={game} goods={goods} lines={own.applyTo(linesOf(game, goods))} owned={owned} />
      </Facts>
      <OwnPrice own={own} locked={isOpening} />
      <IncludedFiles {...props} access="download" />
    </PurchaseFrame>
  )
}
