import { Panel } from '../../ui/page.tsx'
import { SuggestionSwitches } from './suggestion-switches.tsx'
import { useSuggestionConsents } from './use-suggestions.ts'

/** What the user's library is used for beyond itself. */
export function SuggestionSettings() {
  const { data } = useSuggestionConsents()
  return (
    <Panel>
      <fieldset id="suggestions" className="grid justify-items-start gap-4">
        <legend className="mb-4 text-md/5 font-650">Suggestions</legend>
        {data && <SuggestionSwitches consents={data} page="/settings" />}
      </fieldset>
    </Panel>
  )
}
