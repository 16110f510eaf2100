import type { IncomingHttpHeaders } from 'node:http'
import { normalEmail } from '@nofiller/contract/accounts/account-rules'
import { z } from 'zod'
import { withdrawConsent } from '../news/consent.ts'
import type { Database } from '../platform/database/database.ts'
import { badRequest, unauthorized } from '../platform/http/errors/errors.ts'
import { sameBytes } from '../platform/signatures.ts'
import type { Store } from '../store.ts'
import { recordBounce } from './bounces.ts'

const Message = z.object({ event: z.enum(['bounce', 'complaint']), email: z.string().trim().max(320) })

/**
 * Receives the mail relay's report that an email permanently bounced, or that its reader marked it as spam, which ends the news.
 * The same message twice changes nothing the second time.
 * @throws HttpError 401 without the secret of the settings, 400 for a message that cannot be read
 */
export async function receiveBounce(
  { config, db }: Store,
  { authorization = '' }: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<void> {
  const { MAIL_BOUNCE_SECRET: secret } = config
  if (!secret || !sameBytes(Buffer.from(authorization), Buffer.from(`Bearer ${secret}`)))
    throw unauthorized('Invalid secret.', 'bad_secret')
  const message = Message.safeParse(parsed(bytes))
  if (!message.success)
    throw badRequest('bad_message', 'The message needs `event`, which is bounce or complaint, and `email`.')
  const email = normalEmail(message.data.email)
  await (message.data.event === 'bounce' ? recordBounce(db, email, 'bounced') : endNews(db, email))
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null // refused by the schema
  }
}

const endNews = (db: Database, email: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const account = await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
    if (account) await withdrawConsent(tx, account.id, 'complaint')
  })
