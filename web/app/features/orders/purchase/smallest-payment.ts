import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The smallest payment that can be made at the moment, in dollars; 0 where any can, and while it is not known. */
export function useSmallestPayment({ isAsked = true } = {}): number {
  const { data } = useQuery({
    queryKey: ['GET /api/checkout/minimum'],
    queryFn: ({ signal }) => call('GET /api/checkout/minimum', { signal }),
    enabled: isAsked,
    retry: false, // nobody waits for it
    staleTime: 60_000,
  })
  return data?.minimum ?? 0
}
