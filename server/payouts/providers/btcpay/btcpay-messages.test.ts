import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BtcpayPayoutServer, btcpayPayoutServer } from '../../../testing/fakes/btcpay-payout-server.ts'
import { UNCLEAR_FAULTS } from '../../../testing/fakes/provider-server.ts'
import type { PayoutProvider } from '../payout-provider.ts'
import { type BtcpayPayoutSettings, btcpayPayouts } from './btcpay-payouts.ts'

let server: BtcpayPayoutServer
let provider: PayoutProvider

const open = (change: Partial<BtcpayPayoutSettings> = {}) =>
  btcpayPayouts({ ...server.account, deadline: server.timeout, ...change })

beforeEach(async () => {
  server = await btcpayPayoutServer()
  provider = open()
})
afterEach(() => server.close())

const REQUEST = {
  externalId: '0199a2c4-7d1e-7c1a-9d53-6a2f4be0c7d1',
  coin: 'BTC',
  amount: '0.00051234',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}

describe('messages', () => {
  it('messages name their payout, however often they come', async () => {
    const { reference } = await provider.prepare(REQUEST)
    await provider.release(reference)
    for (const payout of server.payouts) {
      await server.send(payout)
      await server.confirm(payout)
    }
    expect(server.messages).toHaveLength(3)
    for (const { headers, body } of [...server.messages, ...server.messages])
      expect(provider.verifyMessage?.(headers, Buffer.from(body))).toEqual({ reference })
  })

  it('C5 messages count only with a valid signature over the full body', async () => {
    await provider.prepare(REQUEST)
    const [payout] = server.payouts
    if (!payout) throw new Error('nothing was made')
    const { headers, body } = await server.change(payout, { state: 'InProgress' })
    const signature = headers['btcpay-sig'] ?? ''
    const verify = (value: string | undefined, text = body) =>
      provider.verifyMessage?.({ 'btcpay-sig': value }, Buffer.from(text))
    expect(verify(signature)).not.toBeNull()
    expect(verify(signature, body.replace('InProgress', 'Completed'))).toBeNull()
    for (const forged of [undefined, '', signature.slice(7), `${signature}0`, signature.replace('=', '=0')])
      expect(verify(forged)).toBeNull()
    expect(open({ webhookSecret: 'another' }).verifyMessage?.(headers, Buffer.from(body))).toBeNull()
    expect(open({ storeId: 'another' }).verifyMessage?.(headers, Buffer.from(body))).toBeNull()
  })

  it.each([
    { type: 'InvoiceSettled', storeId: 'S9storeDemo', payoutId: 'p1' },
    { type: 'PayoutUpdated', storeId: 'S9storeDemo' },
    { type: 'PayoutUpdated', storeId: 'S9storeDemo', payoutId: '../p1' },
    [],
    'text',
    null,
  ])('of something else are left: %j', (content) => {
    const body = JSON.stringify(content)
    const signature = createHmac('sha256', server.account.webhookSecret).update(body).digest('hex')
    const headers = { 'btcpay-sig': `sha256=${signature}` }
    expect(provider.verifyMessage?.(headers, Buffer.from(body))).toBeNull()
  })

  it('C5 without a secret no message is accepted and nothing is sent', () => {
    for (const change of [{ webhookSecret: '' }, { creatingKey: '' }, { releasingKey: '' }])
      expect(() => open(change)).toThrow()
  })
})

it('C9 repeats no key and no id of a pull payment in an error, even one that the server quotes', async () => {
  const wrong = { creatingKey: 'wrong-creating-key', releasingKey: 'wrong-releasing-key' }
  const { reference } = await provider.prepare(REQUEST)
  const said: string[] = []
  const note = (call: Promise<unknown>) =>
    call.catch((error) =>
      said.push(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`),
    )
  for (const change of [{}, wrong]) {
    provider = open(change)
    for (const fault of [...UNCLEAR_FAULTS, 400, null]) {
      if (fault !== null) await server.fail(fault)
      await note(provider.prepare({ ...REQUEST, externalId: 'another' }))
      await note(provider.release(reference))
      await note(provider.lookup({ externalId: REQUEST.externalId, since: new Date() }))
      await note(provider.discard(reference))
      await note(provider.quote('BTC'))
      await server.heal()
    }
  }
  expect(said.some((text) => text.includes('[secret]'))).toBe(true)
  const { creatingKey, releasingKey, webhookSecret } = server.account
  const budgets = server.pullPayments.map(({ id }) => id)
  expect(budgets.length).toBeGreaterThan(0)
  for (const secret of [creatingKey, releasingKey, webhookSecret, ...Object.values(wrong), ...budgets])
    expect(said.filter((text) => text.includes(secret))).toEqual([])
})
