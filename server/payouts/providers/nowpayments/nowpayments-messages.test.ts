import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NowpaymentsPayoutServer } from '../../../testing/fakes/nowpayments-payout-server.ts'
import {
  NOWPAYMENTS_REQUEST,
  type NowpaymentsPayoutTest,
  openNowpaymentsPayouts,
} from '../../../testing/fixtures/nowpayments-payouts.ts'
import type { PayoutProvider } from '../payout-provider.ts'

let test: NowpaymentsPayoutTest
let server: NowpaymentsPayoutServer
let provider: PayoutProvider
beforeEach(async () => {
  test = await openNowpaymentsPayouts()
  server = test.server
  provider = test.provider
})
afterEach(() => server.close())

describe('messages', () => {
  it('messages name their batch, however often they come', async () => {
    const { reference } = await provider.prepare(NOWPAYMENTS_REQUEST)
    await server.pay(test.made())
    for (const { headers, body } of [...server.messages, ...server.messages])
      expect(provider.verifyMessage?.(headers, Buffer.from(body))).toEqual({ reference })
    expect(server.messages).toHaveLength(3)
  })

  it('C5 messages count only with a valid signature over the full body', async () => {
    await provider.prepare(NOWPAYMENTS_REQUEST)
    const { headers, body } = await server.change(test.made(), { status: 'FINISHED', hash: 'tx-1' })
    const signature = headers['x-nowpayments-sig'] ?? ''
    const verify = (value: unknown, text = body) =>
      provider.verifyMessage?.({ 'x-nowpayments-sig': value as string }, Buffer.from(text))
    expect(verify(signature)).not.toBeNull()
    expect(verify(signature, body.replace('48.25', '58.25'))).toBeNull()
    for (const forged of [undefined, '', signature.slice(1), `${signature}0`, signature.replace(/^./, 'x')])
      expect(verify(forged)).toBeNull()
    const other = test.open({ ipnSecret: 'another secret' })
    expect(other.verifyMessage?.(headers, Buffer.from(body))).toBeNull()
  })

  it.each([{ payment_id: 5, batch_withdrawal_id: '7' }, { id: '7', status: 'FINISHED' }, [], 'text', null])(
    'of something else are left: %j',
    (content) => {
      const body = JSON.stringify(content)
      const signature = createHmac('sha512', server.account.ipnSecret).update(body).digest('hex')
      expect(provider.verifyMessage?.({ 'x-nowpayments-sig': signature }, Buffer.from(body))).toBeNull()
    },
  )

  it('C5 without a secret no message is accepted and nothing is sent', () => {
    for (const change of [{ ipnSecret: ' ' }, { totpSecret: '' }, { apiKey: '' }, { password: '' }])
      expect(() => test.open(change)).toThrow()
  })
})
