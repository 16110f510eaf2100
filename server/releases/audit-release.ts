import { auditChange } from '../catalog/audit-change.ts'
import type { OwnGameRow } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import type { Tx } from '../platform/database/database.ts'

type ReleaseChange = {
  /** Its label. */
  release: string
  change:
    | 'draft saved'
    | 'draft deleted'
    | 'notes edited'
    | 'published'
    | 'scheduled'
    | 'schedule removed'
    | 'steps changed'
    | 'withdrawn'
    | 'rolled back'
}

/** Records in the audit log what an admin does to a release of another developer's game (security B7). */
export const auditRelease = (
  tx: Tx,
  author: Account,
  game: OwnGameRow,
  after: ReleaseChange,
  reason: string | null = null,
): Promise<void> => auditChange(tx, author, game, { action: 'release_changed', reason, after })
