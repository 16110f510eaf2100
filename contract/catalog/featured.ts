import { z } from 'zod'
import { type CallTable, Id } from '../call.ts'
import { GameCard, Picture } from './catalog.ts'
import { DAYS_TURNED, FEATURED } from './home-rules.ts'

const Day = z.iso.date()
const Days = {
  from: Day.nullable().describe('The first day (UTC) on which the home page features it; null: at once'),
  until: Day.nullable().describe('The last day (UTC); null: until it is removed'),
}

/** A game that the admin chose for the home page. */
export const FeaturedGame = GameCard.extend({
  ...Days,
  coverPicture: Picture.nullable(),
  summary: z.string().describe('The start of its description'),
  visibility: z
    .enum(['public', 'private'])
    .describe('Private: a draft, or taken down. The home page does not show it'),
})
export type FeaturedGame = z.infer<typeof FeaturedGame>

const Planned = z
  .object({ gameId: Id, ...Days })
  .refine(({ from, until }) => from === null || until === null || from <= until, DAYS_TURNED)

const isEachOnce = (games: readonly { gameId: string }[]) =>
  new Set(games.map(({ gameId }) => gameId)).size === games.length

export const featuredCalls = {
  'GET /api/admin/featured': {
    summary: 'The games that the home page features, in their order',
    access: 'admin',
    response: z.array(FeaturedGame),
  },
  'PUT /api/admin/featured': {
    summary: `Feature these games, in this order, and no others; of those whose day it is the first ${FEATURED.places} are shown`,
    access: 'admin',
    body: z.object({
      games: z.array(Planned).max(FEATURED.planned).refine(isEachOnce, 'A game can be featured once.'),
    }),
    response: z.array(FeaturedGame),
  },
} satisfies CallTable
