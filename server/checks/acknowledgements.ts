import type { Finding } from '@nofiller/contract/checks/findings'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../platform/database/database.ts'

/** That a developer, or an admin for them, wants a warning to stay: `place` and `sentence` are the finding's. */
export type Acknowledgement = {
  gameId: string
  buildId: string | null
  finding: string
  place: string
  sentence: string
  by: string
  reason: string | null
  at: Date
}

/** All acknowledgements of some games, by their builds or page. */
export const acknowledgementsOf = (db: Queryable, gameIds: readonly string[]): Promise<Acknowledgement[]> =>
  db
    .selectFrom('finding_acks as ack')
    .innerJoin('accounts', 'accounts.id', 'ack.account_id')
    .select([
      'ack.game_id as gameId',
      'ack.build_id as buildId',
      'ack.finding',
      'ack.place',
      'ack.sentence',
      'ack.reason',
      'ack.acknowledged_at as at',
      'accounts.username as by',
    ])
    .where('ack.game_id', '=', sql<string>`any(${sql.val([...gameIds])}::uuid[])`)
    .execute()

/** A finding with its acknowledgement, which holds for the same build, place and sentence; null without one. */
export function withAcknowledgement(
  found: Omit<Finding, 'acknowledged'>,
  all: readonly Acknowledgement[],
): Finding {
  const ack = all.find(
    ({ buildId, finding, place, sentence }) =>
      buildId === found.buildId &&
      finding === found.id &&
      place === found.where &&
      sentence === found.sentence,
  )
  return {
    ...found,
    acknowledged: ack ? { by: ack.by, at: ack.at.toISOString(), reason: ack.reason } : null,
  }
}

/** Acknowledges a finding, in place of an earlier acknowledgement of it. */
export async function writeAcknowledgement(
  tx: Tx,
  gameId: string,
  accountId: string,
  { buildId, id, where, sentence }: Finding,
  reason: string | null,
): Promise<void> {
  await tx
    .insertInto('finding_acks')
    .values({
      game_id: gameId,
      build_id: buildId,
      finding: id,
      place: where,
      sentence,
      account_id: accountId,
      reason,
    })
    .onConflict((conflict) =>
      conflict.columns(['game_id', 'build_id', 'finding', 'place']).doUpdateSet((eb) => ({
        sentence: eb.ref('excluded.sentence'),
        account_id: eb.ref('excluded.account_id'),
        reason: eb.ref('excluded.reason'),
        acknowledged_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Removes the acknowledgement of a finding, if there is one. */
export async function removeAcknowledgement(
  tx: Tx,
  gameId: string,
  { buildId, id, where }: Pick<Finding, 'buildId' | 'id' | 'where'>,
): Promise<void> {
  await tx
    .deleteFrom('finding_acks')
    .where('game_id', '=', gameId)
    .where('build_id', 'is not distinct from', buildId)
    .where('finding', '=', id)
    .where('place', '=', where)
    .execute()
}
