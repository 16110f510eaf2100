import { useBasket } from './use-basket.ts'

/** Renders nothing: fetches the basket on every page, so its count is right in every tab, and merges it after login. */
export default function BasketFollower() {
  useBasket()
  return null
}
