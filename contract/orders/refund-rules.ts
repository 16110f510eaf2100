/** Limits, texts and the arithmetic of refunds. No zod: the browser loads this. */
export const TRANSACTION_MAX = 200
export const TRANSACTION_MISSING = 'Enter the transaction that sent the money.'

/** Who gets what of a price, in cents. */
export type Shares = { feeCents: number; platformCents: number; developerCents: number }

const NOTHING: Shares = { feeCents: 0, platformCents: 0, developerCents: 0 }

/**
 * Who bears a refund: the developer and the store return their shares in proportion, and the store pays the provider's
 * fee. For a fully refunded item, the developer's share is reversed exactly. Pure.
 * @param shares of the full price
 */
export function givenBack(
  { priceCents, refundedCents }: { priceCents: number; refundedCents: number },
  shares: Shares,
): Shares {
  if (refundedCents === 0) return NOTHING
  const part = (cents: number) => Math.floor((cents * refundedCents) / priceCents)
  const [developerCents, platformCents] = [part(shares.developerCents), part(shares.platformCents)]
  return { developerCents, platformCents, feeCents: refundedCents - developerCents - platformCents }
}
