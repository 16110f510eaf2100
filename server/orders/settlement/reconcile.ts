import { plural } from '@nofiller/contract/text/digits'
import { sql } from 'kysely'
import { presentAdmins } from '../../platform/database/admins.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Store } from '../../store.ts'
import { DIFFERENCES, type Difference, findDifferences } from './find-differences.ts'

const MAILED_MOST = 50

/** Compares orders, grants and ledger every night. */
export const startReconciling = (store: Store): Promise<void> =>
  store.jobs.schedule('reconcile', '23 3 * * *', async () => void (await reconcile(store)))

/** Finds differences, stores them for this night and emails support and the admins, at most once a night. */
export async function reconcile(store: Store): Promise<Difference[]> {
  const differences = await compareAll(store.db)
  for (const difference of differences.slice(0, MAILED_MOST))
    store.log.error(difference, `reconciliation: ${DIFFERENCES[difference.kind]}`)
  await store.db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('reconciliations')
      .values({ night: sql<string>`current_date`, differences: JSON.stringify(differences) })
      .onConflict((known) => known.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 0n || differences.length === 0) return
    for (const address of await readers(store, tx))
      await store.mail.queue(tx, mailOf(store, address, differences))
  })
  store.log.info({ differences: differences.length }, 'orders, grants and ledger compared')
  return differences
}

/** Turns off the statement timeout, because the comparison reads full tables. */
export const compareAll = (db: Database): Promise<Difference[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    await sql`set local work_mem = '64MB'`.execute(tx)
    return findDifferences(tx)
  })

async function readers({ config }: Store, tx: Tx): Promise<Set<string>> {
  const admins = await presentAdmins(tx).select('email').execute()
  return new Set([config.SUPPORT_EMAIL, ...admins.map((admin) => admin.email)])
}

function mailOf({ config }: Store, address: string, differences: readonly Difference[]) {
  const more = differences.length - MAILED_MOST
  return composeMail(config.STORE_NAME, address, {
    subject: `Orders and books differ in ${plural(differences.length, 'place')}`,
    lines: [
      'The nightly comparison of paid orders, grants and ledger found what should not be. Nothing was changed by it.',
      ...differences
        .slice(0, MAILED_MOST)
        .map(({ kind, subject, id }) => `${kind}: ${DIFFERENCES[kind]}\n${subject} ${id}`),
      ...(more > 0 ? [`And ${more} more, which are kept with this night.`] : []),
    ],
  })
}
