import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { PROVIDER_TITLES } from '../../payments/provider.ts'
import { ProviderError } from '../../payments/provider-http.ts'
import type { MailTransport } from '../../platform/mail/mail.ts'
import { bad, good, type Outcome, warn } from './finding.ts'

type Mailing = Pick<Config, 'SMTP_URL' | 'SUPPORT_EMAIL' | 'dataDir'>

/** Whether the mail server responds, accepts the login, and accepts email to its own users. Nothing is sent. */
export async function checkMail(
  transport: MailTransport,
  { SMTP_URL: url, SUPPORT_EMAIL: support, dataDir }: Mailing,
  admins: readonly string[],
): Promise<Outcome> {
  if (url === undefined)
    return warn(
      `Mails reach nobody: SMTP_URL is not set, so they are written to ${join(dataDir, 'mail')}. Set it to your mail server.`,
    )
  try {
    await transport.check()
  } catch (error) {
    return unanswered(error)
  }
  for (const address of [support, ...admins])
    try {
      await transport.ask(address)
    } catch (error) {
      return bad(
        `The mail server takes no mail to ${address} (${messageOf(error)}): let it relay mail from MAIL_FROM to everybody, or correct the address.`,
      )
    }
  return good('The mail server answers, lets the store in, and takes its mail.')
}

function unanswered(error: unknown): Outcome {
  const { code = '' } = error as { code?: string } // nodemailer's errors
  if (code === 'EAUTH') return bad('The mail server refuses the name or password in SMTP_URL: correct them.')
  return bad(
    `The mail server does not answer as it should (${messageOf(error)}): correct host, port and smtp:// or smtps:// in SMTP_URL.`,
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether a payment provider responds and accepts the store's key. */
export async function checkProvider(provider: PaymentProvider, signal: AbortSignal): Promise<Outcome> {
  const title = PROVIDER_TITLES[provider.name]
  try {
    await provider.check(signal)
    await provider.minimumCents(signal) // at NOWPayments the first question that needs the key
  } catch (error) {
    const status = statusOf(error)
    if (status === 401 || status === 403)
      return bad(`${title} refuses the store's API key (${status}): make a new one and set it.`)
    if (status === 404)
      return bad(`${title} does not know what is asked (404): correct its address and the store's id.`)
    return bad(
      `${title} does not answer as it should (${messageOf(error)}): correct its address, or see whether it is down.`,
    )
  }
  return checkLogin(provider, signal)
}

/** The dashboard's login, if the store has it: without it a payment without any message stays unknown. */
async function checkLogin(provider: PaymentProvider, signal: AbortSignal): Promise<Outcome> {
  const title = PROVIDER_TITLES[provider.name]
  try {
    await provider.checkLogin?.(signal)
    return good(`${title} answers and takes the store's key.`)
  } catch (error) {
    const status = statusOf(error)
    return bad(
      status === null || status >= 500
        ? `${title} does not answer a log-in as it should (${messageOf(error)}): see whether it is down.`
        : `${title} refuses the store's log-in (${status}): correct NOWPAYMENTS_EMAIL and NOWPAYMENTS_PASSWORD, or remove both.`,
    )
  }
}

const statusOf = (error: unknown): number | null => (error instanceof ProviderError ? error.status : null)
