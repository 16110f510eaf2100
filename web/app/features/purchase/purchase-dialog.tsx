import type { Game } from '@nofiller/contract/catalogue'
import { showPrice } from '@nofiller/contract/money'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { withNext } from '../../session/login-address.ts'
import { useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconCheck, IconExternal, IconUser } from '../../ui/icons.tsx'
import { Note } from '../../ui/note.tsx'
import { useRested } from '../../ui/rested.ts'
import { showDay } from '../../ui/when.ts'
import { Art, useBlurred } from '../catalogue/art.tsx'
import { type Goods, priceOf, searchFor } from './buying.ts'
import { type Checkout, type Remedy, useCheckout } from './checkout.ts'
import type { useClaim } from './claim.ts'
import { IncludedFiles } from './included-files.tsx'
import { type Ownership, ownsFile } from './ownership.ts'

export type PurchaseDialogProps = {
  game: Game
  goods: Goods
  owned: Ownership
  claiming: ReturnType<typeof useClaim>
  /** Makes the dialog about other goods. */
  onChoose: (goods: Goods) => void
  onClose: () => void
}

/** Buying, claiming or downloading a game or one of its extras (document 2 §2, Purchase dialog). */
export default function PurchaseDialog(props: PurchaseDialogProps) {
  const session = useSession()
  const { game, goods, owned } = props
  if (session.state !== 'signed-in') return <SignedOut {...props} isChecking={session.state === 'checking'} />
  const { email } = session.user
  if (goods.mode === 'extra') {
    const files = goods.files.filter((file) => !ownsFile(owned, file))
    if (files.length > 0) return <Unpaid {...props} goods={{ mode: 'extra', files }} email={email} />
    return <Owned {...props} email={email} />
  }
  if (owned.base) return <Owned {...props} email={email} />
  return game.isFree ? <Free {...props} email={email} /> : <Unpaid {...props} email={email} />
}

function SignedOut(props: PurchaseDialogProps & { isChecking: boolean }) {
  const { game, goods, onClose, isChecking } = props
  const { pathname } = useLocation()
  const next = pathname + searchFor(goods)
  const isFree = priceOf(game, goods) === 0
  return (
    <Dialog
      title={isFree ? 'Download' : 'Complete Purchase'}
      onClose={onClose}
      footer={
        <>
          <CloseButton onClose={onClose} />
          {!isChecking && (
            <>
              <ButtonLink to={withNext('/login', next)}>Sign in</ButtonLink>
              <ButtonLink to={withNext('/signup', next)} kind="primary">
                Sign up
              </ButtonLink>
            </>
          )}
        </>
      }
    >
      <Head game={game} goods={goods}>
        <Total price={priceOf(game, goods)} />
      </Head>
      {!isChecking && (
        <Note icon={<IconUser className="size-[18px]" />}>
          {isFree ? 'Sign in to download.' : 'Sign in to buy.'} Your files go to your library, and we bring
          you straight back here.
        </Note>
      )}
      <IncludedFiles {...props} access={isFree ? 'after-sign-in' : 'after-payment'} />
    </Dialog>
  )
}

function Unpaid(props: PurchaseDialogProps & { email: string }) {
  const { game, goods, onChoose, onClose, email } = props
  const { checkout, pay, forget } = useCheckout(game, goods, email)
  const isOpening = checkout.state === 'opening'
  const isSlow = useRested(checkout.state, FELT_MS) === 'opening' && isOpening
  const price = priceOf(game, goods)
  const choose = (chosen: Goods) => {
    forget()
    onChoose(chosen)
  }
  return (
    <Dialog
      title="Complete Purchase"
      onClose={onClose}
      footer={
        <>
          <Failure checkout={checkout} onAgain={pay} />
          <CloseButton onClose={onClose}>
            <ButtonLink to="/library">Open Library</ButtonLink>
          </CloseButton>
          <Button kind="primary" busy={isOpening} onClick={pay}>
            Pay {showPrice(price)}
            <IconExternal />
          </Button>
        </>
      }
    >
      <Head game={game} goods={goods}>
        <Total price={price} />
      </Head>
      <Facts>
        <Fact name="Signed in as">{email}</Fact>
        <Fact name="Payment">
          Cryptocurrency. Solana usually confirms in under a minute; BTC and ETH may take 30-60 minutes.
        </Fact>
      </Facts>
      <IncludedFiles {...props} access="after-payment" locked={isOpening} onChoose={choose} />
      <p role="status" className="text-sm text-faint">
        {isSlow
          ? 'The payment provider is making the invoice. Nothing is charged yet.'
          : 'The invoice opens in a new tab. Sales are final; purchases are for personal use only.'}
      </p>
    </Dialog>
  )
}

