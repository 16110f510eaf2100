/** What visitors are told of the store's parts. No zod: the browser loads this. */

export const STATUS_PARTS = ['store', 'buying', 'downloads', 'emails'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

/** `limited`: some of several payment providers answer. */
export type StatusState = 'working' | 'slow' | 'limited' | 'down'

/** `since`: when the part was first seen in its state; null while it has worked from the start of the process on. */
export type PartStatus = { part: StatusPart; state: StatusState; since: string | null }

/** What was found at a time. */
export type StatusReading = { parts: PartStatus[]; readAt: string }
