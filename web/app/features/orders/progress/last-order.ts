const KEY = 'lastOrderId'

/** Stores, at checkout, which order the user is about to pay (requirements 6.13). */
export function rememberLastOrder(orderId: string): void {
  try {
    localStorage.setItem(KEY, orderId)
  } catch {
    // Storage is forbidden: the orders page then simply does not open the receipt by itself.
  }
}

/** The last order checked out in this browser whose receipt has not been shown yet. */
export function lastOrder(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function forgetLastOrder(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing could be stored either.
  }
}
