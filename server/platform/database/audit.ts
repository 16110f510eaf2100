import {
  type AuditedAction,
  type AuditSubject,
  COMMAND_LINE_NAME,
  STORE_JOB_NAME,
} from '@nofiller/contract/admin/admin-rules'
import type { Account } from '../caller.ts'
import type { Tx } from './database.ts'

/** The acting account, and its address. */
export type Actor = {
  id: string | null
  name: string
  address: string | null
  /** Why an admin decides on the store's own command line. */
  atMachine?: string
  /** The same, for an admin's own case, which `refuseOwn` allows only there. */
  own?: string
}

export const COMMAND_LINE: Actor = { id: null, name: COMMAND_LINE_NAME, address: null }

/** A job that completes an admin's decision. */
export const STORE_JOB: Actor = { id: null, name: STORE_JOB_NAME, address: null }

/** A signed-in admin as the actor of an audit entry. */
export const actorOf = ({ id, username, address }: Account): Actor => ({ id, name: username, address })

export type AuditEntry = {
  action: AuditedAction
  kind: AuditSubject
  id: string | null
  /** The subject's name at that time. */
  name: string
  reason: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Appends an admin's action to the audit log, in the same transaction. The table refuses updates and deletes (security B7). A
 * decision about the admin's own case is marked.
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
