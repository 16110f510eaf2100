import { z } from 'zod'
import { type Config, ConfigError } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { btcpayPayouts } from './btcpay/btcpay-payouts.ts'
import { manualPayouts } from './manual-payouts.ts'
import { nowpaymentsPayouts } from './nowpayments/nowpayments-payouts.ts'
import type { PayoutProvider } from './payout-provider.ts'
import { sandboxPayouts } from './sandbox-payouts.ts'

const optional = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()

/** The settings that can release money. No other process has them. */
export const Credentials = z.object({
  NOWPAYMENTS_PAYOUT_API_KEY: optional,
  NOWPAYMENTS_PAYOUT_EMAIL: optional,
  NOWPAYMENTS_PAYOUT_PASSWORD: optional,
  NOWPAYMENTS_PAYOUT_TOTP_SECRET: optional,
  BTCPAY_PAYOUT_CREATING_KEY: optional,
  BTCPAY_PAYOUT_RELEASING_KEY: optional,
})
export type PayoutCredentials = z.infer<typeof Credentials>

const NEEDED = {
  manual: [],
  sandbox: [],
  nowpayments: [
    'NOWPAYMENTS_PAYOUT_API_KEY',
    'NOWPAYMENTS_PAYOUT_EMAIL',
    'NOWPAYMENTS_PAYOUT_PASSWORD',
    'NOWPAYMENTS_PAYOUT_TOTP_SECRET',
  ],
  btcpay: ['BTCPAY_PAYOUT_CREATING_KEY', 'BTCPAY_PAYOUT_RELEASING_KEY'],
} as const

/** Reads the chosen provider's settings. @throws ConfigError naming what is missing */
export function readPayoutCredentials(
  environment: NodeJS.ProcessEnv,
  { payoutProvider: name }: Config,
): PayoutCredentials {
  const credentials = Credentials.parse(environment)
  const missing = NEEDED[name].filter((setting) => !credentials[setting])
  if (missing.length > 0) throw new ConfigError(missing.map((setting) => `${setting} is missing`).join('\n'))
  return credentials
}

type Parts = { db: Database; clock: Clock; sandboxKey: string }

/** The provider that sends payouts. Its settings are present: they were checked. */
export function payoutProvider(
  config: Config,
  credentials: PayoutCredentials,
  { db, clock, sandboxKey }: Parts,
): PayoutProvider {
  switch (config.payoutProvider) {
    case 'sandbox':
      return sandboxPayouts({ apiUrl: config.selfUrl, apiKey: sandboxKey })
    case 'manual':
      return manualPayouts(db)
    case 'nowpayments':
      return nowpaymentsPayouts({
        apiUrl: config.NOWPAYMENTS_API_URL.replace(/\/+$/, ''),
        apiKey: credentials.NOWPAYMENTS_PAYOUT_API_KEY ?? '',
        email: credentials.NOWPAYMENTS_PAYOUT_EMAIL ?? '',
        password: credentials.NOWPAYMENTS_PAYOUT_PASSWORD ?? '',
        totpSecret: credentials.NOWPAYMENTS_PAYOUT_TOTP_SECRET ?? '',
        ipnSecret: config.NOWPAYMENTS_IPN_SECRET ?? '',
        publicUrl: config.publicUrl,
        clock,
      })
    case 'btcpay':
      return btcpayPayouts({
        url: (config.BTCPAY_URL ?? '').replace(/\/+$/, ''),
        creatingKey: credentials.BTCPAY_PAYOUT_CREATING_KEY ?? '',
        releasingKey: credentials.BTCPAY_PAYOUT_RELEASING_KEY ?? '',
        storeId: config.BTCPAY_STORE_ID ?? '',
        webhookSecret: config.BTCPAY_PAYOUT_WEBHOOK_SECRET ?? '',
      })
  }
}
