import { type Actor, audit } from '../platform/database/audit.ts'
import type { Database } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'
import { bounceOf, liftBounce } from './bounces.ts'

/** Resumes email to a user, and records why. @throws HttpError 404, 409 `no_bounce` */
export async function liftBounceOf(
  db: Database,
  actor: Actor,
  userId: string,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user) throw notFound()
    const since = await bounceOf(tx, userId)
    if (!since || !(await liftBounce(tx, userId)))
      throw conflict('no_bounce', 'No email to this user bounced.')
    await audit(tx, actor, {
      action: 'bounce_lifted',
      kind: 'user',
      id: userId,
      name: user.username,
      reason,
      before: { bouncedAt: since.toISOString() },
      after: { bouncedAt: null },
    })
  })
}
