import { z } from 'zod'
import { ThemePolicySetting } from './catalog/theme-policy.ts'
import { PAYOUT_PROVIDER_NAMES } from './payouts/providers/payout-provider.ts'
import { AgeRuleSetting } from './platform/http/age-rule.ts'

const GIB = 1024 ** 3

const text = (fallback: string) => z.string().default(fallback)
const optional = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const scale = z.coerce.number().positive().default(1)

/** Every setting, by the name of its environment variable. docs/settings.md says what each is for. */
export const Environment = z.object({
  NODE_ENV: text('development'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: optional,
  DATA_DIR: text('./data'),
  DATABASE_URL: optional,
  DATABASE_DIRECT_URL: optional,
  DATABASE_POOLER: z.enum(['transaction']).optional(),
  DATABASE_REPLICA_URL: optional,
  SECRET_KEY: optional,
  SECRET_KEY_PREVIOUS: optional,
  BACKUP_RECIPIENT: optional,
  BACKUP_IDENTITY_FILE: optional,
  SMTP_URL: optional,
  MAIL_FROM: optional,
  MAIL_BOUNCE_SECRET: optional,
  S3_ENDPOINT: optional,
  S3_REGION: optional,
  S3_BUCKET: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PUBLIC_URL: optional,
  PAYMENT_PROVIDERS: optional,
  PAYMENT_PROVIDER: optional,
  NOWPAYMENTS_API_URL: text('https://api.nowpayments.io/v1'),
  NOWPAYMENTS_API_KEY: optional,
  NOWPAYMENTS_IPN_SECRET: optional,
  NOWPAYMENTS_EMAIL: optional,
  NOWPAYMENTS_PASSWORD: optional,
  BTCPAY_URL: optional,
  BTCPAY_API_KEY: optional,
  BTCPAY_STORE_ID: optional,
  BTCPAY_WEBHOOK_SECRET: optional,
  BTCPAY_PAYOUT_WEBHOOK_SECRET: optional,
  INVOICE_TTL_MINUTES: count(120),
  PAYMENT_TOLERANCE_PERCENT: z.coerce.number().min(0).max(20).default(1),
  PLATFORM_SHARE_PERCENT: z.coerce.number().min(0).max(100).default(10),
  PAYOUT_PROVIDER: z.enum(PAYOUT_PROVIDER_NAMES).optional(),
  SANCTIONS_LIST: optional,
  SANCTIONS_MAX_AGE_DAYS: count(7),
  PAYOUT_COINS: text('USDC-SOL,BTC'),
  PAYOUT_HOLD_DAYS: z.coerce.number().int().min(0).max(365).default(7),
  PAYOUT_RESERVE_PERCENT: z.coerce.number().int().min(0).max(100).default(0),
  PAYOUT_MINIMUM_CENTS: count(5_000),
  PAYOUT_SECOND_APPROVAL_CENTS: count(50_000),
  PAYOUT_MAX_CENTS: count(1_000_000),
  PAYOUT_SELLER_DAY_CENTS: count(1_000_000),
  PAYOUT_DAY_CENTS: count(5_000_000),
  PAYOUT_WEEKDAY: z
    .enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])
    .default('friday'),
  DELETION_GRACE_DAYS: z.coerce.number().int().min(1).max(90).default(14),
  REQUIRE_SECOND_FACTOR: z.enum(['0', '1']).optional(),
  REVIEW_FIRST_GAME: z.enum(['before', 'after']).default('before'),
  REVIEW_SAMPLE_PERCENT: z.coerce.number().min(0).max(100).default(5),
  PAYMENT_POLL_SCALE: scale,
  PAYMENT_READS_PER_SECOND: count(5),
  PAYOUT_POLL_SCALE: scale,
  NOTICE_MAIL_SCALE: scale,
  JOB_POLL_SECONDS: z.coerce.number().min(0.5).default(2),
  STORE_NAME: text('No Filler'),
  STORE_TAGLINE: text('Indie Games, No Filler'),
  CONTENT_DIR: optional,
  CHAT_URL: optional,
  STATUS_PAGE: z.enum(['0', '1']).default('0'),
  SUPPORT_EMAIL: optional,
  JURISDICTION: optional,
  COPYRIGHT_AGENT: optional,
  AUTHORITY_REPORT: text('NCMEC CyberTipline'),
  SELLER_NAME: optional,
  SELLER_ADDRESS: optional,
  SELLER_WEBSITE: optional,
  SELLER_LOGO_URL: optional,
  AGE_RULE: AgeRuleSetting.prefault(''),
  COUNTRY_HEADER: optional,
  THEME_POLICY: ThemePolicySetting.prefault(''),
  CLAMD_URL: optional,
  OUTSIDE_REQUESTS: z.enum(['on', 'off']).default('on'),
  OUTSIDE_PROXY: optional,
  MAX_UPLOAD_BYTES: count(5 * GIB),
  GAME_STORAGE_BYTES: count(200 * GIB),
  RATE_LIMIT_SCALE: scale,
  MAX_IN_FLIGHT: count(256),
  MAX_EVENT_STREAMS: count(5_000),
  TRUST_PROXY: optional,
  HEALTH_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_TOKEN: optional,
  ERROR_WEBHOOK_URL: optional,
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
  ACCEL_REDIRECT: optional,
  DEMO: z.enum(['0', '1']).default('1'),
  API_DOCS: z.enum(['0', '1']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})
export type Environment = z.infer<typeof Environment>
