import { COMMAND_LINE_NAME } from '@nofiller/contract/admin-rules'
import type { Sent } from '@nofiller/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { call, callPage } from '../../api/client.ts'
import { useList } from '../../api/use-list.ts'

const PAGE = 20
const ADMINS_MAX = 100

export const AUDIT_FAILED = 'Failed to load the audit log'

export type AuditFilter = Sent<'GET /api/admin/audit.csv', 'query'>

/** What admins did. */
export const useAudit = (filter: AuditFilter) =>
  useList('GET /api/admin/audit', filter, (query, signal) =>
    callPage('GET /api/admin/audit', { query: { ...query, limit: PAGE }, signal }),
  )

/** Who may have done something, each under their own name: the admins, the command line, and who is asked for. */
export function useActors(asked: string | undefined): Record<string, string> {
  const admins = useQuery({
    queryKey: ['GET /api/users', 'admins'],
    queryFn: ({ signal }) =>
      call('GET /api/users', { query: { role: 'admin', sort: 'name', limit: ADMINS_MAX }, signal }),
  })
  const names = [...(admins.data ?? []).map(({ username }) => username), COMMAND_LINE_NAME]
  const all = asked === undefined || names.includes(asked) ? names : [...names, asked]
  return Object.fromEntries(all.map((name) => [name, name]))
}
