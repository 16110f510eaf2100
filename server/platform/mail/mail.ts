import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { PRIVATE_FILE, privateFolder } from '../private-files.ts'
import { openText, type SealedWith, sealedWith, sealText } from '../sealed-text.ts'

/**
 * `to` and `replyTo` are one address each. `id`: a uuid that the sender looks the result up by. `codeId`: the code whose
 * validity starts when the email is sent. `unsubscribeUrl`: for news, the link that ends them. `template`: what it says is made
 * when it is sent; so far it has a recipient and a subject.
 * `isFromPerson`: a person wrote it to its recipient.
 */
export type Mail = {
  id?: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  codeId?: string
  unsubscribeUrl?: string
  template?: MailTemplate
  isFromPerson?: true
}

export type MailTemplate = 'digest'

export type MailQueue = {
  /** Queues an email within the transaction that decides it: it is sent if, and only if, that commits; at least once. */
  queue(tx: Tx, mail: Mail): Promise<void>
  /** A queued email's recipient and subject, without a code in it; null for other data. */
  read(jobData: unknown): Promise<{ to: string; subject: string } | null>
  /** @throws when emails cannot be sent now */
  check(): Promise<void>
}

/** Delivers a finished email. */
export type MailTransport = {
  send(mail: Mail): Promise<void>
  /** @throws when the mail server does not respond */
  check(): Promise<void>
  /** Sends nothing. @throws when the mail server does not accept email to an address */
  ask(address: string): Promise<void>
}

export const MAIL_QUEUE = 'send-mail'
/** Retry delays in seconds: short at first, because some emails hold a code; 20 tries take two days. */
const RETRY = { retryDelay: 3, retryBackoff: true, retryDelayMax: 6 * 3_600 }

const SEALING = { purpose: 'mail-seal' }

/** Queued emails are encrypted, because some hold a code or a link that must not be readable in the database. */
export async function mailQueue(
  jobs: Jobs,
  transport: MailTransport,
  secrets: readonly string[],
): Promise<MailQueue> {
  await jobs.createQueue(MAIL_QUEUE)
  return {
    queue: async (tx, mail) => {
      const sealed = await sealText(secrets, SEALING, JSON.stringify(mail))
      await jobs.send(
        tx,
        MAIL_QUEUE,
        { sealed },
        { ...(mail.id && { id: mail.id }), singletonKey: randomUUID(), retryLimit: 20, ...RETRY },
      )
    },
    async read(jobData) {
      const { sealed } = jobData as { sealed?: unknown } // the data of a job of any queue
      if (typeof sealed !== 'string') return null
      const mail = await unseal(sealed, secrets).catch(() => null)
      return mail && { to: mail.to, subject: mail.subject.replace(/\b\d{6}\b/g, '••••••') }
    },
    check: () => transport.check(),
  }
}

