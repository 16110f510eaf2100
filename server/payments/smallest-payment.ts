import type { Store } from '../store.ts'

/** The smallest minimum of all providers that respond, in cents; null while none does. */
export async function smallestPayment(
  { providers, log }: Pick<Store, 'providers' | 'log'>,
  deadline: AbortSignal,
): Promise<number | null> {
  const answers = await Promise.all(
    [...providers.values()].map((provider) =>
      provider.minimumCents(deadline).catch((error) => {
        log.error({ err: error, provider: provider.name }, 'the smallest payment is not known')
        return Number.POSITIVE_INFINITY
      }),
    ),
  )
  const smallest = Math.min(...answers)
  return smallest === Number.POSITIVE_INFINITY ? null : smallest
}
