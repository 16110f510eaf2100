import autocannon, { type Request } from 'autocannon'

const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 20

export type Target = {
  name: string
  url: string
  headers?: Record<string, string>
  /** Changes each request before it is sent. */
  setupRequest?: (request: Request) => Request
}

/** Requests a second by target's name: the median of rounds in which all take turns, so that what else the machine does falls on all. */
export async function requestsPerSecond(targets: readonly Target[]): Promise<Map<string, number>> {
  for (const target of targets) await load(target, 1)
  const measured = new Map<string, number[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const target of targets) measured.get(target.name)?.push(await load(target, SECONDS))
  return new Map([...measured].map(([name, rates]) => [name, median(rates)]))
}

async function load({ name, url, headers = {}, setupRequest }: Target, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    ...(setupRequest && { requests: [{ setupRequest }] }),
  })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} answers were no success, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

/** Limits are counted by address, and a busy store is not asked by one alone. */
export function fromManyAddresses(): (request: Request) => Request {
  let sent = 0
  return (request) => {
    sent += 1
    const address = `10.0.${(sent >> 8) % 256}.${sent % 256}`
    return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } }
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
