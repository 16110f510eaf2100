import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { createTransport } from 'nodemailer'
import type { Tx } from './database/database.ts'
import type { Jobs } from './jobs.ts'
import { keyFor } from './signatures.ts'

/** `to` and `replyTo` are one address each. */
export type Mail = { to: string; replyTo?: string; subject: string; text: string; html: string }

export type MailQueue = {
  /** Queues a mail within the transaction that decides it: it is sent if, and only if, that commits; at least once. */
  queue(tx: Tx, mail: Mail): Promise<void>
}

/** What carries a finished mail away. */
export type MailTransport = { send(mail: Mail): Promise<void> }

const QUEUE = 'send-mail'

const keyOf = (secret: string): Buffer => keyFor(secret, 'mail-seal')

/** Mails wait sealed, because some hold a code or a link that must not lie readable in the database. */
export async function mailQueue(jobs: Jobs, secrets: readonly string[]): Promise<MailQueue> {
  const key = keyOf(secrets[0] as string) // readConfig gives at least one
  await jobs.createQueue(QUEUE)
  return {
    queue: async (tx, mail) => {
      const plain = new TextEncoder().encode(JSON.stringify(mail))
      const sealed = await new CompactEncrypt(plain)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key)
      await jobs.send(
        tx,
        QUEUE,
        { sealed },
        { singletonKey: randomUUID(), retryLimit: 20, retryDelay: 15, retryBackoff: true },
      )
    },
  }
}

/** Starts to send what is queued. */
export function startMailing(
  jobs: Jobs,
  transport: MailTransport,
  secrets: readonly string[],
): Promise<void> {
  const keys = secrets.map(keyOf)
  return jobs.work<{ sealed: string }>(QUEUE, async ({ sealed }) =>
    transport.send(await unseal(sealed, keys)),
  )
}

async function unseal(sealed: string, keys: readonly Buffer[]): Promise<Mail> {
  for (const key of keys) {
    const opened = await compactDecrypt(sealed, key).catch(() => null)
    if (opened) return JSON.parse(new TextDecoder().decode(opened.plaintext)) as Mail // sealed by `queue` above
  }
  throw new Error('a queued mail was sealed with an unknown key')
}

/** Writes each mail as an .eml file, for the demo. */
export function diskTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail({ from, ...addressed(mail) })
      await mkdir(folder, { recursive: true })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`
      await writeFile(join(folder, `${name}.part`), message as Buffer) // buffer: true
      await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`))
    },
  }
}

/** A mail server that says nothing holds up the queue for this long, and the mail is tried again. */
const SILENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({ url, ...SILENCE }, { from })
  return { send: async (mail) => void (await transport.sendMail(addressed(mail))) }
}

/** As one address each, in which the library looks for no others (security A7). */
const addressed = ({ to, replyTo, ...content }: Mail) => ({
  to: { name: '', address: to },
  ...(replyTo && { replyTo: { name: '', address: replyTo } }),
  ...content,
})
