import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson, nowpaymentsSignatureHolds } from './nowpayments-signature.ts'

const SECRET = 'np-ipn-secret-for-tests'
const holds = (body: string, signature: unknown, secret = SECRET) =>
  nowpaymentsSignatureHolds(secret, signature, Buffer.from(body))
const sign = (body: string) => createHmac('sha512', SECRET).update(body).digest('hex')

const UNSORTED =
  '{"payment_id": 5001000001, "payment_status": "finished", "invoice_id": 6001000001, "order_id": "3f0c8f1e-6a52-4d0e-9a57-0f6f5d3c2b11", "order_description": "Order 3f0c8f1e", "parent_payment_id": null, "pay_address": "DemoAddr1111111111111111111111111111111111", "payin_extra_id": null, "price_amount": 9.99, "price_currency": "usd", "pay_amount": 0.0652, "actually_paid": 0.0652, "actually_paid_at_fiat": 0, "pay_currency": "sol", "purchase_id": "5101000001", "outcome_amount": 9.87, "outcome_currency": "usdcsol", "payment_extra_ids": null, "fee": {"withdrawalFee": 0, "serviceFee": 0.05, "depositFee": 0.02, "currency": "usdcsol"}, "updated_at": 1767225600000}'
const CANONICAL =
  '{"actually_paid":0.0652,"actually_paid_at_fiat":0,"fee":{"currency":"usdcsol","depositFee":0.02,"serviceFee":0.05,"withdrawalFee":0},"invoice_id":6001000001,"order_description":"Order 3f0c8f1e","order_id":"3f0c8f1e-6a52-4d0e-9a57-0f6f5d3c2b11","outcome_amount":9.87,"outcome_currency":"usdcsol","parent_payment_id":null,"pay_address":"DemoAddr1111111111111111111111111111111111","pay_amount":0.0652,"pay_currency":"sol","payin_extra_id":null,"payment_extra_ids":null,"payment_id":5001000001,"payment_status":"finished","price_amount":9.99,"price_currency":"usd","purchase_id":"5101000001","updated_at":1767225600000}'
const SIGNATURE =
  'e212341508581b8fbf8edc7777456b64a3cd38d19d33ade56199b505e62468c268ddd612e55e72d0d3fc6a2fb29244fc81c964d266c8f289d0f296b4af1a5cde'
const NUMBERS =
  '{"actually_paid":0.0000431,"actually_paid_at_fiat":0,"fee":{"currency":"btc","depositFee":0.00000012,"serviceFee":1.0e-7,"withdrawalFee":0},"invoice_id":6001000002,"order_description":"Zoë\'s game / Deluxe édition","order_id":"o-2","outcome_amount":20.0,"parent_payment_id":null,"pay_amount":0.0000431,"pay_currency":"btc","payment_extra_ids":[5001000010,5001000003],"payment_id":5001000002,"payment_status":"confirming","price_amount":20.50,"price_currency":"usd","purchase_id":"5101000002"}'
const NUMBERS_SIGNATURE =
  'd845524a0875e8e39e8a503593dbdc3855f1a59322a68cf5ae8feb46a51192bcf08f5aaa8f26c79c425a7de547b8a9be2d950a278d6ae5f44d92009c2efda86c'

describe('C5 a signature of NOWPayments holds', () => {
  it('for an unsorted body with spaces, by its canonical form', () => {
    expect(Buffer.byteLength(UNSORTED)).toBe(662)
    expect(canonicalJson(UNSORTED)).toBe(CANONICAL)
    expect(holds(UNSORTED, SIGNATURE)).toBe(true)
  })

  it('for odd numbers, other scripts, slashes and arrays', () => {
    expect(Buffer.byteLength(NUMBERS)).toBe(493)
    expect(holds(NUMBERS, NUMBERS_SIGNATURE)).toBe(true)
  })

  it('for a body that is canonical as it comes, and with white space around the secret', () => {
    expect(Buffer.byteLength(CANONICAL)).toBe(616)
    expect(holds(CANONICAL, SIGNATURE)).toBe(true)
    expect(holds(CANONICAL, SIGNATURE, `${SECRET}\n`)).toBe(true)
  })

  it('in upper case, and over the raw bytes whatever they are', () => {
    expect(holds(CANONICAL, SIGNATURE.toUpperCase())).toBe(true)
    expect(holds(UNSORTED, sign(UNSORTED))).toBe(true)
    expect(holds('not JSON', sign('not JSON'))).toBe(true)
  })
})

describe('C5 a signature of NOWPayments is refused', () => {
  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['sent twice', [SIGNATURE, SIGNATURE]],
    ['two in one header', `${SIGNATURE}, ${SIGNATURE}`],
    ['one digit short', SIGNATURE.slice(0, -1)],
    ['good digits and then rubbish', `${SIGNATURE}zz`],
    ['with a line end', `${SIGNATURE}\n`],
    ['with its method in front', `sha512=${SIGNATURE}`],
    ['no hex', 'z'.repeat(128)],
    ['of another secret', createHmac('sha512', 'another').update(CANONICAL).digest('hex')],
    ['of no secret', createHmac('sha512', '').update(CANONICAL).digest('hex')],
    ['by another method', createHmac('sha256', SECRET).update(CANONICAL).digest('hex')],
    ['of another body', NUMBERS_SIGNATURE],
  ])('when it is %s', (_, signature) => {
    expect(holds(CANONICAL, signature)).toBe(false)
  })

  it('when one digit of the body is another', () => {
    expect(holds(CANONICAL.replace('"actually_paid":0.0652', '"actually_paid":0.0653'), SIGNATURE)).toBe(
      false,
    )
  })

  it('when it is what wrong implementations compute', () => {
    const value = JSON.parse(UNSORTED)
    const listedKeys = JSON.stringify(value, Object.keys(value).sort())
    const topSorted = JSON.stringify(Object.fromEntries(Object.entries(value).sort()))
    expect(sign(listedKeys)).toMatch(/^0e2d4c010df816d8/)
    expect(sign(topSorted)).toMatch(/^c7d5b6ea8e287d35/)
    expect(holds(UNSORTED, sign(listedKeys))).toBe(false)
    expect(holds(UNSORTED, sign(topSorted))).toBe(false)
  })

  it('for bodies that are too deep or too long to be a message', () => {
    expect(holds('['.repeat(30_000), SIGNATURE)).toBe(false)
    expect(holds(`${'['.repeat(30_000)}${']'.repeat(30_000)}`, SIGNATURE)).toBe(false)
    expect(canonicalJson(`${'['.repeat(17)}${']'.repeat(17)}`)).toBeNull()
    const long = JSON.stringify('x'.repeat(65 * 1024))
    expect(holds(long, sign(long))).toBe(false)
  })
})

it('keeps a key named __proto__ in the canonical form', () => {
  expect(canonicalJson('{"b":1,"__proto__":{"z":1,"a":2}}')).toBe('{"__proto__":{"a":2,"z":1},"b":1}')
})
