import type { PricedGood } from '@nofiller/contract/basket/basket-rules'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, isOutage, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { rememberPayment } from '../payment-page/own-order.ts'
import { rememberLastOrder } from '../progress/last-order.ts'
import { NO_TAB, openInvoiceTab } from './invoice-tab.ts'
import { useRefreshOwnership } from './ownership.ts'
import { forgetCode } from './remembered-code.ts'

/** A good at its shown price; `amount` is the buyer's own price, in dollars, and `bundle` the one that reduces it. */
export type PaidGood = PricedGood & { amount?: number; bundle?: { _id: string } | null }

export type Checkout =
  | { state: 'idle' }
  | { state: 'opening' }
  /** The invoice's tab is missing, for example because the browser blocked it; the URL is for a link. */
  | { state: 'blocked'; payUrl: string }
  | { state: 'failed'; message: string; remedy: Remedy }

/** The remedy after a failure: a retry, a reload, or none for the buyer. */
export type Remedy = 'again' | 'reload' | null

/**
 * Starts a checkout: the invoice opens in a new tab, this one goes to the orders (requirements 6.13). Leaving before the
 * invoice exists cancels the checkout; an order that was made anyway waits unpaid among the orders.
 */
export function useCheckout(goods: readonly PaidGood[], email: string, code: string | null) {
  const [checkout, setCheckout] = useState<Checkout>({ state: 'idle' })
  const attempt = useRef<AbortController | null>(null)
  const navigate = useNavigate()
  const refreshOwnership = useRefreshOwnership()

  useEffect(() => {
    const callOff = () => attempt.current?.abort()
    window.addEventListener('pagehide', callOff)
    return () => {
      window.removeEventListener('pagehide', callOff)
      callOff()
    }
  }, [])

  const pay = async () => {
    const isFree = goods.length > 0 && goods.every(({ price }) => price === 0)
    const tab = isFree ? NO_TAB : openInvoiceTab()
    const started = new AbortController()
    const { signal } = started
    attempt.current = started
    signal.addEventListener('abort', tab.close)
    setCheckout({ state: 'opening' })
    try {
      const { orderId, payUrl } = await startCheckout(goods, email, code, signal)
      attempt.current = null
      if (payUrl === null) {
        tab.close()
        forgetCode()
        await refreshOwnership()
        return navigate(`/receipt?order=${orderId}`)
      }
      rememberLastOrder(orderId)
      rememberPayment(payUrl, orderId)
      if (tab.show(payUrl)) navigate('/orders')
      else setCheckout({ state: 'blocked', payUrl })
    } catch (error) {
      tab.close()
      if (signal.aborted) return setCheckout({ state: 'idle' }) // Back may restore this very page
      setCheckout({ state: 'failed', message: failureText(error), remedy: remedyOf(error) })
      if (error instanceof ApiError && error.status === 409) void refreshOwnership()
    }
  }
  return { checkout, pay, forget: () => setCheckout({ state: 'idle' }) }
}

async function startCheckout(
  goods: readonly PaidGood[],
  email: string,
  code: string | null,
  signal: AbortSignal,
) {
  const body = {
    email,
    ...(code !== null && { code }),
    bundleIds: bundleIdsOf(goods),
    goods: goods.map(({ gameId, fileId, price, amount }) => ({ gameId, fileId, price, amount })),
  }
  const { orderId, payUrl, invoiceUrl } = await call('POST /api/checkout', { body, signal })
  if (!orderId) throw new Error('Checkout failed')
  return { orderId, payUrl: payUrl ?? invoiceUrl }
}

export const bundleIdsOf = (goods: readonly Pick<PaidGood, 'bundle'>[]): string[] => [
  ...new Set(goods.flatMap(({ bundle }) => bundle?._id ?? [])),
]

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Checkout failed'
  return error.status === 0
    ? 'Failed to start checkout'
    : messageOf(error, 'Something went wrong creating the checkout')
}

/** The server refuses it again until the page shows what is sold today. */
function remedyOf(error: unknown): Remedy {
  if (!(error instanceof ApiError) || isOutage(error)) return 'again'
  return error.code === 'price_too_small' || error.code === 'code_refused' ? null : 'reload'
}
