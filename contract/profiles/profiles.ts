import { z } from 'zod'
import { type CallTable, Id, IsoTime, ShowOnce } from '../call.ts'
import { GameCard, ListedGame, OwnGame } from '../catalog/catalog.ts'
import { ROLES } from '../role.ts'

const text = z.string().trim()

/** A developer's own profile; empty texts are unset. */
export const Profile = z.object({
  displayName: text,
  bio: text,
  website: text,
  twitter: text,
  patreon: text,
  wallet: text.describe('Never public'),
})
export type Profile = z.infer<typeof Profile>

export const OwnProfile = z.object({
  user: z.object({
    _id: Id,
    username: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    avatarUrl: z.string().nullable(),
    createdAt: IsoTime,
    gamesOwned: z.number().int(),
    hasPayoutAddress: z.boolean().describe('Whether payouts know where to go'),
    developerRequestedAt: IsoTime.nullable().describe('Since when a request to sell waits'),
  }),
  profile: Profile,
  games: z.array(OwnGame).describe('The newest 1,000'),
})
export type OwnProfile = z.infer<typeof OwnProfile>

/** A developer as visitors see them. */
export const PublicProfile = z.object({
  user: z.object({
    _id: Id,
    username: z.string(),
    displayName: z.string().nullable(),
    bio: z.string().nullable(),
    website: z.string().nullable(),
    twitter: z.string().nullable(),
    patreon: z.string().nullable(),
    avatarUrl: z.string().nullable(),
  }),
  games: z.array(
    GameCard.extend({ summary: z.string().describe('The description as plain text, shortened') }),
  ),
  hidden: z.number().int().describe("How many more the caller's limits and blocks hide"),
  followers: z.number().int().nullable().describe('To two figures, from 100 on; counted nightly'),
})
export type PublicProfile = z.infer<typeof PublicProfile>

/** The same as the call returns it. The store's own page uses the cards. */
export const ListedProfile = PublicProfile.extend({
  games: z.array(ListedGame.extend(PublicProfile.shape.games.element.pick({ summary: true }).shape)),
})

export const profileCalls = {
  'GET /api/profile': {
    summary: "The signed-in user's account and profile",
    access: 'signed-in',
    response: OwnProfile,
  },
  'PATCH /api/profile/:id': {
    summary: "Change a profile: one's own, or any for an admin",
    access: 'developer',
    params: z.object({ id: Id }),
    body: Profile.partial(),
    response: z.object({ profile: Profile }),
  },
  'GET /api/profile/:id': {
    summary:
      'A developer by id or username, with their published games; 403 `hidden_by_blocks` when the caller blocked them',
    access: 'anyone',
    anonymous: true,
    params: z.object({ id: z.string().min(1).max(100) }),
    query: z.object({ show: ShowOnce }),
    response: ListedProfile,
  },
} satisfies CallTable
