import type { FollowKind } from '@nofiller/contract/follows/follow-rules'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useUser } from '../../session/session.ts'

const LIST = 'GET /api/follows'

/** What the user follows, the newest first. */
export function useFollows() {
  const user = useUser()
  return useCall(LIST, { enabled: user !== null })
}

type Target = { kind: FollowKind; id: string }

/** Follows, or no longer follows, and reads the list again. */
export function useFollowing(onDone?: () => void) {
  const queries = useQueryClient()
  return useAction(
    ({ follows, ...params }: Target & { follows: boolean }) =>
      follows
        ? call('PUT /api/follows/:kind/:id', { params })
        : call('DELETE /api/follows/:kind/:id', { params }),
    {
      onDone: async () => {
        await queries.invalidateQueries({ queryKey: [LIST] })
        onDone?.()
      },
    },
  )
}
