import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { unavailable } from '../../platform/http/errors/errors.ts'

/** At most four hashes at once and a short queue, because each takes 19 MiB and about 20 ms of a core (security A1). */
const AT_ONCE = 4
const WAITING_MAX = 60
const limit = pLimit(AT_ONCE)

/** argon2id with the parameters that OWASP recommends. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of its NFC form: one keyboard types é as one character, another as an e and an accent. */
export const hashPassword = (password: string): Promise<string> =>
  queued(() => hash(password.normalize('NFC'), PARAMETERS))

/** Compares with a dummy hash for an unknown account (`null`), so the response time does not reveal it. */
export const isPassword = async (password: string, passwordHash: string | null): Promise<boolean> =>
  (await matchOf(password, passwordHash)) !== null

/**
 * How a password matches a hash; null if it does not. A password that is not in NFC is also compared as typed, because older
 * hashes are of that form; always, so the work does not depend on the first result.
 */
export async function matchOf(
  password: string,
  passwordHash: string | null,
): Promise<'normalized' | 'as typed' | null> {
  const normalized = password.normalize('NFC')
  const isNormalized = await isHashOf(normalized, passwordHash)
  const isAsTyped = normalized !== password && (await isHashOf(password, passwordHash))
  return isNormalized ? 'normalized' : isAsTyped ? 'as typed' : null
}

async function isHashOf(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await queued(async () => verify(passwordHash ?? (await nobodysHash()), password))
  return right && passwordHash !== null
}

let nobody: Promise<string> | undefined
function nobodysHash(): Promise<string> {
  nobody ??= hash('nobody has this password', PARAMETERS)
  return nobody
}

function queued<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= WAITING_MAX)
    throw unavailable('Too many people are logging in right now. Please try again in a moment.', 'busy', 2)
  return limit(work)
}
