import { normalEmail } from '@nofiller/contract/accounts/account-rules'
import type { NewNotice } from '@nofiller/contract/copyright/copyright'
import {
  NOTICE_TEXT,
  type NoticeFields,
  noticeNumber,
  noticeProblems,
} from '@nofiller/contract/copyright/copyright-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { isPageOpen } from '../catalog/visibility.ts'
import { askToConfirm } from '../confirmations/ask-to-confirm.ts'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { notFound, unprocessable } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { dueAt } from './confirm-notice.ts'
import { receivedMail } from './emails.ts'
import { findNamed } from './named-assets.ts'

/**
 * Takes a notice from anybody. It waits until its claimant's address is confirmed, unless their account has it, and hides
 * nothing before an admin has accepted it. The same one sent twice is one.
 * @throws HttpError 404 when the game is not public, 422 when something is missing
 */
export async function sendNotice(
  store: Store,
  claimant: { email: string } | null,
  notice: NewNotice,
): Promise<{ number: string; confirm: boolean }> {
  const problems = noticeProblems(notice.fields)
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  const email = normalEmail(notice.fields.email.trim())
  const isConfirmed = claimant !== null && normalEmail(claimant.email) === email
  const fields = { ...trimmedOf(notice.fields), email }
  return store.db.transaction().execute(async (tx) => {
    const state = isConfirmed ? 'received' : 'unconfirmed'
    const added = await addNotice(store, tx, { ...notice, fields }, { state, enteredBy: null })
    const number = noticeNumber(added.number)
    if (!isConfirmed)
      await askToConfirm(store, tx, email, {
        number,
        name: 'copyright notice',
        deed: 'sent us a copyright notice',
      })
    else if (added.isNew) await store.mail.queue(tx, receivedMail(store.config, email, added))
    return { number, confirm: !isConfirmed }
  })
}

/**
 * Records a notice that came by email, which may be incomplete.
 * @returns its number
 * @throws HttpError 404, 422 when it names nothing of the game
 */
export async function enterNotice(
  store: Store,
  admin: Actor & { id: string },
  notice: NewNotice,
): Promise<string> {
  const fields = trimmedOf(notice.fields)
  return store.db.transaction().execute(async (tx) => {
    const { number, title } = await addNotice(
      store,
      tx,
      { ...notice, fields },
      { state: 'received', enteredBy: admin.id },
    )
    await audit(tx, admin, {
      action: 'notice_entered',
      kind: 'game',
      id: notice.gameId,
      name: title,
      reason: null,
      after: { notice: noticeNumber(number) },
    })
    return noticeNumber(number)
  })
}

type Arrival = { state: 'unconfirmed' | 'received'; enteredBy: string | null }

async function addNotice(
  store: Store,
  tx: Tx,
  { gameId, parts, fields }: NewNotice,
  { state, enteredBy }: Arrival,
): Promise<{ id: string; number: number; title: string; isNew: boolean }> {
  const game = await tx.selectFrom('games').selectAll().where('id', '=', gameId).executeTakeFirst()
  if (!game || (!isPageOpen(game) && enteredBy === null)) throw notFound('This game is no longer here.')
  const assets = await findNamed(tx, game, parts)
  if (assets.length === 0) throw unprocessable({ parts: NOTICE_TEXT.parts })
  const isComplete = Object.keys(noticeProblems(fields)).length === 0
  const now = store.clock()
  const added = await tx
    .insertInto('copyright_notices')
    .values({
      id: uuid(),
      game_id: gameId,
      title: game.title,
      developer_id: game.developer_id,
      assets: JSON.stringify(assets),
      fields: JSON.stringify(fields),
      is_complete: isComplete,
      entered_by: enteredBy,
      sent_at: now,
      confirmed_at: state === 'received' ? now : null,
      due_at: dueAt(now, isComplete),
      state,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'number', 'title'])
    .executeTakeFirst()
  if (added) return { ...added, isNew: true }
  const sentBefore = await tx
    .updateTable('copyright_notices')
    .set(state === 'unconfirmed' ? { sent_at: now } : { state }) // the waiting notice may be confirmed on another day
    .where('game_id', '=', gameId)
    .where('state', '=', state)
    .where(sql<boolean>`fields = ${JSON.stringify(fields)}::jsonb`)
    .where(sql<boolean>`assets = ${JSON.stringify(assets)}::jsonb`)
    .returning(['id', 'number', 'title'])
    .executeTakeFirstOrThrow()
  return { ...sentBefore, isNew: false }
}

const trimmedOf = (fields: NoticeFields): NoticeFields => ({
  ...fields,
  works: fields.works.trim(),
  material: fields.material.trim(),
  address: fields.address.trim(),
  phone: fields.phone.trim(),
  email: fields.email.trim(),
  signature: fields.signature.trim(),
})
