/** The paths of a game's posts: apart, as the first page loads those of all others. */

import { gamePath, sellerGamePath } from '../catalog/paths.ts'

export const postsPath = (slugOrId: string): string => `${gamePath(slugOrId)}/posts`
export const postPath = (slugOrId: string, postId: string): string => `${postsPath(slugOrId)}/${postId}`

/** The seller's page of a game's posts; the editor of one, or of a new one. */
export const communityPath = (gameId: string): string => `${sellerGamePath(gameId)}/community`
export const postFormPath = (gameId: string, postId = 'new'): string => `${communityPath(gameId)}/${postId}`
