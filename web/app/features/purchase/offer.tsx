import type { Game, GameFile } from '@nofiller/contract/catalogue'
import { showPrice } from '@nofiller/contract/money'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { withNext } from '../../session/login-address.ts'
import { currentSession, refreshUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast.tsx'
import { DemoButton, MainButton } from '../catalogue/game-buttons.tsx'
import { FileList } from '../catalogue/game-details.tsx'
import { BASE, baseFiles, extraFiles, extrasOf, searchFor, useBuying } from './buying.ts'
import { useClaim } from './claim.ts'
import { useDownload } from './download.ts'
import { NOTHING, type Ownership, ownsFile, useOwnership } from './ownership.ts'

const Dialog = lazyPart(() => import('./purchase-dialog.tsx'))

/** What a visitor can do with a game, by who they are and what they own. One per game page: see `Offer` and `Purchase`. */
export function useOffer(game: Game) {
  const owned = useOwnership(game._id)
  const buying = useBuying(game)
  const claiming = useClaim(game._id)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useRefreshOnReturn()

  const getForFree = async () => {
    const { state } = currentSession()
    if (state === 'checking') return buying.open(BASE)
    if (state === 'signed-out') return navigate(withNext('/login', pathname + searchFor(BASE)))
    if (await claiming.claim()) buying.open(BASE)
  }
  const press = () => {
    if (game.isFree && !owned.base) void getForFree()
    else if (owned.base && baseFiles(game).length === 0)
      toast('Unable to resolve download target', { kind: 'bad' })
    else buying.open(BASE)
  }
  return {
    game,
    owned,
    buying,
    claiming,
    main: {
      label: mainLabel(game, owned, claiming.state === 'added'),
      busy: claiming.state === 'claiming',
      press,
    },
  }
}

export type Offer = ReturnType<typeof useOffer>

/** What a game offers to someone who owns nothing of it, as a picture: no button does anything. */
export const previewOffer = (game: Game): Offer => ({
  game,
  owned: NOTHING,
  buying: { goods: null, open: nothing, close: nothing },
  claiming: { state: 'idle', claim: async () => false },
  main: { label: mainLabel(game, NOTHING, false), busy: false, press: nothing },
})

const nothing = () => undefined

function mainLabel(game: Game, owned: Ownership, justAdded: boolean): string {
  if (justAdded) return 'Added'
  if (owned.base) return 'Download'
  return game.isFree ? 'Get for free' : `Buy for ${showPrice(game.price)}`
}

/** An invoice is paid in another tab: on the way back the session is asked again what it owns. */
function useRefreshOnReturn() {
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible') void refreshUser()
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [])
}

/** The buttons, the files and the extras of a game. */
export function OfferPanel({ offer, button }: { offer: Offer; button: RefObject<HTMLButtonElement | null> }) {
  const { game, main } = offer
  return (
    <>
      <div className="grid gap-2">
        <MainButton
          ref={button}
          game={game}
          label={main.label}
          busy={main.busy}
          onClick={main.press}
          onPointerEnter={Dialog.preload}
          onFocus={Dialog.preload}
        />
        <DemoButton game={game} />
        {!game.isFree && !offer.owned.base && (
          <p className="text-sm text-muted">
            Paid in cryptocurrency. Sales are final.{' '}
            <Link to="/how-to-buy" className="game-link">
              How to buy
            </Link>
          </p>
        )}
      </div>
      <FileList title="Project Files" files={baseFiles(game)} />
      <FileList
        title="Additional Purchases"
        files={extraFiles(game)}
        action={(file) => <ExtraAction offer={offer} file={file} />}
      />
    </>
  )
}

function ExtraAction({ offer: { game, owned, buying }, file }: { offer: Offer; file: GameFile }) {
  const { stateOf, download } = useDownload(game, owned)
  if (ownsFile(owned, file))
    return (
      <Button
        size="small"
        className="min-h-9"
        aria-label={`Download ${file.name}`}
        busy={stateOf(file._id) === 'busy'}
        onClick={() => download(file._id)}
      >
        Download
      </Button>
    )
  const price = showPrice(file.customPrice ?? 0)
  return (
    <Button
      size="small"
      className="min-h-9"
      aria-label={`Buy ${price}, ${file.name}`}
      onPointerEnter={Dialog.preload}
      onFocus={Dialog.preload}
      onClick={() => buying.open(extrasOf(game, [file._id]))}
    >
      Buy {price}
    </Button>
  )
}

/** The purchase dialog while it is open. Outside the developer's area: dialogs keep the shop's colours. */
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

/** On a phone, price and button stay at the bottom once the main button has scrolled away. */
export function PhoneBar({ offer, button }: { offer: Offer; button: RefObject<HTMLButtonElement | null> }) {
  const { game, main, owned } = offer
  const isAway = useIsAbove(button)
  if (!isAway) return null
  return (
    <div
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-4 border-t border-line bg-surface px-4 py-3 phone:hidden"
    >
      <span className="grid min-w-0 flex-1">
        <b className="truncate font-650">{game.title}</b>
        <span className="text-sm text-muted">{game.isFree ? 'Free Game' : showPrice(game.price)}</span>
      </span>
      <Button kind="primary" busy={main.busy} onClick={main.press}>
        {owned.base || game.isFree ? main.label : 'Buy'}
      </Button>
    </div>
  )
}

/** Whether an element has been scrolled out of the window at its top. */
function useIsAbove(element: RefObject<Element | null>): boolean {
  const [isAbove, setAbove] = useState(false)
  const observed = useRef<Element | null>(null)
  useEffect(() => {
    observed.current = element.current
    if (!observed.current) return
    const observer = new IntersectionObserver(([seen]) => {
      setAbove(seen !== undefined && !seen.isIntersecting && seen.boundingClientRect.top < 0)
    })
    observer.observe(observed.current)
    return () => observer.disconnect()
  }, [element])
  return isAbove
}
