import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/http/errors/errors.ts'
import { CHALLENGE_MINUTES } from './relying-party.ts'

/** The purpose of a challenge, and the session that must answer it; null for a login. */
export type Occasion =
  | { purpose: 'log-in'; sessionId: null }
  | { purpose: 'register' | 'step-up'; sessionId: string }

export const LOG_IN: Occasion = { purpose: 'log-in', sessionId: null }

/** A new challenge of 32 random bytes, in base64url. */
export async function newChallenge(db: Database, { purpose, sessionId }: Occasion): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db
    .insertInto('webauthn_challenges')
    .values({
      challenge,
      purpose,
      session_id: sessionId,
      expires_at: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute()
  return challenge
}

/**
 * The challenge named in a response. It is deleted before anything else is checked, so only one of several responses to the
 * same challenge is checked.
 * @throws HttpError 400 `challenge_expired` for one that is expired, used, or made for another purpose
 */
export async function spendChallenge(
  db: Database,
  { purpose, sessionId }: Occasion,
  clientDataJson: string,
): Promise<string> {
  const challenge = challengeIn(clientDataJson)
  const spent = challenge
    ? await db
        .deleteFrom('webauthn_challenges')
        .where('challenge', '=', challenge)
        .returning(['challenge', 'purpose', 'session_id', sql<boolean>`expires_at > now()`.as('isOpen')])
        .executeTakeFirst()
    : undefined
  if (!spent?.isOpen || spent.purpose !== purpose || spent.session_id !== sessionId)
    throw badRequest('challenge_expired', 'This took too long. Please try again.')
  return spent.challenge
}

/** The store's pages never run in a frame, so a response made in one is refused. */
const ClientData = z.object({ challenge: z.string(), crossOrigin: z.literal(false).optional() })

function challengeIn(clientDataJson: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).challenge
  } catch {
    return null // browsers send JSON
  }
}

export async function purgeChallenges(db: Database): Promise<void> {
  await sql`delete from webauthn_challenges where expires_at < now()`.execute(db)
}
