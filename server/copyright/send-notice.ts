import { normalEmail } from '@nofiller/contract/accounts/account-rules'
import type { NewNotice } from '@nofiller/contract/moderation/copyright'
import {
  INCOMPLETE_HOURS,
  NOTICE_HOURS,
  NOTICE_TEXT,
  type NoticeFields,
  noticeNumber,
  noticeProblems,
} from '@nofiller/contract/moderation/copyright-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { isPublic } from '../catalogue/game.ts'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { notFound, unprocessable } from '../platform/http/errors/errors.ts'
import { sha256 } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { receiptMail } from './mails.ts'
import { findNamed } from './named-assets.ts'

/**
 * Takes a notice from anybody. It hides nothing before an admin has accepted it. The same one sent twice is one.
 * @returns its number
 * @throws HttpError 404 when the game is not public, 422 when something is missing, 429 after 5 a day for an email address
 */
export async function sendNotice(store: Store, notice: NewNotice): Promise<string> {
  const problems = noticeProblems(notice.fields)
  if (Object.keys(problems).length > 0) throw unprocessable(problems)
  const email = normalEmail(notice.fields.email.trim())
  await store.limits.consume('report-email', sha256(email).toString('base64url'))
  return store.db.transaction().execute(async (tx) => {
    const added = await addNotice(store, tx, notice, null)
    if (added.isNew) await store.mail.queue(tx, receiptMail(store.config, email, added))
    return noticeNumber(added.number)
  })
}

/**
 * Enters a notice that came by mail, for which something may be missing.
 * @returns its number
 * @throws HttpError 404, 422 when it names nothing of the game
 */
export async function enterNotice(
  store: Store,
  admin: Actor & { id: string },
  notice: NewNotice,
): Promise<string> {
  return store.db.transaction().execute(async (tx) => {
    const { number, title } = await addNotice(store, tx, notice, admin.id)
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

async function addNotice(
  store: Store,
  tx: Tx,
  { gameId, parts, fields }: NewNotice,
  enteredBy: string | null,
): Promise<{ id: string; number: number; title: string; isNew: boolean }> {
  const game = await tx.selectFrom('games').selectAll().where('id', '=', gameId).executeTakeFirst()
  if (!game || (!isPublic(game) && enteredBy === null)) throw notFound('This game is not here any more.')
  const assets = await findNamed(tx, game, parts)
  if (assets.length === 0) throw unprocessable({ parts: NOTICE_TEXT.parts })
  const isComplete = Object.keys(noticeProblems(fields)).length === 0
  const now = store.clock()
  const hours = isComplete ? NOTICE_HOURS : INCOMPLETE_HOURS
  const trimmed = trimmedOf(fields)
  const added = await tx
    .insertInto('copyright_notices')
    .values({
      id: uuid(),
      game_id: gameId,
      title: game.title,
      developer_id: game.developer_id,
      assets: JSON.stringify(assets),
      fields: JSON.stringify(trimmed),
      is_complete: isComplete,
      entered_by: enteredBy,
      sent_at: now,
      due_at: new Date(now.getTime() + hours * 3_600_000),
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`game_id, lower(fields->>'email'), md5(assets::text)`)
        .where('state', '=', 'received')
        .doNothing(),
    )
    .returning(['id', 'number', 'title'])
    .executeTakeFirst()
  if (added) return { ...added, isNew: true }
  const sentBefore = await tx
    .selectFrom('copyright_notices')
    .select(['id', 'number', 'title'])
    .where('game_id', '=', gameId)
    .where('state', '=', 'received')
    .where(sql`lower(fields->>'email')`, '=', trimmed.email.toLowerCase())
    .where(sql<boolean>`assets = ${JSON.stringify(assets)}::jsonb`)
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
