import { coinOf } from '@nofiller/contract/payments/coins'
import { shortAddress } from '@nofiller/contract/payouts/payout-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'

type Change = { coin: string; address: string; usableAt: Date; token: string }

/** Notifies of a new payout address. The token is in the link's fragment, which browsers never send to a server. */
export function addressChangedMail(
  config: Config,
  to: string,
  { coin, address, usableAt, token }: Change,
): Mail {
  const { ticker, network } = coinOf(coin)
  return composeMail(config.STORE_NAME, to, {
    subject: 'Your payout address was changed',
    lines: [
      `From ${showUtcMoment(usableAt)} on, your payouts go to ${shortAddress(address)} (${ticker} on ${network}).`,
      'Any payout being prepared for your old address was cancelled, and the money is back in your balance.',
      'Wasn’t you? Stop all your payouts at once:',
      { link: `${config.publicUrl}/payout-freeze#${token}`, label: 'This was not me: stop my payouts' },
      `Then set a new password, and write to ${config.SUPPORT_EMAIL}.`,
    ],
  })
}

/** Notifies that payouts were stopped by the link in the email above. */
export const frozenMail = (config: Config, to: string, account: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: 'Payouts are frozen',
    lines: [
      `The payouts of ${account} are frozen, because the link in the email about a new payout address was used.`,
      'No money leaves until support has lifted the freeze. Sales go on, and nothing is lost.',
      `Set a new password if you have not done so, and write to ${config.SUPPORT_EMAIL}.`,
    ],
  })

/** Notifies that support has lifted the freeze. */
export const unfrozenMail = (config: Config, to: string): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: 'Payouts are no longer frozen',
    lines: [
      'Support has lifted the freeze on your payouts. The next payout goes as usual.',
      `Did you not ask for it? Write to ${config.SUPPORT_EMAIL} at once.`,
    ],
  })
