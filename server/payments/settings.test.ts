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
  SUPPORT_EMAIL: 'help@store.example',
  JURISDICTION: 'Iceland',
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
    'PAYMENT_PROVIDERS holds sandbox, which takes no real money',
  ])
  expect(problemsOf(PRODUCTION)).toHaveLength(1)
})

it('C5 names all missing keys of the provider at once, and treats an empty one as missing', () => {
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

it('refuses an unknown provider, half a login, and invalid or unsafe addresses', () => {
  expect(problemsOf({ PAYMENT_PROVIDER: 'paypal' })).toEqual([
    'PAYMENT_PROVIDER takes sandbox, nowpayments, btcpay, not "paypal"',
  ])
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

it('takes several providers in order of preference, and holds each to its own settings', () => {
  const { PAYMENT_PROVIDER: _, ...both } = { ...NOWPAYMENTS, ...BTCPAY }
  const list = (names: string) => ({ ...both, PAYMENT_PROVIDERS: names })
  expect(readConfig({ DATA_DIR: dataDir, ...list('btcpay, nowpayments') }).paymentProviders).toEqual([
    'btcpay',
    'nowpayments',
  ])
  expect(readConfig({ DATA_DIR: dataDir, PAYMENT_PROVIDER: 'sandbox' }).paymentProviders).toEqual(['sandbox'])
  expect(problemsOf({ ...PRODUCTION, ...list('btcpay,nowpayments') })).toEqual([])
  expect(problemsOf({ ...PRODUCTION, ...list('btcpay,sandbox') })).toEqual([
    'PAYMENT_PROVIDERS holds sandbox, which takes no real money',
  ])
  expect(problemsOf({ PAYMENT_PROVIDERS: 'sandbox,nowpayments', NOWPAYMENTS_API_KEY: 'key' })).toEqual([
    'NOWPAYMENTS_IPN_SECRET is missing',
  ])
  expect(problemsOf(list('btcpay,paypal'))).toEqual([
    'PAYMENT_PROVIDERS takes sandbox, nowpayments, btcpay, not "paypal"',
  ])
  expect(problemsOf(list('btcpay,btcpay'))).toEqual(['PAYMENT_PROVIDERS names a provider twice'])
})

it('does not start when the old and the new setting disagree', () => {
  expect(problemsOf({ ...BTCPAY, PAYMENT_PROVIDERS: 'btcpay' })).toEqual([])
  expect(problemsOf({ ...NOWPAYMENTS, ...BTCPAY, PAYMENT_PROVIDERS: 'btcpay,nowpayments' })).toEqual([
    'PAYMENT_PROVIDER is btcpay, but PAYMENT_PROVIDERS is btcpay,nowpayments: set only PAYMENT_PROVIDERS',
  ])
})
