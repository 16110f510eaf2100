import type { PricedGood } from '@nofiller/contract/basket/basket-rules'
import type { Game, GameFile } from '@nofiller/contract/catalog/catalog'
import { sumDollars } from '@nofiller/contract/pricing/money'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useOnceHydrated } from '../../../ui/browser/hydrated.ts'

/** The goods of the purchase dialog: the base game, or some of its extra files (requirements 6.17). */
export type Goods = { mode: 'base' } | Extras
export type Extras = { mode: 'extra'; files: readonly GameFile[] }

export const BASE: Goods = { mode: 'base' }

export const baseFiles = (game: Game): GameFile[] => game.gameFiles.filter((file) => !file.customPriceEnabled)
export const extraFiles = (game: Game): GameFile[] => game.gameFiles.filter((file) => file.customPriceEnabled)

/** Some extras of a game, in the order of its page. */
export const extrasOf = (game: Game, fileIds: readonly string[]): Extras => ({
  mode: 'extra',
  files: extraFiles(game).filter(({ _id }) => fileIds.includes(_id)),
})

/** A good with its name and its price in dollars. */
export type GoodsLine = PricedGood & { name: string }

/** Some goods as lines, `extras` being added to a base. */
export function linesOf(game: Game, goods: Goods, extras: readonly GameFile[] = []): GoodsLine[] {
  const base = { gameId: game._id, fileId: null, name: game.title, price: game.price }
  const files = goods.mode === 'base' ? extras : goods.files
  const ofFiles = files.map(({ _id, name, customPrice }) => {
    return { gameId: game._id, fileId: _id, name, price: customPrice ?? 0 }
  })
  return goods.mode === 'base' ? [base, ...ofFiles] : ofFiles
}

/** Dollars. */
export const sumOf = (goods: readonly { price: number }[]): number =>
  sumDollars(...goods.map(({ price }) => price))

/** Dollars. */
export function priceOf(game: Game, goods: Goods): number {
  if (goods.mode === 'base') return game.isFree ? 0 : game.price
  return sumOf(linesOf(game, goods))
}

/**
 * The purchase dialog of a game page: open while the URL has `buy=1`, for extras while it also names them by `file`,
 * so signing in returns to it and Back closes it.
 */
export function useBuying(game: Game) {
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const isOpen = useOnceHydrated(search.get('buy') === '1') // the server renders one page for every URL of a game
  const wasOpenedHere = typeof state === 'object' && state !== null && 'buying' in state

  return {
    goods: isOpen ? chosenGoods(game, search) : null,
    /** Opens the dialog, or changes the goods of the open one. */
    open: (goods: Goods) => {
      const how = isOpen ? { state, replace: true } : { state: { buying: true } }
      navigate(pathname + searchFor(goods), { ...how, preventScrollReset: true })
    },
    close: () => {
      if (wasOpenedHere) navigate(-1)
      else navigate(pathname, { replace: true, preventScrollReset: true })
    },
  }
}

/** The query that opens the dialog for some goods. */
export function searchFor(goods: Goods): string {
  const files = goods.mode === 'base' ? [] : goods.files
  return `?buy=1${files.map(({ _id }) => `&file=${_id}`).join('')}`
}

/** The goods in such a query; the base when it names no extra of the game. */
export function chosenGoods(game: Game, search: URLSearchParams): Goods {
  const extras = extrasOf(game, search.getAll('file'))
  return extras.files.length > 0 ? extras : BASE
}
