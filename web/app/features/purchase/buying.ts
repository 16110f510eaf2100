import type { Game, GameFile } from '@nofiller/contract/catalogue'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '../../ui/hydrated.ts'

/** What the purchase dialog is about: the base game, or one extra file of it (document 2 §4, purchase modes). */
export type Goods = { mode: 'base' } | { mode: 'extra'; file: GameFile }

export const baseFiles = (game: Game): GameFile[] => game.gameFiles.filter((file) => !file.customPriceEnabled)
export const extraFiles = (game: Game): GameFile[] => game.gameFiles.filter((file) => file.customPriceEnabled)

/** Dollars. */
export function priceOf(game: Game, goods: Goods): number {
  if (goods.mode === 'extra') return goods.file.customPrice ?? 0
  return game.isFree ? 0 : game.price
}

/**
 * The purchase dialog of a game page: open while the address has `buy=1`, about an extra while it has `file` too, so
 * that signing in leads back to it and Back closes it.
 */
export function useBuying(game: Game) {
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated() // the server renders one page for every address of a game
  const isOpen = isHydrated && search.get('buy') === '1'
  const wasOpenedHere = typeof state === 'object' && state !== null && 'buying' in state

  return {
    goods: isOpen ? goodsOf(game, search.get('file')) : null,
    open: (goods: Goods) => {
      const to = pathname + searchFor(goods)
      navigate(to, { state: { buying: true }, replace: isOpen, preventScrollReset: true })
    },
    close: () => {
      if (wasOpenedHere) navigate(-1)
      else navigate(pathname, { replace: true, preventScrollReset: true })
    },
  }
}

/** The query that opens the dialog about some goods. */
export const searchFor = (goods: Goods): string =>
  goods.mode === 'base' ? '?buy=1' : `?buy=1&file=${goods.file._id}`

function goodsOf(game: Game, fileId: string | null): Goods {
  const file = extraFiles(game).find(({ _id }) => _id === fileId)
  return file ? { mode: 'extra', file } : { mode: 'base' }
}
