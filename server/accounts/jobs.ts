import type { Store } from '../store.ts'
import { mailResetLink } from './passwords/password-reset.ts'
import { type CodeRecipient, mailCode } from './registration/email-code.ts'

/** Starts the workers that create and mail codes and reset links. */
export async function startAccountJobs(store: Store): Promise<void> {
  await store.jobs.work<CodeRecipient>('mail-code', (asked) => mailCode(store, asked))
  await store.jobs.work<{ email: string }>('mail-reset', ({ email }) => mailResetLink(store, email))
}