/** From when on a wait is worth a word. */
const FELT_MS = 1_000

/** Why there is no invoice in another tab, with the way on. In the footer, where it is seen without scrolling. */
function Failure({ checkout, onAgain }: { checkout: Checkout; onAgain: () => void }) {
  const navigate = useNavigate()
  if (checkout.state === 'blocked')
    return (
      <Note
        kind="bad"
        className="basis-full!"
        action={
          <ButtonLink
            to={checkout.invoiceUrl}
            target="_blank"
            rel="noopener"
            size="small"
            onClick={() => navigate('/orders')}
          >
            Open invoice
          </ButtonLink>
        }
      >
        Could not open the invoice page.
      </Note>
    )
  if (checkout.state !== 'failed') return null
  return (
    <Note kind="bad" className="basis-full!" action={<WayOn remedy={checkout.remedy} onAgain={onAgain} />}>
      {checkout.message}
    </Note>
  )
}

function WayOn({ remedy, onAgain }: { remedy: Remedy; onAgain: () => void }) {
  if (remedy === null) return null
  const press = remedy === 'again' ? onAgain : () => window.location.reload()
  return (
    <Button size="small" onClick={press}>
      {remedy === 'again' ? 'Try again' : 'Reload'}
    </Button>
  )
}

function Free(props: PurchaseDialogProps & { email: string }) {
  const { game, goods, onClose, email, claiming } = props
  return (
    <Dialog
      title="Download"
      onClose={onClose}
      footer={
        <>
          <CloseButton onClose={onClose}>
            <ButtonLink to="/library">Open Library</ButtonLink>
          </CloseButton>
          <Button kind="primary" busy={claiming.state === 'claiming'} onClick={claiming.claim}>
            Get for free
          </Button>
        </>
      }
    >
      <Head game={game} goods={goods}>
        <Total price={0} />
      </Head>
      <Facts>
        <Fact name="Signed in as">{email}</Fact>
      </Facts>
      <IncludedFiles {...props} access="download" />
    </Dialog>
  )
}

function Owned(props: PurchaseDialogProps & { email: string }) {
  const { game, goods, owned, onClose, email } = props
  return (
    <Dialog
      title="Download"
      onClose={onClose}
      footer={
        <>
          <CloseButton onClose={onClose} />
          <ButtonLink to="/library" kind="primary">
            Open Library
          </ButtonLink>
        </>
      }
    >
      <Head game={game} goods={goods} />
      <p className="-mt-2 flex items-start gap-2 text-sm text-muted">
        <IconCheck className="mt-0.5 size-4 text-go" />
        <span>
          {owned.since ? `In your library since ${showDay(owned.since)}` : 'In your library'} · {email}
        </span>
      </p>
      <IncludedFiles {...props} access="download" />
    </Dialog>
  )
}

/** Close, and what else stands at the left of the footer. */
const CloseButton = ({ onClose, children }: { onClose: () => void; children?: ReactNode }) => (
  <div className="max-phone:contents max-phone:*:flex-1 phone:mr-auto phone:-ml-4 phone:flex phone:gap-3">
    <Button kind="quiet" onClick={onClose}>
      Close
    </Button>
    {children}
  </div>
)

/** What is being bought: picture, name, developer. */
function Head({ game, goods, children }: { game: Game; goods: Goods; children?: ReactNode }) {
  const blurred = useBlurred(game)
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span className="relative block h-[70px] w-25 flex-none overflow-hidden rounded-2 bg-raised">
        {game.cardPicture && <Art picture={game.cardPicture} sizes="100px" blurred={blurred} alt="" eager />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-md font-650 wrap-anywhere">{nameOf(game, goods)}</p>
        <p className="text-sm text-muted">
          {goods.mode === 'base' ? `by ${game.devName}` : `For ${game.title}`}
        </p>
      </div>
      {children}
    </div>
  )
}

function nameOf(game: Game, goods: Goods): string {
  if (goods.mode === 'base') return game.title
  const [only, ...others] = goods.files
  return only && others.length === 0 ? only.name : `${goods.files.length} extras`
}

const Total = ({ price }: { price: number }) => (
  <div
    aria-live="polite"
    aria-atomic="true"
    className="text-right max-phone:flex max-phone:basis-full max-phone:items-baseline max-phone:justify-between"
  >
    <p className="label">Total</p>
    <p className="d3">{showPrice(price)}</p>
  </div>
)

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-2 text-[14px]/5">{children}</dl>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-3 phone:grid-cols-[112px_minmax(0,1fr)]">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
