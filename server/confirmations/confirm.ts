import type { Received } from '@nofiller/contract/calls'
import type { Waiting } from '@nofiller/contract/confirmations/confirmations'
import type { Queryable } from '../platform/database/database.ts'
import { badRequest, HttpError } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { readLink } from './ask-to-confirm.ts'

/** One kind of thing that waits until the address that came with it is confirmed. */
export type Kind = {
  /** Items sent with an address within the last day, oldest first. */
  find(db: Queryable, email: string): Promise<(Waiting & { id: string; isConfirmed: boolean })[]>
  /** Lets one of them count, in a transaction of its own. A second time changes nothing. @throws HttpError when it may not */
  confirm(store: Store, id: string): Promise<void>
  /** The content of a link that an earlier release emailed. */
  findOldLink?(db: Queryable, token: string): Promise<{ email: string; number: string } | undefined>
}

/** The items that an emailed link would confirm. @throws HttpError 400 `invalid_token` */
export async function findWaiting(
  store: Store,
  kinds: readonly Kind[],
  token: string,
): Promise<{ email: string; waiting: Waiting[] }> {
  const { email } = await linkOf(store, kinds, token)
  const found = await findAll(store, kinds, email)
  return {
    email,
    waiting: found.filter(({ isConfirmed }) => !isConfirmed).map(({ number, about }) => ({ number, about })),
  }
}

/**
 * Confirms the address of an emailed link: all of its waiting items count, whichever the link was emailed for, if the user
 * saw them. An invalid item, such as a report of deleted content, does not block the others.
 * @returns the number that the link was mailed for
 * @throws HttpError 400 `invalid_token`, also when nothing is there any more; why nothing of it may count
 */
export async function confirmWaiting(
  store: Store,
  kinds: readonly Kind[],
  { token, numbers }: Received<'POST /api/reports/confirm', 'body'>,
): Promise<string> {
  const { email, number } = await linkOf(store, kinds, token)
  const found = await findAll(store, kinds, email)
  const waiting = found.filter((each) => !each.isConfirmed && (numbers?.includes(each.number) ?? true))
  const refusals: HttpError[] = []
  for (const { id, kind } of waiting)
    await kind.confirm(store, id).catch((error) => {
      if (!(error instanceof HttpError)) throw error
      refusals.push(error)
    })
  if (refusals[0] && refusals.length === waiting.length) throw refusals[0]
  if (found.length === 0) throw ended()
  return number
}

const findAll = async ({ db }: Store, kinds: readonly Kind[], email: string) =>
  (
    await Promise.all(
      kinds.map(async (kind) => (await kind.find(db, email)).map((found) => ({ ...found, kind }))),
    )
  ).flat()

async function linkOf({ config, clock, db }: Store, kinds: readonly Kind[], token: string) {
  const link = readLink(config, token, clock())
  if (link) return link
  for (const { findOldLink } of kinds) {
    const old = await findOldLink?.(db, token)
    if (old) return old
  }
  throw ended()
}

const ended = () =>
  badRequest('invalid_token', 'This link no longer works. Links end after 24 hours: send it again.')
