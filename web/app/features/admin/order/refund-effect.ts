import type { ItemShares } from '@nofiller/contract/orders/admin-orders'
import { givenBack, type Shares } from '@nofiller/contract/orders/refund-rules'
import { centsOf, dollarsOf } from '@nofiller/contract/pricing/money'

/** The refund of an item, in cents. */
export type Back = { position: number; cents: number }

/** The parts of a refund, in dollars: the developers' shares, the store's share, and the fee that the store bears. */
export type RefundEffect = { total: number; developers: number; store: number; fee: number }

/** The effect of a refund on the balances, as the ledger will book it. Pure. */
export function refundEffect(shares: readonly ItemShares[], backs: readonly Back[]): RefundEffect {
  const parts = shares.map((each) => changeOf(each, backs))
  const sum = (share: keyof Shares) => dollarsOf(parts.reduce((total, part) => total + part[share], 0))
  return {
    total: dollarsOf(backs.reduce((total, { cents }) => total + cents, 0)),
    developers: sum('developerCents'),
    store: sum('platformCents'),
    fee: sum('feeCents'),
  }
}

function changeOf(share: ItemShares, backs: readonly Back[]): Shares {
  const backCents = backs
    .filter(({ position }) => share.positions.includes(position))
    .reduce((total, { cents }) => total + cents, 0)
  const priceCents = cents(share.price)
  const before = cents(share.refunded)
  const full: Shares = {
    feeCents: cents(share.fee),
    platformCents: cents(share.platform),
    developerCents: cents(share.developer),
  }
  const then = givenBack({ priceCents, refundedCents: before + backCents }, full)
  const now = givenBack({ priceCents, refundedCents: before }, full)
  return {
    feeCents: then.feeCents - now.feeCents,
    platformCents: then.platformCents - now.platformCents,
    developerCents: then.developerCents - now.developerCents,
  }
}

const cents = (dollars: number): number => centsOf(dollars) ?? 0
