import { z } from 'zod'
import { type CallTable, Id, IsoTime } from './call.ts'
import { GameCard, GameFile } from './catalogue.ts'

export const LibraryEntry = z.object({
  game: GameCard,
  gameId: Id,
  baseOwned: z.boolean(),
  extrasOwnedFileIds: z.array(Id),
  files: z.array(GameFile).describe('What may be downloaded, also what is no longer sold'),
  addedAt: IsoTime,
})
export type LibraryEntry = z.infer<typeof LibraryEntry>

export const libraryCalls = {
  'GET /api/library': {
    summary: "The signed-in user's games, newest first",
    access: 'signed-in',
    query: z.object({ gameId: Id.optional() }),
    answer: z.array(LibraryEntry),
  },
  'POST /api/library/claim': {
    summary: 'Add a free game to the library; one that is owned stays as it is',
    access: 'signed-in',
    body: z.object({ gameId: Id }),
    answer: z.object({ added: z.boolean() }),
  },
  'POST /api/library/:gameId/download': {
    summary: 'A signed address of a file that the caller may download',
    access: 'signed-in',
    limit: 'download',
    params: z.object({ gameId: Id }),
    body: z.object({ fileId: Id }),
    answer: z.object({ downloadUrl: z.string() }),
  },
  'GET /api/games/:id/demo': {
    summary: 'Redirects to a signed address of the free demo',
    access: 'anyone',
    limit: 'download',
    params: z.object({ id: Id }),
    answer: z.null(),
  },
} satisfies CallTable
