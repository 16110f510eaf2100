import type { Store } from '../store.ts'
import type { AskedMail } from './ask-for-mail.ts'
import { mailCodeAgain } from './email-code.ts'
import { mailResetLink } from './password-reset.ts'

/** Starts to make the codes and links that were asked for. */
export async function startAccountJobs(store: Store): Promise<void> {
  const work = (queue: AskedMail, make: (store: Store, email: string) => Promise<void>) =>
    store.jobs.work<{ email: string }>(queue, ({ email }) => make(store, email))
  await work('mail-code', mailCodeAgain)
  await work('mail-reset', mailResetLink)
}
