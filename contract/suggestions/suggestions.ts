import { z } from 'zod'
import type { CallTable } from '../call.ts'
import { GameCard } from '../catalog/catalog.ts'
import { SUGGESTION_PAGES } from './suggestion-rules.ts'

export const SuggestionConsents = z.object({
  isCounted: z.boolean().describe("The caller's library counts for *Owners also own* from the next night on"),
  isSuggested: z.boolean().describe("The caller's library has suggestions"),
  isAsked: z.boolean().describe('The caller closed the question about both in the library'),
})
export type SuggestionConsents = z.infer<typeof SuggestionConsents>

/** A game that is close to one that the caller owns or wants. */
export const Suggestion = z.object({
  game: GameCard,
  because: z.object({
    kind: z.enum(['owned', 'wanted']),
    slug: z.string(),
    title: z.string(),
  }),
})
export type Suggestion = z.infer<typeof Suggestion>

export const suggestionCalls = {
  'GET /api/suggestions': {
    summary:
      'Games close to those that the caller owns or wants; none without the consent to *Suggestions for me*',
    access: 'signed-in',
    anonymous: true,
    response: z.object({ suggestions: z.array(Suggestion) }),
  },
  'GET /api/suggestion-consents': {
    summary: "The caller's two switches about suggestions; both are off until they are switched on",
    access: 'signed-in',
    anonymous: true,
    response: SuggestionConsents,
  },
  'PUT /api/suggestion-consents': {
    summary: 'Give or withdraw these consents; what is left out stays as it is',
    access: 'signed-in',
    limit: 'limits',
    anonymous: true,
    body: z.object({
      isCounted: z.boolean().optional(),
      isSuggested: z.boolean().optional(),
      isAsked: z.literal(true).optional(),
      page: z.enum(SUGGESTION_PAGES).describe('Where the switch stands'),
    }),
    response: SuggestionConsents,
  },
} satisfies CallTable
