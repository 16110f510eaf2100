import { useBasket } from './use-basket.ts'

/** Shows nothing: asks for the basket on every page, so that its count is right in every tab, and merges it after log-in. */
export default function BasketFollower() {
  useBasket()
  return null
}
