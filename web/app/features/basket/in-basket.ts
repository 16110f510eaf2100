import { preference } from '../../ui/browser/preference.ts'

/**
 * The ids that this browser's basket counts, separated by spaces, as last reported by the server. It provides the count in
 * the bar and the buttons of cards on every page and in every tab, without loading the basket itself.
 */
export const inBasket = preference('basket-ids')

/** How many items can be bought. */
export const useBasketCount = (): number => inBasket.use()?.split(' ').filter(Boolean).length ?? 0

export const useIsInBasket = (id: string): boolean => inBasket.use()?.includes(id) ?? false
