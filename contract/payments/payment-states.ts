/**
 * How far a payment is, for whoever pays: one word from which pill, heading, steps and button follow. No zod: the browser
 * loads this.
 */
export const PAYMENT_STATES = [
  'choose', // no coin chosen
  'waiting', // an address is shown, nothing has been seen
  'seen', // on the network, not yet confirmed
  'partial', // a part is confirmed, the rest is to come
  'ready', // paid
  'late', // over, and money is on its way all the same
  'late_short', // over, and a part is confirmed
  'expired',
  'failed',
  'cancelled',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** States in which a coin may be chosen. */
export const takesMoney = (state: PaymentState): boolean =>
  state === 'choose' || state === 'waiting' || state === 'partial' || state === 'late_short'

/** A median of fewer payments says nothing about the next. */
export const WAITS_MIN = 10
