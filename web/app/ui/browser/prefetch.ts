type Connection = { saveData?: boolean }

const { connection } = (globalThis.navigator ?? {}) as { connection?: Connection } // not every browser reports it

/** When a link prefetches its target: on hover, unless the visitor saves data. */
export const PREFETCH: 'intent' | 'none' = connection?.saveData ? 'none' : 'intent'
