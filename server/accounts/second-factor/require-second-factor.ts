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
 * Refuses calls that require a second factor for accounts without one, if the settings demand it.
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
 * Requires a session that recently confirmed the account's second factor, if it has one. For calls that ask for
 * the password themselves, which is not enough then.
 * @throws HttpError 403 `reauthentication_needed`
 */
export async function requireGivenFactor(db: Queryable, { id, isFresh }: Account): Promise<void> {
  if (isFresh || !(await hasSecondFactor(db, id))) return
  throw forbidden(REAUTHENTICATION_NEEDED, REAUTHENTICATION_NEEDED_CODE)
}
