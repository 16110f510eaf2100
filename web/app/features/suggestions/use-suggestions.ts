import type { Sent } from '@nofiller/contract/calls'
import type { SuggestionConsents } from '@nofiller/contract/suggestions/suggestions'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'

const CONSENTS = 'GET /api/suggestion-consents'
const SUGGESTIONS = 'GET /api/suggestions'

export const useSuggestionConsents = () => useCall(CONSENTS, {})

/** What is close to the user's games; asked for only with their consent. */
export const useSuggestions = (isOn: boolean) => useCall(SUGGESTIONS, { enabled: isOn })

/** Switches a consent or closes the question about both, and shows it at once. */
export function useSetSuggestions() {
  const queries = useQueryClient()
  const known = { queryKey: [CONSENTS] }
  return useAction(
    async ({ page, ...changes }: Sent<'PUT /api/suggestion-consents', 'body'>) => {
      // What is being read may be from before this change.
      await queries.cancelQueries(known)
      queries.setQueriesData<SuggestionConsents>(known, (shown) => shown && Object.assign({}, shown, changes))
      try {
        return await call('PUT /api/suggestion-consents', { body: { ...changes, page } })
      } catch (error) {
        void queries.invalidateQueries(known)
        throw error
      }
    },
    {
      onDone: (consents) => {
        queries.setQueriesData(known, consents)
        return queries.invalidateQueries({ queryKey: [SUGGESTIONS] })
      },
      failureOf: () => 'Failed to save settings.',
    },
  )
}
