import { SUGGESTION_TEXTS, type SuggestionPage } from '@nofiller/contract/suggestions/suggestion-rules'
import type { SuggestionConsents } from '@nofiller/contract/suggestions/suggestions'
import { Checkbox } from '../../ui/form/field.tsx'
import { useSetSuggestions } from './use-suggestions.ts'

type SuggestionSwitchesProps = { consents: SuggestionConsents; page: SuggestionPage }

/** The two switches about suggestions, each with its sentence; they apply at once. */
export function SuggestionSwitches({ consents, page }: SuggestionSwitchesProps) {
  const { press } = useSetSuggestions()
  const { counted, suggested } = SUGGESTION_TEXTS
  return (
    <>
      <Checkbox
        checked={consents.isCounted}
        onChange={({ target }) => press({ isCounted: target.checked, page })}
        hint={counted.sentence}
      >
        {counted.label}
      </Checkbox>
      <Checkbox
        checked={consents.isSuggested}
        onChange={({ target }) => press({ isSuggested: target.checked, page })}
        hint={suggested.sentence}
      >
        {suggested.label}
      </Checkbox>
    </>
  )
}
