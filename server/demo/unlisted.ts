import type { Tx } from '../platform/database/database.ts'

/** It is found by its address alone, and not on its developer's page. */
const UNLISTED = 'no-fixed-abode'

/** Takes one of the demo's games out of the lists. */
export async function unlistOne(tx: Tx): Promise<void> {
  const { id } = await tx
    .updateTable('games')
    .set({ visibility: 'unlisted', on_developer_page: false })
    .where('slug', '=', UNLISTED)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('game_sections').where('game_id', '=', id).execute()
}
