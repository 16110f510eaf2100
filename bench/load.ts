import { readFile } from 'node:fs/promises'
import autocannon, { type Request } from 'autocannon'
import { onConnection } from '../server/platform/database/connection.ts'

const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 20

export type Target = {
  name: string
  url: string
  headers?: Record<string, string>
  /** Sent by POST, instead of a GET. */
  body?: string
  /** Changes each request before it is sent. */
  setupRequest?: (request: Request) => Request
}

/** Milliseconds until a whole answer came. @throws for one that is no success */
export async function timeOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - startedAt
}

/** Requests a second by target's name: the median of rounds in which all take turns, so that what else the machine does falls on all. */
export async function requestsPerSecond(targets: readonly Target[]): Promise<Map<string, number>> {
  for (const target of targets) await load(target, 1)
  const measured = new Map<string, number[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const target of targets) measured.get(target.name)?.push(await load(target, SECONDS))
  return new Map([...measured].map(([name, rates]) => [name, median(rates)]))
}

/** Microseconds of a process's own time for each request: the median of rounds, and little changed by what else the machine does. */
export async function timePerRequest(
  targets: readonly (Target & { pid: number })[],
): Promise<Map<string, number>> {
  const measured = new Map<string, number[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const target of targets) {
      const before = await processorMs(target.pid)
      const rate = await load(target, SECONDS)
      const spentMs = (await processorMs(target.pid)) - before
      measured.get(target.name)?.push((1000 * spentMs) / (rate * SECONDS))
    }
  return new Map([...measured].map(([name, times]) => [name, median(times)]))
}

/** What a process has used of the processor so far, as Linux counts it: in hundredths of a second. */
export async function processorMs(pid: number): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const [user = '0', system = '0'] = fields.split(' ').slice(11)
  return (Number(user) + Number(system)) * 10
}

/** The same of all open connections to a database on this machine; one that ends takes its share along. */
export async function processorMsOfDatabase(databaseUrl: string): Promise<number> {
  const { rows } = await onConnection({ connectionString: databaseUrl }, (client) =>
    client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  )
  const spent = await Promise.all(rows.map(({ pid }) => processorMs(pid).catch(() => 0))) // some end meanwhile
  return spent.reduce((sum, ms) => sum + ms, 0)
}

/** @returns requests a second */
export async function load(
  { name, url, headers = {}, body, setupRequest }: Target,
  seconds: number,
  connections = CONNECTIONS,
): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(body && { method: 'POST', body }),
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

export function percentile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN
}
