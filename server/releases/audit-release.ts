import type { OwnGameRow } from '../catalog/own-game.ts'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
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
    | 'withdrawn'
    | 'rolled back'
}

/** Records in the audit log what an admin does to a release of another developer's game (security B7). */
export async function auditRelease(
  tx: Tx,
  author: Account,
  { id, title, developer_id: developerId }: Pick<OwnGameRow, 'id' | 'title' | 'developer_id'>,
  after: ReleaseChange,
  reason: string | null = null,
): Promise<void> {
  if (author.id === developerId) return
  await audit(tx, actorOf(author), {
    action: 'release_changed',
    kind: 'game',
    id,
    name: title,
    reason,
    after,
  })
}
