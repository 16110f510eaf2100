/** What the benchmarks use of autocannon, which brings no types along. */
declare module 'autocannon' {
  export type Request = { method: string; path: string; headers: Record<string, string> }
  type Options = {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    headers?: Record<string, string>
    method?: string
    body?: string
    requests?: { setupRequest?: (request: Request) => Request }[]
  }
  type Result = { '2xx': number; non2xx: number; errors: number; duration: number }

  export default function autocannon(options: Options): Promise<Result>
}
