import { useLocation } from 'react-router'
import { withNext } from '../../../../session/login-address.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/feedback/note.tsx'
import { IconUser } from '../../../../ui/icons.tsx'
import { linesOf, priceOf, searchFor } from '../buying.ts'
import { IncludedFiles } from '../included-files.tsx'
import { NOTHING } from '../ownership.ts'
import { BasketAction } from './basket-action.tsx'
import { Facts, type PurchaseDialogProps, PurchaseFrame, Total } from './purchase-frame.tsx'
import { VersionFact } from './version-fact.tsx'

/** For visitors who are not signed in, or whose session is still being checked. */
export function SignedOut(props: PurchaseDialogProps & { isChecking: boolean }) {
  const { game, goods, onClose, isChecking } = props
  const { pathname } = useLocation()
  const next = pathname + searchFor(goods)
  const price = priceOf(game, goods)
  const isFree = price === 0
  return (
    <PurchaseFrame
      {...props}
      title={isFree ? 'Download' : 'Complete Purchase'}
      amount={<Total price={price} />}
      actions={
        !isChecking && (
          <>
            {!isFree && <BasketAction goods={linesOf(game, goods)} onAdded={onClose} />}
            <ButtonLink to={withNext('/login', next)}>Sign in</ButtonLink>
            <ButtonLink to={withNext('/signup', next)} kind="primary">
              Sign up
            </ButtonLink>
          </>
        )
      }
    >
      {!isChecking && (
        <Note icon={<IconUser className="size-[18px]" />}>
          You need an account to {isFree ? 'download' : 'buy'}. Your files go to your library, and we bring
          you straight back here.
        </Note>
      )}
      <Facts>
        <VersionFact game={game} goods={goods} lines={linesOf(game, goods)} owned={NOTHING} />
      </Facts>
      <IncludedFiles {...props} access={isFree ? 'after-log-in' : 'after-payment'} />
    </PurchaseFrame>
  )
}