/** Whether an email waits to be sent, for the first time or again, as an expression for a larger query. */
export const isWaiting = (mailId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from jobs.job where name = ${MAIL_QUEUE} and id = ${mailId} and state <= 'active')`

/** Which of the store's secrets seals each waiting email. */
export async function* sealingsOfMails(db: Database, secrets: readonly string[]): AsyncGenerator<SealedWith> {
  const { rows } = await sql<{ sealed: string }>`
    select data ->> 'sealed' as sealed from jobs.job where name = ${MAIL_QUEUE} and state <= 'active'`.execute(
    db,
  )
  for (const { sealed } of rows) yield sealedWith(secrets, SEALING, sealed)
}

/** The store's callbacks around each try to send an email. */
export type MailHooks = {
  /** The email as it is sent now; null when it may no longer be sent, and is dropped. */
  prepare(mail: Mail): Promise<Mail | null>
  /** The mail server accepted it. */
  onSent(mail: Mail): Promise<void>
  /** The mail server refuses its address. It is retried anyway, as long as `prepare` allows. */
  onRefused(mail: Mail): Promise<void>
}

/** The mail server permanently refused the address, and nothing else about the email. */
export class AddressRefused extends Error {}

/** Starts the mail worker. */
export function startMailing(
  jobs: Jobs,
  transport: MailTransport,
  secrets: readonly string[],
  { prepare, onSent, onRefused }: MailHooks,
): Promise<void> {
  return jobs.work<{ sealed: string }>(MAIL_QUEUE, async ({ sealed }) => {
    const mail = await prepare(await unseal(sealed, secrets))
    if (!mail) return
    await transport.send(mail).catch(async (error) => {
      if (error instanceof AddressRefused) await onRefused(mail)
      throw error
    })
    await onSent(mail)
  })
}

async function unseal(sealed: string, secrets: readonly string[]): Promise<Mail> {
  const mail = await openText(secrets, SEALING, sealed)
  if (mail === null) throw new Error('a queued mail was sealed with an unknown key')
  return JSON.parse(mail) as Mail // sealed by `queue` above
}

/** By SMTP, or as files in the data folder. */
export const mailTransport = ({
  SMTP_URL: url,
  dataDir,
  mailFrom,
}: {
  SMTP_URL?: string | undefined
  dataDir: string
  mailFrom: string
}): MailTransport => (url ? smtpTransport(url, mailFrom) : diskTransport(join(dataDir, 'mail'), mailFrom))

/** Writes each email as an .eml file, for the demo. */
export function diskTransport(folder: string, from: string): MailTransport {
  const opened = once(async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  )
  return {
    async send(mail) {
      const composer = await opened()
      const { message } = await composer.sendMail({ from, ...addressed(mail, from) })
      await privateFolder(folder)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`
      const part = join(folder, `${name}.part`)
      try {
        await writeFile(part, message as Buffer, { mode: PRIVATE_FILE }) // buffer: true
        await rename(part, join(folder, `${name}.eml`))
      } catch (error) {
        await rm(part, { force: true }) // the next try has another name
        throw error
      }
    },
    check: () => privateFolder(folder),
    ask: async () => undefined,
  }
}

/** A silent mail server blocks a worker for at most this long; then the email is retried. */
const SILENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function smtpTransport(url: string, from: string): MailTransport {
  const opened = once(async () => (await import('nodemailer')).createTransport({ url, ...SILENCE }, { from }))
  return {
    async send(mail) {
      const transport = await opened()
      await transport.sendMail(addressed(mail, from)).catch((error: SmtpError) => {
        throw isAboutAddress(error) ? new AddressRefused(error.message, { cause: error }) : error
      })
    },
    check: async () => void (await (await opened()).verify()),
    async ask(address) {
      const { askRecipient } = await import('./ask-recipient.ts')
      await askRecipient({ url, from: addressIn(from), silenceMs: SILENCE.connectionTimeout }, address)
    },
  }
}

/** `Name <address>` or the address alone. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

/** Opened at the first email, because most processes send none. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null
  return () => {
    opened ??= open()
    return opened
  }
}

type SmtpError = Error & { command?: string; responseCode?: number; response?: string }

/** 5xx to the address itself. 5.7 is a policy (RFC 3463): it would refuse the store's email to everyone. */
const isAboutAddress = ({ command, responseCode = 0, response = '' }: SmtpError): boolean =>
  command === 'RCPT TO' && responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response)

/** Passes each address as an object, so the library does not parse more recipients out of it (security A7). */
const addressed = (
  { id, to, replyTo, subject, text, html, unsubscribeUrl, isFromPerson }: Mail,
  from: string,
) => ({
  to: { name: '', address: to },
  // The same at each try: mailboxes show an email once that was sent again because its acceptance was not heard.
  ...(id && { messageId: `<${id}@${addressIn(from).split('@').at(-1)}>` }),
  ...(replyTo && { replyTo: { name: '', address: replyTo } }),
  headers: { ...(!isFromPerson && AUTOMATIC), ...(unsubscribeUrl && oneClick(unsubscribeUrl)) },
  subject,
  text,
  html,
})

/** RFC 3834, and Exchange's equivalent: an out-of-office reply to these would reach nobody, or reply to the store forever. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/** RFC 8058: mail programs show a button that posts to the address. `prepared`, because a folded header breaks its signature. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
