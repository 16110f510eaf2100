import type { Game } from '@nofiller/contract/catalogue'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { refreshUser } from '../../session/session.ts'
import { rememberLastOrder } from '../orders/last-order.ts'
import { type Goods, priceOf } from './buying.ts'

export type Checkout =
  | { state: 'idle' }
  | { state: 'opening' }
  /** The browser did not let the invoice's tab open; the address is for a link. */
  | { state: 'blocked'; invoiceUrl: string }
  | { state: 'failed'; message: string }

/** Starts a checkout: the invoice opens in a new tab, this one goes to the orders (document 2 §4, paid flow). */
export function useCheckout(game: Game, goods: Goods, email: string) {
  const [checkout, setCheckout] = useState<Checkout>({ state: 'idle' })
  const navigate = useNavigate()
  const queries = useQueryClient()

  const pay = async () => {
    // Within the click itself: browsers let only that open a tab.
    const tab = window.open('about:blank', '_blank')
    setCheckout({ state: 'opening' })
    try {
      const { orderId, invoiceUrl } = await startCheckout(game, goods, email)
      rememberLastOrder(orderId)
      if (tab === null || tab.closed) return setCheckout({ state: 'blocked', invoiceUrl })
      tab.opener = null
      tab.location.replace(invoiceUrl)
      navigate('/orders')
    } catch (error) {
      tab?.close()
      setCheckout({ state: 'failed', message: failureText(error) })
      if (error instanceof ApiError && error.status === 409) {
        void refreshUser()
        void queries.invalidateQueries({ queryKey: ['GET /api/library'] })
      }
    }
  }
  return { checkout, pay }
}

async function startCheckout(game: Game, goods: Goods, email: string) {
  const price = priceOf(game, goods)
  const items = goods.mode === 'base' ? null : [{ fileId: goods.file._id, device: goods.file.device, price }]
  const answer = await call('POST /api/checkout', {
    body: { gameId: game._id, email, mode: goods.mode, items, price },
  })
  if (!answer.orderId || !answer.invoiceUrl) throw new Error('Checkout failed')
  return answer
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Checkout failed'
  return error.status === 0
    ? 'Failed to start checkout'
    : messageOf(error, 'Something went wrong creating the checkout')
}
