import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { unavailable } from '../../platform/http/errors/errors.ts'

/** At most four hashes at once and a short queue, because each takes 19 MiB and about 20 ms of a core (security A1). */
const AT_ONCE = 4
const WAITING_MAX = 60
const limit = pLimit(AT_ONCE)

/** argon2id with the parameters OWASP recommends. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, PARAMETERS))

/** Compares with a dummy hash for an unknown account (`null`), so that the response time does not reveal it. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
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
