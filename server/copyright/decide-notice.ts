import type { NoticeDecision } from '@nofiller/contract/copyright/copyright'
import { noticeNumber, noticeProblems, STANDING_STATES } from '@nofiller/contract/copyright/copyright-rules'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { refuseOwn } from '../platform/database/own-case.ts'
import type { NamedAsset } from '../platform/database/tables.ts'
import { unprocessable } from '../platform/http/errors/errors.ts'
import { beginHold } from '../reports/holds/hold.ts'
import type { Store } from '../store.ts'
import { restoreAt } from './business-days.ts'
import {
  acceptedMail,
  copyMail,
  counteredMail,
  counterReturnedMail,
  disabledMail,
  returnedMail,
} from './emails.ts'
import { endNotice } from './end-notice.ts'
import { enforceNotices } from './enforce.ts'
import { claimantOf, developerOf, lockNotice, type Notice, requireState } from './lock-notice.ts'
import { textKey } from './named-assets.ts'
import { statementOf } from './statement.ts'

type Admin = Actor & { id: string }

const isOwn = ({ own }: Admin): boolean => own !== undefined

/**
 * An admin's decision about a notice: accepts it, which switches the named parts off and notifies both sides; asks for missing parts,
 * which hides nothing; or ends it, which restores them. For a counter-notice: sends it on to the claimant, or returns it to
 * the developer.
 * @throws HttpError 404, 403 `own_case`, 409 `already_decided`, 422 for an incomplete one that is accepted
 */
export async function decideNotice(
  store: Store,
  admin: Admin,
  number: string,
  decision: NoticeDecision,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const notice = await lockNotice(tx, number)
    const decider = await refuseOwn(tx, admin, [notice.developer_id, await claimantOf(tx, notice)])
    switch (decision.kind) {
      case 'accept':
        await accept(store, tx, decider, notice)
        break
      case 'return':
        await giveBack(store, tx, decider, notice, decision.text)
        break
      case 'forward':
        await forward(store, tx, decider, notice)
        break
      case 'return_counter':
        await giveCounterBack(store, tx, notice, decision.text)
        break
      case 'end':
        requireState(notice, ['received', ...STANDING_STATES])
        await endNotice(store, tx, notice, { end: 'withdrawn', isOwn: isOwn(decider) })
    }
    await audit(tx, decider, {
      action: 'notice_decided',
      kind: 'game',
      id: notice.game_id,
      name: notice.title,
      reason: 'text' in decision ? decision.text : null,
      before: { notice: number, state: notice.state },
      after: { decision: decision.kind },
    })
  })
  store.log.info({ notice: number, by: admin.id, decision: decision.kind }, 'copyright notice decided')
}

async function accept(store: Store, tx: Tx, admin: Admin, notice: Notice): Promise<void> {
  requireState(notice, ['received'])
  const problems = noticeProblems(notice.fields)
  if (Object.keys(problems).length > 0)
    throw unprocessable(problems, 'This notice is not complete. Answer what is missing.')
  const assets = await withPresentText(tx, notice)
  const now = store.clock()
  const statement = statementOf(store.config, { ...notice, assets }, now)
  await tx
    .updateTable('copyright_notices')
    .set({
      state: 'standing',
      assets: JSON.stringify(assets),
      accepted_at: now,
      decided_by: admin.id,
      single_admin: isOwn(admin),
      statement,
    })
    .where('id', '=', notice.id)
    .execute()
  await enforceNotices(store, tx, notice.game_id)
  if (assets.some(({ key }) => key === 'page'))
    await beginHold(store, tx, {
      gameId: notice.game_id,
      by: { notice_id: notice.id },
      stopsDownloads: true,
      reason: `Off because of the copyright notice ${noticeNumber(notice.number)}.`,
    })
  const developer = await developerOf(tx, notice)
  await store.mail.queue(tx, disabledMail(store.config, developer.email, { ...notice, statement }))
  await store.mail.queue(tx, acceptedMail(store.config, notice, isOwn(admin)))
}

/** The current text of a game counts: a changed word does not save it. */
async function withPresentText(tx: Tx, { game_id, assets }: Notice): Promise<NamedAsset[]> {
  const game = await tx
    .selectFrom('games')
    .select('description')
    .where('id', '=', game_id)
    .forUpdate()
    .executeTakeFirst()
  return assets.map((asset) =>
    asset.part === 'text' && game ? { ...asset, key: textKey(game.description) } : asset,
  )
}

async function giveBack(store: Store, tx: Tx, admin: Admin, notice: Notice, text: string): Promise<void> {
  requireState(notice, ['received'])
  await tx
    .updateTable('copyright_notices')
    .set({ state: 'returned', statement: text, decided_by: admin.id, ended_at: store.clock() })
    .where('id', '=', notice.id)
    .execute()
  if (notice.fields.email) await store.mail.queue(tx, returnedMail(store.config, notice, text, isOwn(admin)))
}

/** The claimant gets the counter-notice with the developer's contact data, and the day on which the content returns. */
async function forward(store: Store, tx: Tx, admin: Admin, notice: Notice): Promise<void> {
  requireState(notice, ['answered'])
  const { counter, countered_at } = notice
  if (!counter || !countered_at) throw new Error('an answered notice has a counter-notice') // a constraint says so
  const restored = restoreAt(countered_at, store.clock())
  await tx
    .updateTable('copyright_notices')
    .set({ state: 'countered', restore_at: restored })
    .where('id', '=', notice.id)
    .execute()
  const developer = await developerOf(tx, notice)
  await store.mail.queue(tx, copyMail(store.config, notice, { counter, restored, isOwn: isOwn(admin) }))
  await store.mail.queue(tx, counteredMail(store.config, developer.email, notice, restored))
}

async function giveCounterBack(store: Store, tx: Tx, notice: Notice, text: string): Promise<void> {
  requireState(notice, ['answered'])
  await tx
    .updateTable('copyright_notices')
    .set({ state: 'standing', counter: null, countered_at: null })
    .where('id', '=', notice.id)
    .execute()
  const developer = await developerOf(tx, notice)
  await store.mail.queue(tx, counterReturnedMail(store.config, developer.email, notice, text))
}
