import { gamePath } from '@nofiller/contract/catalog/paths'
import { showPrice } from '@nofiller/contract/pricing/money'
import type { WishlistEntry } from '@nofiller/contract/wishlist/wishlist'
import { Link, useNavigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { useUser } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { IconChevronDown, IconX } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { useIsInBasket } from '../basket/in-basket.ts'
import { useAddToBasket } from '../basket/use-add-to-basket.ts'
import { GamePicture } from '../catalog/game-picture.tsx'
import { OldPrice, SaleEnd } from '../catalog/sale.tsx'
import { OpensAt } from '../releases/window-time.tsx'
import { CHOICE_NAMES, WishSettings } from './wish-settings.tsx'
import { setWish } from './wishes.ts'

const GONE = 'No longer in the store.'
const COLUMNS =
  'desktop:grid-cols-[100px_minmax(0,1fr)_244px_260px_160px] desktop:items-center desktop:gap-x-5'

type RowsProps = { entries: readonly WishlistEntry[]; onRemoved: (title: string) => void }

/** The games of a wishlist: five columns, on phones a card each. */
export function WishlistRows({ entries, onRemoved }: RowsProps) {
  return (
    <Panel flush>
      <div
        aria-hidden="true"
        className={`hidden border-b border-line px-5 py-2.5 text-xs font-semibold text-faint desktop:grid ${COLUMNS}`}
      >
        <span className="col-span-2">Game</span>
        <span>Price</span>
        <span className="grid grid-cols-[92px_minmax(0,1fr)] gap-2">
          <span>My price</span>
          <span>Tell me</span>
        </span>
      </div>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <Row key={entry.gameId} entry={entry} onRemoved={onRemoved} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ entry, onRemoved }: { entry: WishlistEntry; onRemoved: (title: string) => void }) {
  const { game, gameId, state } = entry
  const isSignedIn = useUser() !== null
  const title = game?.title ?? 'this game'
  const remove = () =>
    setWish(gameId, false).then(
      () => onRemoved(title),
      (error) =>
        toast(messageOf(error, 'We couldn’t change your wishlist. Please try again.'), { kind: 'bad' }),
    )
  return (
    <li
      data-row
      className={`grid grid-cols-[80px_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-2 p-4 phone:px-5 ${COLUMNS}`}
    >
      {game ? (
        <GamePicture
          game={game}
          sizes="100px"
          className="h-14 w-20 rounded-2 desktop:h-[70px] desktop:w-25"
        />
      ) : (
        <span className="h-14 w-20 rounded-2 border border-line desktop:h-[70px] desktop:w-25" />
      )}
      <div className="min-w-0">
        {game === null || state === 'gone' ? (
          <b translate="no" className="font-650 wrap-anywhere">
            {game?.title}
          </b>
        ) : (
          <Link
            to={gamePath(game.slug)}
            translate="no"
            dir="auto"
            className="text-md/6 font-650 wrap-anywhere no-underline hover:underline"
          >
            {game.title}
          </Link>
        )}
        {game && (
          <p className="text-sm wrap-anywhere text-muted">
            {[game.devName, game.devices.join(', ')].filter(Boolean).join(' · ')}
          </p>
        )}
        {entry.isAtMyPrice && entry.myPrice !== null && (
          <p className="text-sm text-go">
            At your price: <Price dollars={entry.myPrice} /> or less
          </p>
        )}
      </div>
      <div className="max-desktop:col-span-full max-desktop:row-start-2">
        <WishPrice entry={entry} />
      </div>
      <div className="col-span-full empty:hidden desktop:hidden">
        <BasketAction entry={entry} wide />
      </div>
      {isSignedIn && state !== 'gone' ? (
        <>
          <div className="hidden phone:max-desktop:col-span-full phone:max-desktop:block phone:max-desktop:max-w-80 desktop:block">
            <WishSettings entry={entry} title={title} />
          </div>
          <details className="col-span-full phone:hidden">
            <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-ui font-semibold">
              Tell me: {CHOICE_NAMES[entry.notify].toLowerCase()}
              {entry.myPrice !== null && ` · my price ${showPrice(entry.myPrice)}`}
              <IconChevronDown className="size-4" />
            </summary>
            <WishSettings entry={entry} title={title} />
          </details>
        </>
      ) : (
        <span className="hidden desktop:block" />
      )}
      <div className="max-desktop:col-start-3 max-desktop:row-start-1 desktop:flex desktop:justify-end desktop:gap-1">
        <span className="hidden desktop:block">
          <BasketAction entry={entry} />
        </span>
        <Button kind="quiet" size="small" square aria-label={`Remove ${title}`} onClick={remove}>
          <IconX />
        </Button>
      </div>
    </li>
  )
}

function WishPrice({ entry: { game, state, availableFrom, lowestPrice } }: { entry: WishlistEntry }) {
  if (state === 'gone' || game === null) return <p className="text-sm text-muted">{GONE}</p>
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 text-lg/6 font-650">
        {game.sale && (
          <span className="rounded-1 px-2 text-sm/6 ring-[1.5px] ring-text" translate="no">
            −{game.sale.percent}%
          </span>
        )}
        {state === 'free' ? 'Free' : <Price dollars={game.price} />}
        {game.sale && <OldPrice dollars={game.sale.listPrice} className="text-sm font-normal text-muted" />}
      </p>
      {availableFrom !== null && (
        <p className="text-sm text-muted">
          From <OpensAt iso={availableFrom} />
        </p>
      )}
      {state === 'paused' && <p className="text-sm text-muted">Not for sale at present.</p>}
      {lowestPrice !== null && state !== 'free' && (
        <p className="text-sm text-pretty text-muted">
          {game.sale ? (
            <>
              <SaleEnd sale={game.sale} /> · lowest of the 30 days before: <Price dollars={lowestPrice} />
            </>
          ) : (
            <>
              Lowest of 30 days: <Price dollars={lowestPrice} />
            </>
          )}
        </p>
      )}
    </div>
  )
}

function BasketAction({ entry, wide }: { entry: WishlistEntry; wide?: boolean }) {
  const { game, gameId, state } = entry
  const isIn = useIsInBasket(gameId)
  const add = useAddToBasket()
  const navigate = useNavigate()
  if (game === null || (state !== 'free' && state !== 'for-sale')) return null
  if (state === 'free')
    return (
      <ButtonLink size="small" wide={wide} to={gamePath(game.slug)} aria-label={`Get ${game.title} for free`}>
        Get for free
      </ButtonLink>
    )
  return (
    <Button
      size="small"
      wide={wide}
      className={wide ? 'min-h-11' : ''}
      aria-label={isIn ? `Open basket, ${game.title} is in it` : `Add ${game.title} to basket`}
      onClick={() => (isIn ? navigate('/basket') : add([{ gameId, fileId: null, price: game.price }]))}
    >
      {isIn ? 'In basket' : 'Add to basket'}
    </Button>
  )
}
