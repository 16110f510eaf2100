import type { Game } from '@nofiller/contract/catalog/catalog'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { withNext } from '../../../session/login-address.ts'
import { checkedSession, refreshUser } from '../../../session/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { IconCheck } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { NeedsScripts } from '../../../ui/needs-scripts.tsx'
import { useIsInBasket } from '../../basket/in-basket.ts'
import { useAddToBasket } from '../../basket/use-add-to-basket.ts'
import { FileList } from '../../catalog/game/file-list.tsx'
import { DemoButton, MainButton } from '../../catalog/game/game-buttons.tsx'
import { downloadFile } from '../../library/download-file.ts'
import { useRefreshLibrary } from '../../library/library-entry.ts'
import { WishButton } from '../../wishlist/wish-button.tsx'
import { BASE, baseFiles, extraFiles, linesOf, searchFor, useBuying } from './buying.ts'
import { useClaim } from './claim.ts'
import { ExtraAction } from './extra-action.tsx'
import { type Ownership, useOwnership } from './ownership.ts'

/** Only for games with early access or not for sale, so loaded separately. */
const ComingFiles = lazyPart(() => import('../../releases/coming-files.tsx'))
const NotSold = lazyPart(() => import('./not-sold.tsx'))
const SupporterNote = lazyPart(() => import('../../releases/supporter-note.tsx'))
const Dialog = lazyPart(() => import('./dialog/purchase-dialog.tsx'))

/** A visitor's actions for a game, by their role and what they own. One per game page: see `Offer` and `Purchase`. */
export function useOffer(game: Game) {
  const owned = useOwnership(game)
  const buying = useBuying(game)
  const claiming = useClaim(game._id)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isInBasket = useIsInBasket(game._id)
  const addToBasket = useAddToBasket()
  const refreshLibrary = useRefreshLibrary()
  useRefreshOnReturn()

  const [isChecking, setChecking] = useState(false)

  const getForFree = async () => {
    setChecking(true)
    const { state, user } = await checkedSession()
    setChecking(false)
    if (state === 'checking' || user?.purchases.includes(game._id)) return buying.open(BASE)
    if (state === 'signed-out') return navigate(withNext('/login', pathname + searchFor(BASE)))
    if (await claiming.claim()) buying.open(BASE)
  }
  const update = owned.base ? owned.entry?.update : null
  const press = () => {
    if (update) void downloadFile(game._id, update.build.fileId, update.build.buildId).then(refreshLibrary)
    else if (game.isFree && !owned.base) void getForFree()
    else if (owned.base && baseFiles(game).length === 0)
      toast('Unable to resolve download target', { kind: 'bad' })
    else buying.open(BASE)
  }
  return {
    game,
    owned,
    buying,
    claiming,
    basket: {
      isIn: isInBasket,
      press: () => (isInBasket ? navigate('/basket') : addToBasket(linesOf(game, BASE))),
    },
    main: {
      ...mainLabel(game, owned, claiming.state === 'added'),
      busy: isChecking || claiming.state === 'claiming',
      press,
    },
  }
}

export type Offer = ReturnType<typeof useOffer>

/** The offer for a visitor who owns this of the game, as a picture: its buttons do nothing. */
export const previewOffer = (game: Game, owned: Ownership): Offer => ({
  game,
  owned,
  buying: { goods: null, open: nothing, close: nothing },
  claiming: { state: 'idle', claim: async () => false },
  basket: { isIn: false, press: nothing },
  main: { ...mainLabel(game, owned, false), busy: false, press: nothing },
})

const nothing = () => undefined

function mainLabel(game: Game, owned: Ownership, justAdded: boolean): { label: string; price?: number } {
  if (justAdded) return { label: 'Added' }
  const newest = owned.entry?.update?.newest
  if (owned.base) return { label: newest ? `Download ${newest.label}` : 'Download' }
  return game.isFree ? { label: 'Get for free' } : { label: 'Buy for', price: game.price }
}

