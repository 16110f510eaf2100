import type { Role } from '@nofiller/contract/accounts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { hashPassword } from '../accounts/passwords.ts'
import { openSession } from '../accounts/session.ts'
import { type Client, clientOf } from './client.ts'
import type { TestStore } from './store.ts'

export const PASSWORD = 'correct-horse-battery-9'
let passwordHash: Promise<string> | undefined
let people = 0

export type Person = Client & {
  id: string
  email: string
  username: string
  token: string
  sessionId: string
}

/** A verified account with an open session. */
export async function signedIn(
  { db, tokens, url }: Pick<TestStore, 'db' | 'tokens' | 'url'>,
  role: Role = 'player',
): Promise<Person> {
  passwordHash ??= hashPassword(PASSWORD)
  people += 1
  const username = `${role}_${people}`
  const email = `${username}@example.test`
  const id = uuid()
  await db
    .insertInto('accounts')
    .values({ id, username, email, role, password_hash: await passwordHash, verified_at: sql<Date>`now()` })
    .execute()
  const { sessionId } = await db.transaction().execute((tx) => openSession(tx, id, 'test'))
  const token = await tokens.sign(sessionId)
  return { ...clientOf(url, token), id, email, username, token, sessionId }
}
