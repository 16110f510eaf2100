import type { PaymentProvider } from '../../payments/provider.ts'
import { PROVIDER_TITLES } from '../../payments/provider.ts'
import { ProviderError } from '../../payments/provider-http.ts'
import type { MailTransport } from '../../platform/mail/mail.ts'
import { bad, good, type Outcome } from './finding.ts'

/** Whether the mail server answers and takes the store's name and password. Nothing is sent. */
export async function checkMail(transport: MailTransport): Promise<Outcome> {
  try {
    await transport.check()
    return good('The mail server answers and lets the store in.')
  } catch (error) {
    const { code = '', message = String(error) } = error as { code?: string; message?: string } // nodemailer's errors
    if (code === 'EAUTH')
      return bad('The mail server refuses the name or password in SMTP_URL: correct them.')
    return bad(
      `The mail server does not answer as it should (${message}): correct host, port and smtp:// or smtps:// in SMTP_URL.`,
    )
  }
}

/** Whether a payment provider answers and takes the store's key. */
export async function checkProvider(provider: PaymentProvider, signal: AbortSignal): Promise<Outcome> {
  const title = PROVIDER_TITLES[provider.name]
  try {
    await provider.check(signal)
    await provider.minimumCents(signal) // at NOWPayments the first question that needs the key
    return good(`${title} answers and takes the store's key.`)
  } catch (error) {
    const status = error instanceof ProviderError ? error.status : null
    if (status === 401 || status === 403)
      return bad(`${title} refuses the store's API key (${status}): make a new one and set it.`)
    if (status === 404)
      return bad(`${title} does not know what is asked (404): correct its address and the store's id.`)
    return bad(
      `${title} does not answer as it should (${error instanceof Error ? error.message : error}): correct its address, or see whether it is down.`,
    )
  }
}
