import { auditChange } from '../catalog/audit-change.ts'
import type { OwnGameRow } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'

type PostChange = {
  /** Its title. */
  post: string
  change: 'draft saved' | 'edited' | 'published' | 'scheduled' | 'schedule removed' | 'deleted'
}

/** Records in the audit log what an admin does to a post about another developer's game (security B7). */
export const auditPost = (tx: Tx, author: Account, game: OwnGameRow, after: PostChange): Promise<void> =>
  auditChange(tx, author, game, { action: 'post_changed', after })
