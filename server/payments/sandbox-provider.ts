import { centsOf } from '@nofiller/contract/pricing/money'
import {
  SANDBOX_COINS,
  type SandboxCoin,
  SandboxInvoice,
  SandboxOffer,
} from '@nofiller/contract/sandbox/sandbox'
import { z } from 'zod'
import { hmac, sameBytes } from '../platform/signatures.ts'
import type { CoinOffer, PayAddress, Payment, PaymentProvider, ReadInvoice } from './provider.ts'
import { askProvider, CoinRefused, coinRefusal, ProviderError, readProvider } from './provider-http.ts'
import { jsonOf } from './provider-json.ts'

const Created = z.object({ id: z.string(), url: z.string(), expiresAt: z.coerce.date() })
const SentMessage = z.object({ messageId: z.string().max(100), orderId: z.string().max(100) })

/** The names of the sandbox's coins in `contract/payments/coins.ts`. */
export const SANDBOX_COIN_IDS: Record<SandboxCoin, string> = {
  SOL: 'SOL',
  USDC: 'USDC-SOL',
  BTC: 'BTC',
  ETH: 'ETH',
  LTC: 'LTC',
  DOGE: 'DOGE',
}
const COIN_REFUSALS = new Map([['amount_too_small', 'too_small' as const]])

export const SIGNATURE_HEADER = 'x-sandbox-signature'

/**
 * The adapter of the built-in provider: it calls it over HTTP, with a key and signed messages, like a real one.
 * @param apiUrl where the provider listens · publicUrl where a buyer finds its pages · apiKey, webhookSecret shared by provider and store
 */
export function sandboxProvider({
  apiUrl,
  publicUrl,
  apiKey,
  webhookSecret,
}: {
  apiUrl: string
  publicUrl: string
  apiKey: string
  webhookSecret: string
}): PaymentProvider {
  if (!webhookSecret) throw new Error('the sandbox provider needs a webhook secret')
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  const invoicesOf = async (reference: string, signal?: AbortSignal): Promise<SandboxInvoice[]> => {
    const query = new URLSearchParams({ orderId: reference })
    const answer = await readProvider(`${apiUrl}/sandbox/api/invoices?${query}`, { headers, signal })
    return z.array(SandboxInvoice).parse(answer)
  }

  return {
    name: 'sandbox',
    canTopUp: true,
    async createInvoice({ amountCents, reference, orderNumber, ...input }, signal) {
      const body = JSON.stringify({
        ...input,
        orderId: reference,
        description: `Order ${orderNumber}`,
        amount: amountCents / 100,
      })
      const made = Created.parse(
        await askProvider(`${apiUrl}/sandbox/api/invoices`, { method: 'POST', headers, body, signal }),
      )
      return { providerInvoiceId: made.id, url: made.url, expiresAt: made.expiresAt }
    },
    async findInvoices({ reference, amountCents }, signal) {
      const invoices = await invoicesOf(reference, signal)
      return invoices
        .filter((invoice) => invoice.status === 'new' || invoice.status === 'waiting')
        .filter((invoice) => centsOf(invoice.amount) === amountCents)
        .reverse()
        .map((invoice) => ({
          providerInvoiceId: invoice.id,
          url: `${publicUrl}/sandbox/invoice/${invoice.id}`,
          expiresAt: new Date(invoice.expiresAt),
        }))
    },
    async readBack({ references }) {
      const invoices: SandboxInvoice[] = []
      for (const reference of references) invoices.push(...(await invoicesOf(reference)))
      return invoices.map(toReading)
    },
    verifyMessage(messageHeaders, rawBody) {
      const given = messageHeaders[SIGNATURE_HEADER]
      const right = hmac(webhookSecret, rawBody)
      if (
        typeof given !== 'string' ||
        !/^[0-9a-f]{64}$/.test(given) ||
        !sameBytes(Buffer.from(given, 'hex'), right)
      )
        return null
      const message = SentMessage.safeParse(jsonOf(rawBody)).data
      return {
        key: message?.messageId ?? right.toString('hex'),
        reference: message?.orderId ?? null,
        invoiceId: null,
        paymentId: null,
      }
    },
    async listCoins({ providerInvoiceId }, signal) {
      if (providerInvoiceId === null) return []
      const url = `${apiUrl}/sandbox/api/invoices/${encodeURIComponent(providerInvoiceId)}/coins`
      const offers = z.array(SandboxOffer).parse(await readProvider(url, { headers, signal }))
      return offers.map(toOffer)
    },
    async chooseCoin({ providerInvoiceId }, coinId, _paymentId, signal) {
      const coin = SANDBOX_COINS.find((one) => SANDBOX_COIN_IDS[one] === coinId)
      if (!coin) throw new CoinRefused('unavailable', `the sandbox takes no ${coinId}`)
      const url = `${apiUrl}/sandbox/api/invoices/${encodeURIComponent(providerInvoiceId)}/coin`
      const body = JSON.stringify({ coin })
      try {
        return toPayAddress(
          SandboxInvoice.parse(await askProvider(url, { method: 'POST', headers, body, signal })),
        )
      } catch (error) {
        if (error instanceof ProviderError && error.status === 409) return null // it has ended
        return coinRefusal(COIN_REFUSALS)(error)
      }
    },
    check: async (signal) => void (await invoicesOf('none', signal)),
    minimumCents: async () => 0,
  }
}

const toOffer = ({ coin, amount, minimum, networkFee }: SandboxOffer): CoinOffer => ({
  coin: SANDBOX_COIN_IDS[coin],
  amount,
  minimumCents: centsOf(minimum) ?? 0,
  networkFeeCents: networkFee === null ? null : centsOf(networkFee),
})

function toPayAddress(invoice: SandboxInvoice): PayAddress | null {
  if (!invoice.address || !invoice.coinAmount) return null
  return {
    paymentId: invoice.id,
    address: invoice.address,
    memo: null,
    amount: invoice.coinAmount,
    walletUri: invoice.walletUri,
    validUntil: invoice.validUntil === null ? null : new Date(invoice.validUntil),
  }
}

function toReading(invoice: SandboxInvoice): ReadInvoice {
  const amountCents = centsOf(invoice.amount) ?? -1
  const detectedCents = centsOf(invoice.received) ?? 0
  const receivedCents = centsOf(invoice.confirmed) ?? 0
  const payment: Payment = {
    id: invoice.id,
    coin: invoice.coin && SANDBOX_COIN_IDS[invoice.coin],
    amountCents: detectedCents,
    confirmed: detectedCents > 0 && detectedCents === receivedCents,
    confirmations: invoice.confirmations,
    transactionId: detectedCents > 0 ? invoice.address : null,
  }
  return {
    providerInvoiceId: invoice.id,
    reference: invoice.orderId,
    amountCents,
    currency: invoice.currency,
    stage: invoice.status,
    providerStatus: invoice.status,
    receivedCents,
    feeCents: centsOf(invoice.fee) ?? 0,
    flags: receivedCents > amountCents ? ['overpaid'] : [],
    payments: invoice.coin ? [payment] : [],
  }
}
