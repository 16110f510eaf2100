import { forbidden } from '../http/errors/errors.ts'
import { presentAdmins } from './admins.ts'
import type { Actor } from './audit.ts'
import type { Queryable } from './database.ts'

/** What emails say to whoever a decision concerns that an admin made about their own. */
export const NO_SECOND_PERSON =
  'One person runs this store, and has a part in this matter. Nobody else is there who could have decided it.'

/** What waits for a decision that an admin may not make, because it is their own. */
export type OwnCase = {
  /** ISO 8601. */
  since: string
  what: string
  /** By which the API decides it. */
  call: string
  /** What of the call's body says which case, or as what it was looked at. */
  body?: object
}

/**
 * Nobody decides about their own: what they made, sell, bought, are paid for, reported, or are (requirements 8.7). Every deed by
 * which an admin decides asks this first, with the accounts that it concerns. Where no other admin may decide, the owner does it
 * by `npm run admin -- decide`, with a reason.
 * @returns the actor to write down, which says `own` for what was decided so
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
