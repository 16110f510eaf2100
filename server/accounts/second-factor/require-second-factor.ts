import {
  REAUTHENTICATION_NEEDED,
  REAUTHENTICATION_NEEDED_CODE,
} from '@nofiller/contract/accounts/reauthentication-rules'
import type { Account } from '../../platform/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { forbidden } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { hasSecondFactor } from './pending-login.ts'

/**
 * Keeps closed what only accounts with a second factor may do, where the settings ask for one.
 * @throws HttpError 403 `second_factor_required`
 */
export async function requireSecondFactor(
  { db, config }: Pick<Store, 'db' | 'config'>,
  { id }: { id: string },
): Promise<void> {
  if (!config.secondFactorRequired || (await hasSecondFactor(db, id))) return
  throw forbidden('Set up two-step verification in your security settings first.', 'second_factor_required')
}

/**
 * Asks for a session in which the second factor of the account was given just before, if it has one. For calls that ask for
 * the password themselves, which alone is not enough then.
 * @throws HttpError 403 `reauthentication_needed`
 */
export async function requireGivenFactor(db: Queryable, { id, isFresh }: Account): Promise<void> {
  if (isFresh || !(await hasSecondFactor(db, id))) return
  throw forbidden(REAUTHENTICATION_NEEDED, REAUTHENTICATION_NEEDED_CODE)
}
