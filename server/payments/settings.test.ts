import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'nofiller-settings-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://store@database/store',
  SECRET_KEY: 'x'.repeat(32),
  PUBLIC_URL: 'https://store.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Store <store@store.example>',
}
const NOWPAYMENTS = {
  PAYMENT_PROVIDER: 'nowpayments',
  NOWPAYMENTS_API_KEY: 'key',
  NOWPAYMENTS_IPN_SECRET: 'secret',
}
const BTCPAY = {
  PAYMENT_PROVIDER: 'btcpay',
  BTCPAY_URL: 'https://btcpay.example',
  BTCPAY_API_KEY: 'key',
  BTCPAY_STORE_ID: 'store',
  BTCPAY_WEBHOOK_SECRET: 'secret',
}

function problemsOf(settings: Record<string, string>): string[] {
  try {
    readConfig({ DATA_DIR: dataDir, ...settings })
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

it.each([
  ['NOWPayments', NOWPAYMENTS],
  ['BTCPay', BTCPAY],
])('starts in production with %s, and not with the sandbox', (_, provider) => {
  expect(problemsOf({ ...PRODUCTION, ...provider })).toEqual([])
  expect(problemsOf({ ...PRODUCTION, ...provider, PAYMENT_PROVIDER: 'sandbox' })).toEqual([
    'PAYMENT_PROVIDER is sandbox, which takes no real money',
  ])
  expect(problemsOf(PRODUCTION)).toHaveLength(1)
})

it('C5 names every missing key of the provider at once, and takes an empty one for missing', () => {
  expect(problemsOf({ PAYMENT_PROVIDER: 'nowpayments' })).toEqual([
    'NOWPAYMENTS_API_KEY is missing',
    'NOWPAYMENTS_IPN_SECRET is missing',
  ])
  expect(problemsOf({ PAYMENT_PROVIDER: 'btcpay' })).toEqual([
    'BTCPAY_URL is missing',
    'BTCPAY_API_KEY is missing',
    'BTCPAY_STORE_ID is missing',
    'BTCPAY_WEBHOOK_SECRET is missing',
  ])
  for (const secret of ['', ' ', '\n']) {
    expect(problemsOf({ ...NOWPAYMENTS, NOWPAYMENTS_IPN_SECRET: secret })).toEqual([
      'NOWPAYMENTS_IPN_SECRET is missing',
    ])
    expect(problemsOf({ ...BTCPAY, BTCPAY_WEBHOOK_SECRET: secret })).toEqual([
      'BTCPAY_WEBHOOK_SECRET is missing',
    ])
  }
})

it('refuses an unknown provider, half a login, and addresses that are none or not safe', () => {
  expect(problemsOf({ PAYMENT_PROVIDER: 'paypal' })[0]).toContain('PAYMENT_PROVIDER')
  expect(problemsOf({ ...NOWPAYMENTS, NOWPAYMENTS_EMAIL: 'shop@example.test' })).toEqual([
    'NOWPAYMENTS_EMAIL and NOWPAYMENTS_PASSWORD are set together or not at all',
  ])
  expect(problemsOf({ ...BTCPAY, BTCPAY_URL: 'btcpay.example' })).toEqual([
    'BTCPAY_URL must start with http:// or https://',
  ])
  expect(problemsOf({ ...PRODUCTION, ...BTCPAY, BTCPAY_URL: 'http://btcpay.example' })).toEqual([
    'BTCPAY_URL must start with https://',
  ])
})
