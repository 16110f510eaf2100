import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/http/errors/errors.ts'
import { CHALLENGE_MINUTES } from './relying-party.ts'

/** What a challenge is for, and in whose session it must be answered; nobody's for a log-in. */
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
 * The challenge that an answer names. It is spent by this, before anything of the answer is checked, so that of many
 * answers to one challenge one is looked at.
 * @throws HttpError 400 `challenge_expired` for one that is old, was answered, or was given for another occasion
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

/** Pages of this store are shown in no frame, so an answer that was made in one is refused. */
const ClientData = z.object({ challenge: z.string(), crossOrigin: z.literal(false).optional() })

function challengeIn(clientDataJson: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).challenge
  } catch {
    return null // what a browser sends is JSON
  }
}

export async function purgeChallenges(db: Database): Promise<void> {
  await sql`delete from webauthn_challenges where expires_at < now()`.execute(db)
}
