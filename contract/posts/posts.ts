import { z } from 'zod'
import { type CallTable, Done, Id, IsoTime, ShortPage, ShowOnce } from '../call.ts'
import type { GameCard } from '../catalog/catalog.ts'
import { unitsMax } from '../text/text-length.ts'
import { Rounded, WishlistFigures } from '../wishlist/wishlist.ts'
import { POST_AUDIENCES, POST_LIMITS, POST_STATES } from './post-rules.ts'

/** A post as the form sends it. */
export const PostDraft = z.object({
  title: z.string().trim().max(unitsMax(POST_LIMITS.titleMax)).default(''),
  body: z
    .string()
    .max(unitsMax(POST_LIMITS.textMax))
    .default('')
    .describe('HTML as in a description, without h1; up to 20 pictures of this store'),
  audience: z.enum(POST_AUDIENCES).default('everyone'),
  releaseId: Id.nullable().default(null).describe('The release of the game that it is about'),
  isExplicit: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Whether a picture in it is explicit; asked where the game is not marked 18+'),
  isEmailed: z
    .boolean()
    .default(false)
    .describe('Whether followers and owners who asked for it get an email'),
})
export type PostDraft = z.infer<typeof PostDraft>

/** A published post as its readers see it. */
export const Post = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  audience: z.enum(POST_AUDIENCES),
  publishedAt: IsoTime,
  editedAt: IsoTime.nullable(),
  release: z.string().nullable().describe('The label of the live release that it is about'),
})
export type Post = z.infer<typeof Post>

/** What the page of a game's posts begins with. */
export type PostsPage = {
  game: GameCard
  /** Not so for a game that is found by its address alone: its pages are kept out of search engines. */
  isListed: boolean
  posts: Post[]
  isFirst: boolean
  total: number
  /** The cursor of the following posts, for `after`. */
  next: string | null
}

/** A post's page: without the post where not everybody may read it. */
export type PostPage = Pick<PostsPage, 'game' | 'isListed'> & { post: Post | null }

/** A post as its developer sees it, in any state. */
export const OwnPost = PostDraft.required().extend({
  id: Id,
  state: z.enum(POST_STATES),
  release: z.string().nullable().describe('Its label'),
  savedAt: IsoTime.describe('When it was written or changed last'),
  opensAt: IsoTime.nullable(),
  isWithRelease: z.boolean().describe('Whether it goes out once its release is open to its readers'),
  publishedAt: IsoTime.nullable(),
  editedAt: IsoTime.nullable(),
  waits: z
    .string()
    .nullable()
    .describe('Why it is not out although its time has come, or that its release is gone'),
  decisionId: Id.nullable().describe('The decision that removed it'),
  emails: z.number().int().describe('How many emails told of it, rounded down to 10'),
})
export type OwnPost = z.infer<typeof OwnPost>

/** Figures of the tab Community. Those of followers and wishes are counted once a night. */
export const PostReach = z.object({
  followers: Rounded.describe('Of the game; rounded down to 10, and 0 stands for fewer than 10'),
  ofDeveloper: Rounded.describe('Followers of its developer, rounded alike'),
  told: Rounded.describe('Followers of either whom a post reaches at most: who follows both counts twice'),
  emailed: Rounded.describe('How many of these would get an email, at most'),
  owners: z.number().int(),
  wishes: WishlistFigures,
})
export type PostReach = z.infer<typeof PostReach>

const GameParams = z.object({ id: Id })
const PostParams = z.object({ postId: Id })

export const postCalls = {
  'GET /api/games/:id/posts': {
    summary:
      "A public game's posts, the newest first, for its owners those for owners too; `Link` names the next page",
    access: 'anyone',
    anonymous: true,
    cached: true,
    params: GameParams,
    query: ShortPage.extend({ show: ShowOnce }),
    response: z.array(Post),
  },
  'GET /api/posts/:postId': {
    summary: 'One post; 410 `post_deleted` for one that was deleted',
    access: 'anyone',
    anonymous: true,
    params: PostParams,
    query: z.object({ show: ShowOnce }),
    response: Post,
  },
  'GET /api/dev/games/:id/posts': {
    summary:
      "All posts of one of the caller's games, drafts first, then the newest; `Link` names the next page",
    access: 'developer',
    params: GameParams,
    query: ShortPage,
    response: z.array(OwnPost),
  },
  'GET /api/dev/games/:id/reach': {
    summary: "How many follow, own and want one of the caller's games",
    access: 'developer',
    params: GameParams,
    response: PostReach,
  },
  'GET /api/dev/posts/:postId': {
    summary: "One post of one of the caller's games, in any state",
    access: 'developer',
    params: PostParams,
    response: OwnPost,
  },
  'POST /api/games/:id/posts': {
    summary: 'Write a post, as a draft',
    access: 'developer',
    limit: 'save',
    params: GameParams,
    body: PostDraft,
    response: OwnPost,
  },
  'PATCH /api/posts/:postId': {
    summary: 'Change a post; of a published one the edit is dated, and its readers stay the same',
    access: 'developer',
    limit: 'draft',
    params: PostParams,
    body: PostDraft,
    response: OwnPost,
  },
  'POST /api/posts/:postId/live': {
    summary:
      'Publish a post now, at a time, or with its release; it waits while its game is not in the store',
    access: 'developer',
    limit: 'save',
    params: PostParams,
    body: z.object({
      opensAt: z.iso.datetime().optional(),
      withRelease: z
        .literal(true)
        .optional()
        .describe(
          'Instead of a time: once its release is open to owners, or public where everyone may read it',
        ),
    }),
    response: OwnPost,
  },
  'DELETE /api/posts/:postId/live': {
    summary: 'Take back the schedule of a post that is not out yet: it is a draft again',
    access: 'developer',
    limit: 'save',
    params: PostParams,
    response: OwnPost,
  },
  'DELETE /api/posts/:postId': {
    summary: 'Delete a post; the address of one that was out answers 410',
    access: 'developer',
    limit: 'save',
    params: PostParams,
    response: Done,
  },
} satisfies CallTable
