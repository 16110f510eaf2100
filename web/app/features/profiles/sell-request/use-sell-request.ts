import type { SellRequestFields } from '@nofiller/contract/profiles/sell-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

const OWN_REQUEST = ['GET /api/sell-request']

/** The signed-in user's latest request to sell; null when there is none. */
export const useSellRequest = () =>
  useQuery({
    queryKey: OWN_REQUEST,
    queryFn: async ({ signal }) => (await call('GET /api/sell-request', { signal })).request,
  })

/** Sends a request to sell; everything that shows its state is refetched. */
export function useAskToSell(): (request: SellRequestFields) => Promise<void> {
  const queries = useQueryClient()
  return async (body) => {
    await call('POST /api/sell-request', { body })
    await Promise.all([
      queries.invalidateQueries({ queryKey: OWN_REQUEST }),
      queries.invalidateQueries({ queryKey: ['GET /api/profile'] }),
    ])
  }
}
