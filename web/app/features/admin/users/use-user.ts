import type { Sent } from '@nofiller/contract/calls'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useAdminChanged } from '../use-admin-changed.ts'

const USER = 'GET /api/admin/users/:id'

/** Everything about a user. */
export const useUser = (id: string) => useCall(USER, { params: { id }, refetchOnWindowFocus: 'always' })

export type UserChange = Omit<Sent<'PATCH /api/admin/users/:id', 'body'>, 'reason'>

/** An admin's actions for a user, each with a reason. @throws ApiError with the server's sentence */
export function useUserActions(id: string) {
  const changed = useAdminChanged()
  const params = { id }
  const then = async (done: Promise<unknown>) => {
    await done
    await changed()
  }
  return {
    change: (change: UserChange) => (reason: string) =>
      then(call('PATCH /api/admin/users/:id', { params, body: { ...change, reason } })),
    runSafety: (safety: boolean) => (reason: string) =>
      then(call('PUT /api/admin/users/:id/safety', { params, body: { safety, reason } })),
    signOut: (reason: string) =>
      then(call('POST /api/admin/users/:id/sign-out', { params, body: { reason } })),
    liftBounce: (reason: string) =>
      then(call('POST /api/admin/users/:id/lift-bounce', { params, body: { reason } })),
    liftFreeze: (reason: string) =>
      then(call('POST /api/admin/users/:id/unfreeze-payouts', { params, body: { reason } })),
    decline: (reason: string) =>
      then(call('POST /api/admin/users/:id/decline-developer', { params, body: { reason } })),
  }
}
