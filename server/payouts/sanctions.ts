import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'

const DAY_MS = 86_400_000

/**
 * The result of checking an address against a list of sanctioned addresses. `off`: no list is configured. `unavailable`: it is
 * missing, unreadable, empty or too old; like `hit` it must block a payout.
 */
export type Screening =
  | { result: 'off' | 'unavailable'; listVersion: null; listedAt: null }
  | {
      result: 'clear' | 'hit'
      /** The start of the list's SHA-256. */
      listVersion: string
      /** When the list was last written. */
      listedAt: Date
    }

/** Called when an address is saved, and again before money is sent to it. Never throws. */
export type Sanctions = {
  screen(coin: string, address: string): Promise<Screening>
}

/** For a store without a list. */
export const screeningOff: Sanctions = {
  screen: async () => ({ result: 'off', listVersion: null, listedAt: null }),
}

/** Without a list nothing is screened. */
export function sanctionsScreening(
  { SANCTIONS_LIST: path, SANCTIONS_MAX_AGE_DAYS: maxAgeDays }: Config,
  clock: Clock,
  log: { error(line: object, message: string): void },
): Sanctions {
  return path === undefined ? screeningOff : listedInFile({ path, maxAgeDays }, clock, log)
}

type List = { readAt: string; version: string; listedAt: Date; addresses: ReadonlySet<string> }

/**
 * A text file with an address per line; a `#` starts a comment. It names no coins, so an address counts for all of
 * them. The file is read again when it changed, and is valid for `maxAgeDays` from its modification time.
 */
export function listedInFile(
  { path, maxAgeDays }: { path: string; maxAgeDays: number },
  clock: Clock,
  log: { error(line: object, message: string): void },
): Sanctions {
  let last: List | null = null
  const current = async (): Promise<List> => {
    const list = await readIfChanged(path, last)
    last = list
    if (list.addresses.size === 0) throw new Error('It holds no address.')
    if (clock().getTime() - list.listedAt.getTime() > maxAgeDays * DAY_MS)
      throw new Error(`It is older than ${maxAgeDays} days.`)
    return list
  }
  return {
    async screen(_coin, address) {
      try {
        const { version: listVersion, listedAt, addresses } = await current()
        return { result: addresses.has(comparable(address)) ? 'hit' : 'clear', listVersion, listedAt }
      } catch (error) {
        log.error({ err: error }, 'the list of sanctioned addresses cannot be used')
        return { result: 'unavailable', listVersion: null, listedAt: null }
      }
    },
  }
}

async function readIfChanged(path: string, last: List | null): Promise<List> {
  const { ino, size, mtime } = await stat(path)
  const readAt = `${ino} ${size} ${mtime.getTime()}`
  if (last?.readAt === readAt) return last
  const bytes = await readFile(path)
  return {
    readAt,
    version: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    listedAt: mtime,
    addresses: new Set(addressesIn(bytes.toString('utf8'))),
  }
}

const addressesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => comparable(line.replace(/#.*/, '').trim()))
    .filter((address) => address !== '')

/** Lowercase if the format ignores case: EVM addresses and Bech32. Base58 does not. */
const comparable = (address: string): string =>
  /^(0x|bc1|ltc1)/i.test(address) ? address.toLowerCase() : address
