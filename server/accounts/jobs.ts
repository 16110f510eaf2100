import type { Store } from '../store.ts'
import { mailResetLink } from './passwords/password-reset.ts'
import { type CodeRecipient, mailCode } from './registration/email-code.ts'
import { startRemoving } from './second-factor/removal.ts'
import { startResealing } from './second-factor/reseal.ts'

/** Starts the workers that create and mail codes and reset links, and that remove lost second factors and seal all others with the present key. */
export async function startAccountJobs(store: Store): Promise<void> {
  await store.jobs.work<CodeRecipient>('mail-code', (asked) => mailCode(store, asked))
  await store.jobs.work<{ email: string }>('mail-reset', ({ email }) => mailResetLink(store, email))
  await startRemoving(store)
  await startResealing(store)
}
