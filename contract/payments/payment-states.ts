/**
 * The state of a payment, for the payer: it decides pill, heading, steps and button. No zod: the browser
 * loads this.
 */
export const PAYMENT_STATES = [
  'choose', // no coin chosen
  'waiting', // an address is shown, nothing was detected
  'seen', // detected on the network, not yet confirmed
  'partial', // a part is confirmed, the rest is missing
  'ready', // paid
  'late', // expired, but with unconfirmed money
  'late_short', // expired, with a part confirmed
  'expired',
  'failed',
  'cancelled',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** States in which a coin may be chosen. */
export const takesMoney = (state: PaymentState): boolean =>
  state === 'choose' || state === 'waiting' || state === 'partial' || state === 'late_short'

/** A median of fewer payments predicts nothing. */
export const WAITS_MIN = 10
