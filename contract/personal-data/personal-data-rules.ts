import { showPrice } from '../pricing/money.ts'

/** How long the archive of an account's data can be downloaded. */
export const EXPORT_DAYS = 7
/** How long after one export the next may be requested. */
export const EXPORT_PAUSE_HOURS = 24

/** Obstacles to deleting an account. */
export const DELETION_OBSTACLES = ['admin', 'payout', 'payment', 'copyright', 'appeal', 'taken_down'] as const
export type DeletionObstacle = (typeof DELETION_OBSTACLES)[number]

/** The text of each obstacle. */
export const DELETION_REFUSED: Readonly<Record<DeletionObstacle, string>> = {
  admin: 'Admins cannot delete their account. Have another admin take the role from it first.',
  payout: 'A payout to you is under way. Wait until it has arrived or was returned to your balance.',
  payment: 'We are looking into a payment for one of your games. Wait until that is settled.',
  copyright: 'A copyright dispute about one of your games is open. Wait until it has ended.',
  appeal: 'You appealed a decision about one of your games. Wait for our answer.',
  taken_down: 'One of your games is taken down or hidden while we look into it. Write to us.',
}

/** @param dollars the developer's unpaid balance */
export const balanceLeft = (dollars: number): string =>
  `Your balance is ${showPrice(dollars)}. Have it paid out first, or give it up by typing the amount.`

/** Explains that an account that is being deleted cannot make a call. */
export const ACCOUNT_CLOSED =
  'This account is closed and waits for its deletion. You can still keep it, in your settings.'
