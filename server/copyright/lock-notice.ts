import { normalEmail } from '@nofiller/contract/accounts/account-rules'
import type { NoticeState } from '@nofiller/contract/copyright/copyright-rules'
import { noticeNumber } from '@nofiller/contract/copyright/copyright-rules'
import type { Selectable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, notFound } from '../platform/http/errors/errors.ts'

export type Notice = Selectable<Tables['copyright_notices']>

/** A notice by its number, `C-1001`, locked until the transaction ends: of two deeds at once the second sees the first. @throws HttpError 404 */
export async function lockNotice(tx: Tx, number: string): Promise<Notice> {
  const notice = await tx
    .selectFrom('copyright_notices')
    .selectAll()
    .where('number', '=', numberIn(number))
    .forUpdate()
    .executeTakeFirst()
  if (!notice) throw notFound('There is no such notice.')
  return notice
}

/** `C-1001` → 1001. */
export const numberIn = (number: string): number => Number(number.slice(2))

/** @throws HttpError 409 `already_decided` when a notice is in no state of these */
export function requireState({ number, state }: Notice, states: readonly NoticeState[]): void {
  if (!states.includes(state))
    throw conflict('already_decided', `${noticeNumber(number)} was changed by someone else in the meantime.`)
}

/** The account of the claimant, if their address has one. */
export async function claimantOf(tx: Tx, { fields }: Notice): Promise<string | null> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', normalEmail(fields.email))
    .executeTakeFirst()
  return account?.id ?? null
}

export async function developerOf(tx: Tx, { developer_id }: Notice): Promise<{ email: string }> {
  return tx.selectFrom('accounts').select('email').where('id', '=', developer_id).executeTakeFirstOrThrow()
}
