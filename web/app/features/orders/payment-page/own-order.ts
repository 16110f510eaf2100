import { preference } from '../../../ui/browser/preference.ts'

/** The last payment page that this browser opened, and its order's id, which the page itself must not know. */
const opened = preference('payment-order')

export const rememberPayment = (payUrl: string, orderId: string): void => opened.write(`${payUrl} ${orderId}`)

/** The id of the order, in the browser that made it; null in every other. */
export function useOwnOrder(payToken: string): string | null {
  const [payUrl = '', orderId] = opened.use()?.split(' ') ?? []
  return payUrl.endsWith(`/${payToken}`) ? (orderId ?? null) : null
}
