import { gamePath } from '@nofiller/contract/catalog/paths'
import { SUGGESTION_TEXTS } from '@nofiller/contract/suggestions/suggestion-rules'
import type { Suggestion, SuggestionConsents } from '@nofiller/contract/suggestions/suggestions'
import { Button, TextLink } from '../../ui/button.tsx'
import { GameCard } from '../catalog/game-card.tsx'
import { SuggestionSwitches } from './suggestion-switches.tsx'
import { useSetSuggestions, useSuggestionConsents, useSuggestions } from './use-suggestions.ts'

/** Below a library: what is suggested to its owner alone, and the question about both consents until they close it. */
export function LibrarySuggestions() {
  const { data: consents } = useSuggestionConsents()
  const { data } = useSuggestions(consents?.isSuggested ?? false)
  if (!consents) return null
  return (
    <>
      {consents.isSuggested && data && data.suggestions.length > 0 && (
        <SuggestedGames suggestions={data.suggestions} />
      )}
      <div className="border-t border-line pt-4 text-sm text-muted">
        {consents.isAsked ? <Standing consents={consents} /> : <Question consents={consents} />}
      </div>
    </>
  )
}

const SuggestedGames = ({ suggestions }: { suggestions: readonly Suggestion[] }) => (
  <section aria-labelledby="suggested" className="grid gap-5">
    <h2 id="suggested" className="d3">
      {SUGGESTION_TEXTS.suggested.label}
    </h2>
    <ul className="cards">
      {suggestions.map(({ game, because }) => (
        <li key={game._id} className="grid content-start gap-2">
          <GameCard game={game} />
          <p className="text-sm text-muted wrap-anywhere">
            {because.kind === 'owned' ? 'Because you own' : 'Because you wished for'}{' '}
            <TextLink to={gamePath(because.slug)}>
              <bdi translate="no">{because.title}</bdi>
            </TextLink>
          </p>
        </li>
      ))}
    </ul>
  </section>
)

function Question({ consents }: { consents: SuggestionConsents }) {
  const { press, busy } = useSetSuggestions()
  const isAnyOn = consents.isCounted || consents.isSuggested
  return (
    <section aria-label="Suggestions from your library" className="grid justify-items-start gap-3">
      <p>{stateOf(consents)}</p>
      <SuggestionSwitches consents={consents} page="/library" />
      <Button size="small" busy={busy} onClick={() => press({ isAsked: true, page: '/library' })}>
        {isAnyOn ? 'Done' : 'No, thanks'}
      </Button>
    </section>
  )
}

const Standing = ({ consents }: { consents: SuggestionConsents }) => (
  <p>
    {stateOf(consents)} <TextLink to="/settings#suggestions">Change this in your settings</TextLink>
  </p>
)

const stateOf = ({ isCounted, isSuggested }: SuggestionConsents) =>
  `Suggestions from your library are ${isCounted || isSuggested ? 'on' : 'off'}.`
