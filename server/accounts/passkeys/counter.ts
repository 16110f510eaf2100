/** The meaning of the counter in a response: the passkey is fine, was perhaps copied, or was copied. */
export type CounterVerdict = 'grows' | 'falls' | 'refused'

type Counted = { deviceType: 'singleDevice' | 'multiDevice'; stored: number; received: number }

/**
 * A counter that does not grow means that the key exists twice. Synced passkeys exist on several devices by design, and
 * mostly report 0, so for them it is only a sign; a device-bound key is refused.
 */
export function counterVerdict({ deviceType, stored, received }: Counted): CounterVerdict {
  if (received > stored || (received === 0 && stored === 0)) return 'grows'
  return deviceType === 'multiDevice' ? 'falls' : 'refused'
}
