/** The path of a game's review by its reader. No zod: the browser loads this. */

import { gamePath } from '../catalog/paths.ts'

export const reviewPath = (gameId: string): string => `${gamePath(gameId)}/review`
