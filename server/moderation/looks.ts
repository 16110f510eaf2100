import type { Tx } from '../platform/database/database.ts'
import { findReported } from './reported.ts'

/** Records that an admin has looked at some contents of a game, by the hashes of its parts. */
export async function recordLooks(tx: Tx, gameId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto('game_looks')
    .values(hashes.map((content_hash) => ({ game_id: gameId, content_hash })))
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Records that an admin has looked at every reportable part of a published game. */
export async function recordLookAtAll(tx: Tx, gameId: string): Promise<void> {
  const game = await tx
    .selectFrom('games')
    .select(['card', 'cover', 'screenshots', 'published_at'])
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  if (!game.published_at) return
  const files = await tx.selectFrom('built_files').select('id').where('game_id', '=', gameId).execute()
  const posts = await tx.selectFrom('live_posts').select('id').where('game_id', '=', gameId).execute()
  const parts = [
    'page',
    'text',
    ...(game.card ? ['card'] : []),
    ...(game.cover ? ['cover'] : []),
    ...game.screenshots.map((_, index) => `screenshot-${index + 1}`),
    ...files.map(({ id }) => `file-${id}`),
    ...posts.map(({ id }) => `post-${id}`),
  ]
  const hashes: Buffer[] = []
  for (const part of parts)
    hashes.push((await findReported(tx, { subject: 'game', id: gameId, part })).contentHash)
  await recordLooks(tx, gameId, hashes)
}
