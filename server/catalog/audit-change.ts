import type { Account } from '../platform/caller.ts'
import { type AuditEntry, actorOf, audit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import type { OwnGameRow } from './own-game.ts'

type Changed = Pick<OwnGameRow, 'id' | 'title' | 'developer_id'>
type Change = Pick<AuditEntry, 'before' | 'after'> & Partial<Pick<AuditEntry, 'action' | 'reason'>>

/** Records in the audit log what an admin changes in another developer's game (security B7). */
export async function auditChange(
  tx: Tx,
  author: Account,
  { id, title, developer_id: developerId }: Changed,
  change: Change,
): Promise<void> {
  if (author.id === developerId) return
  const subject = { kind: 'game' as const, id, name: title }
  await audit(tx, actorOf(author), { action: 'game_changed', reason: null, ...subject, ...change })
}
