import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'

const NAME = 'GET /api/dev/payouts/summary'

/** The parts of a developer's balance and the next payout: the user's own, or for an admin another developer's. */
export const usePayoutSummary = (developerId: string | undefined) =>
  useCall(NAME, { query: { developerId }, refetchOnWindowFocus: 'always' })

/** Requests a payout of the available balance. The lists that show it are refetched. */
export function useAskForPayout() {
  const client = useQueryClient()
  return async () => {
    try {
      return await call('POST /api/dev/payouts', { body: {} })
    } finally {
      for (const name of [NAME, 'GET /api/dev/payouts']) await client.invalidateQueries({ queryKey: [name] })
    }
  }
}
