import type { Sent } from '@nofiller/contract/calls'
import type { Preferences } from '@nofiller/contract/notices/notices'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { mergeUser } from '../../session/session.ts'

const CALL = 'GET /api/notice-preferences'
const failureOf = () => 'Failed to save settings.'

export const usePreferences = () => useCall(CALL, {})

type Changes = Sent<'PUT /api/notice-preferences', 'body'>

/** Shows at once what changed of how the user is told, and saves one change after the other. */
export function useSetPreferences() {
  const queries = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useAction(
    (changes: Changes) => {
      // What is being read may be from before this change.
      void queries.cancelQueries({ queryKey: [CALL] })
      queries.setQueriesData<Preferences>(
        { queryKey: [CALL] },
        (shown) => shown && withChanges(shown, changes),
      )
      const saving = last.current.then(() => call('PUT /api/notice-preferences', { body: changes }))
      last.current = saving.catch(() => queries.invalidateQueries({ queryKey: [CALL] }))
      return saving
    },
    {
      onDone: (saved, { wantsMore }) =>
        wantsMore !== undefined && queries.setQueriesData({ queryKey: [CALL] }, saved),
      failureOf,
    },
  )
}

const withChanges = (shown: Preferences, { topics = [], digest = shown.digest }: Changes): Preferences => ({
  ...shown,
  topics: shown.topics.map((known) => topics.find(({ topic }) => topic === known.topic) ?? known),
  digest,
})

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
