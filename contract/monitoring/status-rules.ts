/** What visitors see about the status of the store's parts. No zod: the browser loads this. */

export const STATUS_PARTS = ['store', 'buying', 'downloads', 'emails'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

/** `limited`: only some of several payment providers respond. */
export type StatusState = 'working' | 'slow' | 'limited' | 'down'

/** `since`: when the part entered its state; null while it has worked since the process started. */
export type PartStatus = { part: StatusPart; state: StatusState; since: string | null }

/** The result of a check at a time. */
export type StatusReading = { parts: PartStatus[]; readAt: string }
