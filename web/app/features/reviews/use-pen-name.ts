import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useRefreshReviews } from './use-reviews.ts'

/** The user's pen name, and from when on it can be changed. */
export const usePenName = () => useCall('GET /api/pen-name', {})

/** Chooses a pen name; what shows it is read again. */
export function useChoosePenName() {
  const refresh = useRefreshReviews()
  return async (penName: string) => {
    const chosen = await call('PUT /api/pen-name', { body: { penName } })
    await refresh()
    return chosen
  }
}
