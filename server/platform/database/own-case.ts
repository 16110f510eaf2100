import { forbidden } from '../http/errors/errors.ts'
import { presentAdmins } from './admins.ts'
import type { Actor } from './audit.ts'
import type { Queryable } from './database.ts'

/** The text in emails to a person affected by an admin's decision about the admin's own case. */
export const NO_SECOND_PERSON =
  'One person runs this store, and has a part in this matter. Nobody else is there who could have decided it.'

/** Something that waits for a decision that an admin may not make, because it is their own. */
export type OwnCase = {
  /** ISO 8601. */
  since: string
  what: string
  /** The API's path for the decision. */
  call: string
  /** The parts of the call's body that identify the case, or the seen revision. */
  body?: object
}

/**
 * Nobody decides about their own case: content they made, sell, bought, are paid for, or reported, or themselves (requirements 8.7).
 * Every decision by an admin calls this first, with the affected accounts. If no other admin may decide, the owner does it
 * by `npm run admin -- decide`, with a reason.
 * @returns the actor for the audit log, which marks a decision about one's own case with `own`
 * @throws HttpError 403 `own_case`
 */
export async function refuseOwn<Who extends Actor>(
  db: Queryable,
  actor: Who,
  concerned: readonly (string | null)[],
): Promise<Who & Pick<Actor, 'own'>> {
  if (actor.id === null || !concerned.includes(actor.id)) return actor
  if (actor.atMachine === undefined) throw ownCase('Another admin has to, or the owner on the command line.')
  if (await hasOtherAdmin(db, concerned)) throw ownCase('Another admin has to.')
  return { ...actor, own: actor.atMachine }
}

async function hasOtherAdmin(db: Queryable, concerned: readonly (string | null)[]): Promise<boolean> {
  const admins = await presentAdmins(db).select('id').execute()
  return admins.some(({ id }) => !concerned.includes(id))
}

const ownCase = (who: string) => forbidden(`You can’t decide about your own. ${who}`, 'own_case')
