import { OTHER_RETENTION, RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import type { Config } from '../config.ts'
import { HORIZON_DAYS } from '../payments/provider.ts'
import { payoutDay } from '../payouts/settings.ts'

/** Puts the settings' values in the place of each `{{name}}` in a Markdown text. @throws Error naming an unknown one */
export function fillPlaceholders(text: string, config: Config): string {
  const values = valuesOf(config)
  return text.replace(/\{\{(.*?)\}\}/g, (placeholder, name: string) => {
    const value = values[name.trim()]
    if (value === undefined) throw new Error(`there is no placeholder ${placeholder}`)
    return value
  })
}

/** All of them, as Markdown. */
const valuesOf = (config: Config): Record<string, string> => ({
  storeName: plain(config.STORE_NAME),
  sellerName: plain(config.SELLER_NAME ?? config.STORE_NAME),
  publicUrl: `[${plain(new URL(config.publicUrl).host)}](${config.publicUrl})`,
  supportEmail: `[${plain(config.SUPPORT_EMAIL)}](mailto:${config.SUPPORT_EMAIL})`,
  supportChannel: config.chatUrl ? `[our chat server](${config.chatUrl})` : '[our contact page](/contact)',
  jurisdiction: config.JURISDICTION ? plain(config.JURISDICTION) : '<mark>[jurisdiction]</mark>',
  copyrightAgent: config.COPYRIGHT_AGENT
    ? `Our designated agent for copyright notices: ${plain(config.COPYRIGHT_AGENT)}`
    : 'This store has not registered an agent with the US Copyright Office. The form works all the same.',
  invoiceMinutes: String(config.INVOICE_TTL_MINUTES),
  payoutHoldDays: String(config.PAYOUT_HOLD_DAYS),
  payoutMinimum: plain(showPrice(dollarsOf(config.PAYOUT_MINIMUM_CENTS))),
  payoutDay: payoutDay(config),
  retention: [...Object.values(RETENTION), ...OTHER_RETENTION]
    .map(({ what, period }) => `| ${what} | ${period} |`)
    .join('\n'),
  // Statements that hold for every provider.
  lateDays: String(Math.min(...config.paymentProviders.map((name) => HORIZON_DAYS[name]))),
})

/** A setting's value as text that Markdown takes for nothing else. */
const plain = (value: string): string => value.replace(/[!-/:-@[-`{-~]/g, '\\$&')
