import { SandboxPayout, type SandboxPayoutStatus } from '@nofiller/contract/sandbox/sandbox-payouts'
import { z } from 'zod'
import { askProvider, ProviderError, readProvider } from '../../payments/provider-http.ts'
import {
  type PayoutPhase,
  type PayoutProvider,
  PayoutRefused,
  type PayoutSnapshot,
  PayoutUncertain,
} from './payout-provider.ts'

const PHASES: Record<SandboxPayoutStatus, PayoutPhase> = {
  waiting: 'prepared',
  sending: 'sending',
  paid: 'paid',
  failed: 'not_sent',
  unclear: 'unclear',
  cancelled: 'not_sent',
}

/** Dollars for one coin, constant: the sandbox's market does not move. */
const RATES: Record<string, string> = {
  'USDC-SOL': '1',
  'USDT-SOL': '1',
  'USDT-TRX': '1',
  SOL: '150',
  BTC: '90000',
  LTC: '90',
  ETH: '3000',
}
/** The sandbox's balance for the store, however much it sends; it reports none for other coins. */
const PURSE: Record<string, string> = { 'USDC-SOL': '4812.6', BTC: '0.05' }
const DECIMALS: Record<string, number> = { BTC: 8, LTC: 8, ETH: 8 }

/** The adapter of the built-in provider: it calls it over HTTP, with a key, like a real one. */
export function sandboxPayouts({ apiUrl, apiKey }: { apiUrl: string; apiKey: string }): PayoutProvider {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  const url = `${apiUrl}/sandbox/api/payouts`
  const post = async (path: string, body: object): Promise<PayoutSnapshot> =>
    toSnapshot(
      SandboxPayout.parse(
        await askProvider(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
      ),
    )

  return {
    name: 'sandbox',
    coins: Object.keys(RATES),
    async quote(coin) {
      const rate = RATES[coin]
      if (rate === undefined) throw new PayoutUncertain(`the sandbox does not know ${coin}`)
      return {
        available: PURSE[coin] ?? null,
        minimum: '0.00000001',
        networkFee: '0',
        rate,
        decimals: DECIMALS[coin] ?? 6,
      }
    },
    prepare: (request) => post('', request).catch(refusedOrUncertain),
    async release(reference) {
      try {
        await post(`/${reference}/release`, {})
        return 'accepted'
      } catch (error) {
        if (isRefusal(error)) return 'refused'
        throw uncertain(error)
      }
    },
    async lookup(by) {
      try {
        if ('reference' in by)
          return [toSnapshot(SandboxPayout.parse(await readProvider(`${url}/${by.reference}`, { headers })))]
        const query = new URLSearchParams({ externalId: by.externalId })
        return z
          .array(SandboxPayout)
          .parse(await readProvider(`${url}?${query}`, { headers }))
          .map(toSnapshot)
      } catch (error) {
        if (isRefusal(error)) return []
        throw uncertain(error)
      }
    },
    async discard(reference) {
      await post(`/${reference}/cancel`, {}).catch((error) => {
        if (!isRefusal(error)) throw uncertain(error)
      })
    },
  }
}

const toSnapshot = (payout: SandboxPayout): PayoutSnapshot => ({
  reference: payout.id,
  externalId: payout.externalId,
  coin: payout.coin,
  address: payout.address,
  amount: payout.amount,
  phase: PHASES[payout.status],
  transactionId: payout.transactionId,
  networkFee: null,
  providerStatus: payout.status,
})

const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderError && error.status !== null && error.status >= 400 && error.status < 500

const uncertain = (error: unknown): PayoutUncertain =>
  new PayoutUncertain(error instanceof Error ? error.message : String(error))

function refusedOrUncertain(error: unknown): never {
  if (isRefusal(error)) throw new PayoutRefused(error instanceof Error ? error.message : String(error))
  throw uncertain(error)
}
