/** The process's clock, for signed tokens and addresses. Stored rows expire by the database's clock. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()

/** Whole Unix seconds. */
export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)
