import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useAdminChanged } from '../use-admin-changed.ts'

const COUNTS = 'GET /api/admin/todo/counts'
const CALL = 'GET /api/admin/todo'
const HEALTH = 'GET /api/admin/health-checks'
const REFRESH_MS = 60_000

/** The number of items that wait for an admin. */
export const useToDoCounts = () =>
  useCall(COUNTS, { refetchInterval: REFRESH_MS, refetchOnWindowFocus: 'always' })

/** The items that wait for an admin. */
export const useToDo = () => useCall(CALL, { refetchInterval: REFRESH_MS, refetchOnWindowFocus: 'always' })

/** The health of the parts that the store depends on. */
export const useHealthChecks = () => useCall(HEALTH, { refetchInterval: REFRESH_MS })

/** An admin's actions on To do itself. @throws ApiError with the server's sentence */
export function useToDoActions() {
  const changed = useAdminChanged()
  const then = async (done: Promise<unknown>) => {
    await done
    await changed()
  }
  return {
    retry: (id: string) => then(call('POST /api/admin/jobs/:id/retry', { params: { id } })),
    dismiss: (id: string) => then(call('POST /api/admin/jobs/:id/dismiss', { params: { id } })),
    setNotice: (notifyToDo: boolean) => then(call('PUT /api/admin/todo/notice', { body: { notifyToDo } })),
  }
}
