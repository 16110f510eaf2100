type Connection = { saveData?: boolean }

const { connection } = (globalThis.navigator ?? {}) as { connection?: Connection } // not every browser tells

/** When a link fetches what it leads to: as soon as somebody points at it, but for visitors who save data. */
export const PREFETCH: 'intent' | 'none' = connection?.saveData ? 'none' : 'intent'
