import type { Sent } from '@nofiller/contract/calls'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { mergeUser } from '../../session/session.ts'

const CALL = 'GET /api/notice-preferences'
const failureOf = () => 'Failed to save settings.'

export const usePreferences = () => useCall(CALL, {})

/** Saves what changed of how the user is told, and shows it. */
export function useSetPreferences() {
  const queries = useQueryClient()
  return useAction(
    (changed: Sent<'PUT /api/notice-preferences', 'body'>) =>
      call('PUT /api/notice-preferences', { body: changed }),
    { onDone: (saved) => queries.setQueriesData({ queryKey: [CALL] }, saved), failureOf },
  )
}

/** Gives the consent to news by email, or takes it back. */
export function useNews() {
  const queries = useQueryClient()
  return useAction(
    (notifyUpdates: boolean) =>
      call('PUT /api/settings', { body: { notifyUpdates, page: '/notices/preferences' } }),
    {
      onDone: ({ user }) => {
        mergeUser(user)
        return queries.invalidateQueries({ queryKey: [CALL] })
      },
      failureOf,
    },
  )
}
