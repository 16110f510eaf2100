import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The current smallest payment, in dollars; 0 without a minimum, and while it is unknown. */
export function useSmallestPayment({ isAsked = true } = {}): number {
  const { data } = useQuery({
    queryKey: ['GET /api/checkout/minimum'],
    queryFn: ({ signal }) => call('GET /api/checkout/minimum', { signal }),
    enabled: isAsked,
    retry: false, // nothing waits for it
    staleTime: 60_000,
  })
  return data?.minimum ?? 0
}
