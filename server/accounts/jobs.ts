import type { Store } from '../store.ts'
import { mailResetLink } from './passwords/password-reset.ts'
import { type CodeRecipient, mailCode } from './registration/email-code.ts'
import { startRemoving } from './second-factor/removal.ts'
import { startResealing } from './second-factor/reseal.ts'

/** Starts the workers that create and email codes and reset links, remove lost second factors, and seal all others with the current key. */
export async function startAccountJobs(store: Store): Promise<void> {
  await store.jobs.work<CodeRecipient>('mail-code', (asked) => mailCode(store, asked))
  await store.jobs.work<{ email: string }>('mail-reset', ({ email }) => mailResetLink(store, email))
  await startRemoving(store)
  await startResealing(store)
}
