import type { AddressInfo } from 'node:net'

/** Tells the benchmark where this process listens, and ends with it. */
export function tellPort(address: AddressInfo | string | null): void {
  process.on('disconnect', () => process.exit())
  if (address !== null && typeof address === 'object') process.send?.(address.port)
}