/** An invoice is paid in another tab: on return, the owned games are refetched. */
function useRefreshOnReturn() {
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible') void refreshUser()
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [])
}

type OfferButtonsProps = {
  offer: Offer
  button: RefObject<HTMLButtonElement | null>
  /** Quiet actions beside the wishlist. */
  children?: ReactNode
}

/** What a visitor can do with a game. */
export function OfferButtons({ offer, button, children }: OfferButtonsProps) {
  const { game, main, owned } = offer
  const { supporters } = game
  const buttons = (
    <>
      <MainButton
        ref={button}
        game={game}
        label={main.label}
        price={main.price}
        busy={main.busy}
        onClick={main.press}
        onPointerEnter={Dialog.preload}
        onFocus={Dialog.preload}
      />
      <BesideBuying offer={offer} />
    </>
  )
  return (
    <>
      <NeedsScripts to="get this game" />
      <div className="grid gap-2">
        {(game.availableFrom || game.notForSale) && !owned.base ? (
          <NotSold game={game} demo={<DemoButton game={game} />}>
            {buttons}
          </NotSold>
        ) : (
          buttons
        )}
        {owned.isOwn && <ButtonLink to={`/create-game/${game._id}`}>Edit</ButtonLink>}
        {!game.isFree && !game.notForSale && !owned.base && (
          <p className="text-sm text-muted">
            Paid in cryptocurrency. Sales are final.{' '}
            <Link to="/how-to-buy" className="game-link">
              How to buy
            </Link>
          </p>
        )}
        {supporters?.minPaid && canPay(game, supporters.minPaid) && !owned.base && (
          <SupporterNote offer={supporters} by="amount" />
        )}
        <div className="flex flex-wrap items-center gap-x-6">
          {!owned.base && !owned.isOwn && <WishButton gameId={game._id} />}
          {children}
        </div>
      </div>
    </>
  )
}

/** The files and the extras of a game. */
export function OfferFiles({ offer }: { offer: Offer }) {
  const { game, owned, buying } = offer
  const { supporters } = game
  return (
    <>
      <FileList title="Project Files" files={baseFiles(game)} />
      <FileList
        title="Additional Purchases"
        files={extraFiles(game)}
        action={(file) => (
          <ExtraAction game={game} owned={owned} buying={buying} file={file} preloadDialog={Dialog.preload} />
        )}
        noteOf={(file) => supporters?.fileId === file._id && <SupporterNote offer={supporters} by="extra" />}
      />
      {game.coming.length > 0 && <ComingFiles coming={game.coming} />}
    </>
  )
}

const canPay = ({ payWhatYouWant, price }: Game, dollars: number): boolean =>
  payWhatYouWant || price >= dollars

/** Alternatives to buying at once. */
function BesideBuying({ offer: { game, owned, basket, buying } }: { offer: Offer }) {
  const isForSale = !game.isFree && !owned.base
  if (!isForSale && !owned.base && game.payWhatYouWant)
    return (
      <Button size="large" onClick={() => buying.open(BASE)}>
        Pay what you want
      </Button>
    )
  if (!isForSale) return <DemoButton game={game} />
  return (
    <div className={`grid gap-2 ${game.demoFile ? 'grid-cols-2' : ''}`}>
      <Button size="large" onClick={basket.press}>
        {basket.isIn && <IconCheck />}
        <span key={basket.isIn ? 'in' : 'out'}>{basket.isIn ? 'In basket' : 'Add to basket'}</span>
      </Button>
      <DemoButton game={game} />
    </div>
  )
}

/** The open purchase dialog. Outside the developer's area, because dialogs keep the shop's colors. */
export function Purchase({ offer: { game, owned, buying, claiming } }: { offer: Offer }) {
  if (buying.goods === null) return null
  return (
    <Dialog
      // From the base to an extra is another purchase; from one extra to several is the same.
      key={buying.goods.mode}
      game={game}
      goods={buying.goods}
      owned={owned}
      claiming={claiming}
      onChoose={buying.open}
      onClose={buying.close}
    />
  )
}
