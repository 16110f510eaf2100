import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../api/use-call.ts'
import { useList } from '../../api/use-list.ts'

export const useSales = () => useList('GET /api/dev/sales', {})

/** The developer's games that cost something. */
export function useGamesToSell() {
  const query = useCall('GET /api/my-games', {})
  return { ...query, data: query.data?.filter(canBeOnSale) }
}

const canBeOnSale = ({ isFree, archivedAt }: OwnGame): boolean => !isFree && archivedAt === null

/** Called when a sale changed: refetches its list and the prices of games. */
export function useSalesChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['GET /api/dev/sales'] }),
      client.invalidateQueries({ queryKey: ['GET /api/my-games'] }),
    ])
  }
}
