import type { Payment } from '@nofiller/contract/payments/payments'
import { useEffect, useState } from 'react'
import { announcement } from './payment-labels.ts'

/** Confirmations come fast on some networks. */
const QUIET_MS = 15_000

/** The screen reader's announcements of a payment: each new state at once, news within a state at most every 15 s. */
export function useAnnouncement(payment: Payment): string {
  const { state } = payment
  const text = announcement(payment)
  const [said, setSaid] = useState(() => ({ state, text, atMs: performance.now() }))
  useEffect(() => {
    if (said.text === text) return
    const waitMs = said.state === state ? Math.max(0, said.atMs + QUIET_MS - performance.now()) : 0
    const timer = setTimeout(() => setSaid({ state, text, atMs: performance.now() }), waitMs)
    return () => clearTimeout(timer)
  }, [said, state, text])
  return said.text
}
