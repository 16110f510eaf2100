import { z } from 'zod'
import { type CallTable, Id } from '../call.ts'
import { GameCard } from './catalog.ts'
import { FEATURED_MAX } from './sections.ts'

/** A game that the admin chose for the home page. */
export const FeaturedGame = GameCard.extend({
  visibility: z
    .enum(['public', 'private'])
    .describe('Private: a draft, or taken down. The home page does not show it'),
})
export type FeaturedGame = z.infer<typeof FeaturedGame>

const isEachOnce = (ids: readonly string[]) => new Set(ids).size === ids.length

export const featuredCalls = {
  'GET /api/admin/featured': {
    summary: 'The games that the home page features, in their order',
    access: 'admin',
    response: z.array(FeaturedGame),
  },
  'PUT /api/admin/featured': {
    summary: 'Feature these games, in this order, and no others',
    access: 'admin',
    body: z.object({
      gameIds: z.array(Id).max(FEATURED_MAX).refine(isEachOnce, 'A game can be featured once.'),
    }),
    response: z.array(FeaturedGame),
  },
} satisfies CallTable
