import type { Config } from '../config.ts'
import type { Tx } from '../platform/database/database.ts'
import { HttpError } from '../platform/http/errors/errors.ts'
import { composeMail } from '../platform/mail/compose-mail.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { sha256, textSigner } from '../platform/signatures.ts'
import type { Store } from '../store.ts'

const LINK_MS = 24 * 3_600_000

/** A waiting item: its number, and a neutral description, such as `sent us a copyright notice`. */
type Sent = { number: string; name: string; deed: string }

/**
 * Emails an unconfirmed address only a request to confirm. Beyond one email an hour and three a day nothing is sent; an
 * earlier link of that day also confirms later items. Called last in its transaction, so a refused item uses up nothing.
 */
export async function askToConfirm(store: Store, tx: Tx, email: string, sent: Sent): Promise<void> {
  if (!(await mayMail(store, email))) return
  const link = { email, number: sent.number, endsAt: store.clock().getTime() + LINK_MS }
  await store.mail.queue(tx, confirmMail(store.config, sent, link))
}

async function mayMail({ rateLimits }: Store, email: string): Promise<boolean> {
  const key = sha256(email).toString('base64url')
  try {
    await rateLimits.consume('confirmation', key)
    await rateLimits.consume('confirmation-day', key)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false
    throw error
  }
}

type Link = { email: string; number: string; endsAt: number }

/** The token is in the link's fragment, which browsers never send to a server. */
const confirmMail = (config: Config, { number, name, deed }: Sent, link: Link): Mail =>
  composeMail(config.STORE_NAME, link.email, {
    subject: `Confirm your ${name} ${number}`,
    lines: [
      `Someone, probably you, ${deed} and gave this email address.`,
      { link: `${config.publicUrl}/confirm-report#${tokenFor(config, link)}`, label: `Confirm the ${name}` },
      'The link works for 24 hours. It shows everything that was sent with this address and is not confirmed yet.',
      'If this was not you, ignore this email: nothing happens.',
    ],
  })

const tokenFor = (config: Config, link: Link): string =>
  Buffer.from(signerOf(config).sign(JSON.stringify(link))).toString('base64url')

/** The address that a mailed link confirms, and the number that it was mailed for; null once it ended. */
export function readLink(config: Config, token: string, now: Date): Link | null {
  const signed = signerOf(config).read(Buffer.from(token, 'base64url').toString())
  if (!signed) return null
  const link: Link = JSON.parse(signed) // this store signed it
  return link.endsAt > now.getTime() ? link : null
}

const signerOf = (config: Config) => textSigner(config.secretKeys, 'confirm-address')
