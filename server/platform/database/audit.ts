import {
  type AuditedAction,
  type AuditSubject,
  COMMAND_LINE_NAME,
  STORE_JOB_NAME,
} from '@nofiller/contract/admin/admin-rules'
import type { Account } from '../caller.ts'
import type { Tx } from './database.ts'

/** Who acts, and from where. */
export type Actor = {
  id: string | null
  name: string
  address: string | null
  /** Why an admin decides on the command line of the store itself. */
  atMachine?: string
  /** The same, of a decision about their own, which `refuseOwn` lets pass there alone. */
  own?: string
}

export const COMMAND_LINE: Actor = { id: null, name: COMMAND_LINE_NAME, address: null }

/** A job that finishes what admins decided. */
export const STORE_JOB: Actor = { id: null, name: STORE_JOB_NAME, address: null }

export const actorOf = ({ id, username, address }: Account): Actor => ({ id, name: username, address })

export type AuditEntry = {
  action: AuditedAction
  kind: AuditSubject
  id: string | null
  /** The subject's name as it was. */
  name: string
  reason: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Appends an admin's action to the audit log, in the same transaction. The table refuses updates and deletes (security B7). What
 * was decided about one's own says so.
 */
export async function audit(tx: Tx, actor: Actor, auditEntry: AuditEntry): Promise<void> {
  const after = actor.own === undefined ? auditEntry.after : { ...auditEntry.after, own: actor.own }
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: actor.id,
      actor: actor.name,
      address: actor.address,
      action: auditEntry.action,
      subject_kind: auditEntry.kind,
      subject_id: auditEntry.id,
      subject: auditEntry.name,
      reason: auditEntry.reason,
      before: auditEntry.before ? JSON.stringify(auditEntry.before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}
