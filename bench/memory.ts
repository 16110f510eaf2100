import { readFile } from 'node:fs/promises'

/** How many bytes a process's resident memory grew at most while some work was done, and what the work answered. */
export async function growthWhile<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; bytes: number }> {
  const before = await residentBytes(pid)
  let peak = before
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentBytes(pid))
  }, 50)
  const result = await work().finally(() => clearInterval(timer))
  return { result, bytes: Math.max(peak, await residentBytes(pid)) - before }
}

/** A process's resident memory. Linux only; elsewhere not a number. */
export const residentBytes = (pid: number): Promise<number> => statusOf(pid, /VmRSS:\s+(\d+)/)

/** The most that it ever was. */
export const residentPeak = (pid: number): Promise<number> => statusOf(pid, /VmHWM:\s+(\d+)/)

async function statusOf(pid: number, line: RegExp): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(line.exec(status)?.[1]) * 1024
}

/** Seconds that some work took. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
