import { noticeNumber, STANDING_STATES } from '@nofiller/contract/copyright/copyright-rules'
import type { Tx } from '../platform/database/database.ts'
import { badRequest } from '../platform/http/errors/errors.ts'
import { endHold } from '../reports/holds/hold.ts'
import type { Store } from '../store.ts'
import { endedMail, restoredMail } from './emails.ts'
import { enforceNotices } from './enforce.ts'
import { developerOf, lockNotice, type Notice, requireState } from './lock-notice.ts'
import { noticeInLink } from './withdraw-link.ts'

/** Ends a notice, restores the parts that only it switched off, and notifies both sides. */
export async function endNotice(
  store: Store,
  tx: Tx,
  notice: Notice,
  { end, isOwn }: { end: 'restored' | 'withdrawn'; isOwn: boolean },
): Promise<void> {
  await tx
    .updateTable('copyright_notices')
    .set({ state: end, ended_at: store.clock() })
    .where('id', '=', notice.id)
    .execute()
  if (notice.fields.email) await store.mail.queue(tx, endedMail(store.config, notice, { end, isOwn }))
  if (!notice.accepted_at) return // nothing was off, and the developer was never notified
  await enforceNotices(store, tx, notice.game_id)
  await endHold(store, tx, { by: { notice_id: notice.id }, gameId: notice.game_id, next: null })
  const developer = await developerOf(tx, notice)
  await store.mail.queue(tx, restoredMail(store.config, developer.email, notice, end))
}

/**
 * Ends the notice of a mailed link for its claimant. A second time changes nothing.
 * @returns its number
 * @throws HttpError 400 `invalid_token`, 409 `already_decided`
 */
export async function withdrawByLink(store: Store, token: string): Promise<string> {
  const number = noticeInLink(store.config, token)
  if (!number) throw badRequest('invalid_token', 'This link does not work. Copy all of it from our email.')
  await store.db.transaction().execute(async (tx) => {
    const notice = await lockNotice(tx, number)
    if (notice.state === 'withdrawn') return
    requireState(notice, ['received', ...STANDING_STATES])
    await endNotice(store, tx, notice, { end: 'withdrawn', isOwn: false })
    store.log.info({ notice: number }, 'copyright notice withdrawn')
  })
  return number
}

export const startRestoring = (store: Store): Promise<void> =>
  store.jobs.schedule('restore-countered', '2 * * * *', () => restoreCountered(store))

/** Restores the content of each counter-notice whose day has come without a court action. */
export async function restoreCountered(store: Store): Promise<void> {
  const due = await store.db
    .selectFrom('copyright_notices')
    .select('number')
    .where('state', '=', 'countered')
    .where('restore_at', '<=', store.clock())
    .execute()
  for (const { number } of due)
    await store.db.transaction().execute(async (tx) => {
      const notice = await lockNotice(tx, noticeNumber(number))
      if (notice.state !== 'countered') return // another process did, or a court action came
      await endNotice(store, tx, notice, { end: 'restored', isOwn: false })
      store.log.info({ notice: noticeNumber(number) }, 'counter-notice restored')
    })
}
