import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../api/use-call.ts'

const EXPORT = ['GET /api/account/export']
const LOOK_AGAIN_MS = 3_000

/** The progress of the user's data export; polled while it is being prepared. */
export const useExport = () =>
  useCall('GET /api/account/export', {
    refetchInterval: ({ state }) => (state.data?.export.state === 'preparing' ? LOOK_AGAIN_MS : false),
  })

/** Refetches it. */
export function useExportChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: EXPORT })
}
