import { audienceOf } from '../platform/http/audience.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { setSuggestionConsents, suggestionConsents } from './consents.ts'
import { suggestGames } from './suggest-games.ts'

export function suggestionRoutes(serve: Serve, { db }: Store): void {
  serve('GET /api/suggestions', async ({ account, request }) => ({
    suggestions: await suggestGames(db, account.id, audienceOf(request)),
  }))

  serve('GET /api/suggestion-consents', async ({ account }) => suggestionConsents(db, account.id))

  serve('PUT /api/suggestion-consents', async ({ account, body }) =>
    setSuggestionConsents(db, account.id, body),
  )
}
