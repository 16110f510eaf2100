import { sql } from 'kysely'
import type { Store } from '../../store.ts'
import { mailAdmins, weighCase } from './hold.ts'

export const startWatchingHolds = (store: Store): Promise<void> =>
  store.jobs.schedule('watch-holds', '*/5 * * * *', () => watchHolds(store))

/** Checks cases again that waited for 2 hours without a look, and reminds every admin, each hour, of a hold that is a day old. */
export async function watchHolds(store: Store): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const unseen = await sql<{ caseId: string }>`
      select about.id as "caseId"
      from report_cases as about join games on games.id = about.subject_id
      where about.closed_at is null and about.looked_at is null and about.alarmed_at < now() - interval '2 hours'
        and not exists (select from game_holds where case_id = about.id)
      for update of about skip locked`.execute(tx)
    for (const { caseId } of unseen.rows) await weighCase(store, tx, caseId)
    const old = await tx
      .updateTable('game_holds')
      .set({ reminded_at: sql<Date>`now()` })
      .where('ended_at', 'is', null)
      .where('case_id', 'is not', null)
      .where('started_at', '<', sql<Date>`now() - interval '24 hours'`)
      .where(sql<boolean>`coalesce(reminded_at, started_at) <= now() - interval '1 hour'`)
      .returning('id')
      .execute()
    if (old.length > 0) await mailAdmins(store, tx, 'A game has been hidden for a day, and nobody decided')
  })
}
