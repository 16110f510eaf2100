import { forbidden } from '../../platform/http/errors.ts'
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
  throw forbidden('Set up a second step in your security settings first.', 'second_factor_required')
}
