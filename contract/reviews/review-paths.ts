/** No zod: the browser loads this. */
import { gamePath, sellerGamePath } from '../catalog/paths.ts'

/** The path of a game's review by its reader. */
export const reviewPath = (gameId: string): string => `${gamePath(gameId)}/review`

/** The path of a game's reviews for its developer, by the game's id. */
export const sellerReviewsPath = (gameId: string): string => `${sellerGamePath(gameId)}/reviews`
