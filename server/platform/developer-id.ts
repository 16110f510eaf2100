import type { Account } from './caller.ts'
import { forbidden } from './http/errors/errors.ts'

/** Whose figures a call returns: a developer's own, or anyone's for an admin (requirements 8.3). @throws HttpError 403 */
export function developerIdOf(
  account: Account,
  { developerId }: { developerId?: string | undefined },
): string {
  if (developerId === undefined || developerId === account.id) return account.id
  if (account.role !== 'admin') throw forbidden()
  return developerId
}
