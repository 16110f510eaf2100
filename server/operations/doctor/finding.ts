/** What one check found, in a sentence for the owner that also says what to do. A `bad` one keeps the store from working as it should. */
export type Finding = { check: string; state: 'good' | 'warn' | 'bad'; sentence: string }
export type Outcome = Omit<Finding, 'check'>

export const good = (sentence: string): Outcome => ({ state: 'good', sentence })
export const warn = (sentence: string): Outcome => ({ state: 'warn', sentence })
export const bad = (sentence: string): Outcome => ({ state: 'bad', sentence })
