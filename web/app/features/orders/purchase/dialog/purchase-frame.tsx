import type { Game } from '@nofiller/contract/catalog/catalog'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Price } from '../../../../ui/price.tsx'
import { GameWarnings } from '../../../catalog/game/game-warnings.tsx'
import { GamePicture } from '../../../catalog/game-picture.tsx'
import { OldPrice } from '../../../catalog/sale.tsx'
import type { Goods } from '../buying.ts'
import type { useClaim } from '../claim.ts'
import type { Ownership } from '../ownership.ts'

export type PurchaseDialogProps = {
  game: Game
  goods: Goods
  owned: Ownership
  claiming: ReturnType<typeof useClaim>
  /** Changes the dialog's goods. */
  onChoose: (goods: Goods) => void
  onClose: () => void
}

type PurchaseFrameProps = Pick<PurchaseDialogProps, 'game' | 'goods' | 'onClose'> & {
  title: string
  /** The price, unless it is owned. */
  amount?: ReactNode
  /** In the footer, where it is visible without scrolling. */
  failure?: ReactNode
  /** Beside Close. */
  library?: ReactNode
  /** The buttons at the right of the footer. */
  actions: ReactNode
  children: ReactNode
}

/** The common parts of all states of the purchase dialog: its goods, its price, and its buttons. */
export function PurchaseFrame(props: PurchaseFrameProps) {
  const { title, game, goods, amount, onClose, failure, library, actions, children } = props
  const isOffered = amount !== undefined
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {failure}
          <div className="max-phone:contents max-phone:*:flex-1 phone:mr-auto phone:-ml-4 phone:flex phone:gap-3">
            <Button kind="quiet" className="max-phone:hidden" onClick={onClose}>
              Close
            </Button>
            {library}
          </div>
          {actions}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-4">
        <GamePicture game={game} sizes="100px" eager className="h-[70px] w-25 rounded-2" />
        <div className="min-w-0 flex-1">
          <p className="text-md font-650 wrap-anywhere">{nameOf(game, goods)}</p>
          <p className="text-sm text-muted">
            {goods.mode === 'base' ? `by ${game.devName}` : `For ${game.title}`}
          </p>
        </div>
        {amount}
      </div>
      {isOffered && game.contentWarnings.isReviewed && <GameWarnings warnings={game.contentWarnings} />}
      {children}
    </Dialog>
  )
}

function nameOf(game: Game, goods: Goods): string {
  if (goods.mode === 'base') return game.title
  const [only, ...others] = goods.files
  return only && others.length === 0 ? only.name : `${goods.files.length} extras`
}

/** Announced when it changes, with the price without reductions. Dollars. */
export const Total = ({ price, instead }: { price: number; instead?: number }) => (
  <div
    aria-live="polite"
    aria-atomic="true"
    className="text-right max-phone:flex max-phone:basis-full max-phone:items-baseline max-phone:justify-between"
  >
    <p className="label">Total</p>
    <p className="d3 max-phone:order-last">
      <Price dollars={price} />
    </p>
    {instead !== undefined && instead > price && (
      <OldPrice dollars={instead} className="text-sm text-muted max-phone:mr-2 max-phone:ml-auto" />
    )}
  </div>
)

/** For owners of a part of the game: others have no library entry for it. */
export const LibraryLink = ({ owned: { base, extraIds } }: { owned: Ownership }) =>
  (base || extraIds.length > 0) && <ButtonLink to="/library">Open Library</ButtonLink>

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-2 text-ui empty:hidden">{children}</dl>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-3 phone:grid-cols-[112px_minmax(0,1fr)]">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
