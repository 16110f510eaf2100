import type { Store } from '../../store.ts'
import { deletionReminderMail } from '../emails.ts'

/** How many days before the deletion each reminder goes out. */
const REMINDED_DAYS_BEFORE = [7, 1] as const

/** Reminds accounts by email before their deletion, twice at most, however often it runs. */
export async function remindOfDeletions(store: Store): Promise<void> {
  for (const [sent, days] of REMINDED_DAYS_BEFORE.entries()) await remind(store, sent, days)
}

/** Counts in the transaction that queues the emails, so that none goes out twice. */
async function remind({ db, mail, config, clock }: Store, sent: number, days: number): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const reminded = await tx
      .updateTable('accounts')
      .set({ deletion_reminders: sent + 1 })
      .where('deletion_at', '>', now)
      .where('deletion_at', '<=', new Date(now.getTime() + days * 86_400_000))
      .where('deletion_reminders', '=', sent)
      .returning(['email', 'deletion_at'])
      .execute()
    for (const { email, deletion_at } of reminded)
      if (deletion_at) await mail.queue(tx, deletionReminderMail(config, email, deletion_at))
  })
}
