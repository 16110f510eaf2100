import { COMMAND_LINE_NAME } from '@nofiller/contract/admin/admin-rules'
import { useCall } from '../../../api/use-call.ts'

const ADMINS_MAX = 100

export const AUDIT_FAILED = 'Failed to load the audit log'

/** The actors that the log can be filtered by, by name: the admins, the command line, and those already in the filter. */
export function useActors(chosen: string | undefined): Record<string, string> {
  const admins = useCall('GET /api/users', {
    query: { role: 'admin', sort: 'name', limit: ADMINS_MAX },
  })
  const names = [...(admins.data ?? []).map(({ username }) => username), COMMAND_LINE_NAME]
  const all = chosen === undefined || names.includes(chosen) ? names : [...names, chosen]
  return Object.fromEntries(all.map((name) => [name, name]))
}
