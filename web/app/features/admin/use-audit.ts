import type { AuditFilter } from '@nofiller/contract/admin'
import { callPage } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'

const PAGE = 20

export const AUDIT_FAILED = 'Failed to load the audit log'

/** What admins did, newest first. */
export const useAudit = (filter: AuditFilter) =>
  useList('GET /api/admin/audit', filter, (query, signal) =>
    callPage('GET /api/admin/audit', { query: { ...query, limit: PAGE }, signal }),
  )
