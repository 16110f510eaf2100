import { randomUUID } from 'node:crypto'
import type { Store } from '../store.ts'

export type AskedMail = 'mail-code' | 'mail-reset'

/**
 * Notes that someone asked for a mail. Whose address it is, a job looks up later: the caller waits equally long for every
 * address, and cannot tell which ones are known (security A3).
 */
export const askForMail = ({ jobs, db }: Store, queue: AskedMail, email: string): Promise<void> =>
  jobs.send(db, queue, { email }, { singletonKey: randomUUID(), retryLimit: 5, retryDelay: 5 })
