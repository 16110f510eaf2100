import type { Answer } from '@nofiller/contract/calls'
import { dollarsOf } from '@nofiller/contract/money'
import { unavailable } from '../platform/http/errors.ts'
import type { Store } from '../store.ts'
import { providerDeadline } from './invoice.ts'

/** For whoever sets a price (decisions §5). @throws HttpError 503 `provider_down` while nobody knows */
export async function smallestPayment({
  provider,
  log,
}: Store): Promise<Answer<'GET /api/checkout/minimum'>> {
  try {
    return { minimum: dollarsOf(await provider.minimumCents(providerDeadline())) }
  } catch (error) {
    log.warn({ err: error }, 'the smallest payment is not known')
    throw unavailable('The smallest payment is not known at the moment.', 'provider_down', 60)
  }
}
