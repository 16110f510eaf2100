import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from './errors/errors.ts'
import { addressKey } from './rate-limits.ts'

/** Shorter than the idle timeouts of proxies and the server. */
const HEARTBEAT_MS = 15_000
/** Browsers reconnect to a restarted store spread over this time. */
const RETRY_MS = { least: 1_000, most: 5_000 }
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no', // nginx would otherwise buffer the events
}
/** A reader that is further behind than this is disconnected, and reconnects. */
const UNREAD_BYTES_MAX = 64 * 1024

/** A state to send now and after each possible change. */
export type Watched<Value> = {
  read(): Promise<Value>
  /** @returns a function that stops the callbacks */
  onChange(listener: () => void): () => void
}

export type EventStreams = {
  /**
   * Responds with server-sent events: the watched state now, then after each change. Ends when it cannot be read.
   * @throws HttpError 503 when too many streams are open, in total or from one address: the caller then polls
   */
  open<Value>(
    request: FastifyRequest,
    reply: FastifyReply,
    watched: Watched<Value>,
    serialize: (value: Value) => string,
  ): Promise<void>
}

/** Streams with their own limit, beside that of the requests in flight. They end when the server stops. */
export function eventStreams(
  app: FastifyInstance,
  { max, maxPerAddress }: { max: number; maxPerAddress: number },
): EventStreams {
  const open = new Map<FastifyReply['raw'], string>()
  const openFrom = (address: string) => [...open.values()].filter((from) => from === address).length
  let isStopping = false

  const heartbeat = setInterval(() => {
    for (const raw of open.keys()) write(raw, ':\n\n')
  }, HEARTBEAT_MS)
  app.addHook('preClose', async () => {
    isStopping = true
    clearInterval(heartbeat)
    for (const raw of open.keys()) if (raw.headersSent) raw.end(`retry: ${retryMs()}\n\n`)
  })

  /** Takes a place until the connection closes, even while the first state is read: a reader may disconnect meanwhile. */
  function takePlace({ ip }: FastifyRequest, { raw }: FastifyReply): void {
    const address = addressKey(ip)
    if (isStopping || open.size >= max || openFrom(address) >= maxPerAddress)
      throw unavailable('Too many pages are watching at the moment.', 'busy', 5)
    open.set(raw, address)
    raw.once('close', () => open.delete(raw))
  }

  return {
    async open(request, reply, watched, serialize) {
      if (reply.raw.destroyed) return void reply.hijack() // disconnected before
      takePlace(request, reply)
      let isOutdated = false
      let notify = () => {
        isOutdated = true
      }
      reply.raw.once(
        'close',
        watched.onChange(() => notify()),
      )
      let sent = serialize(await watched.read())
      const { raw } = reply.headers(HEADERS).hijack()
      if (!open.has(raw)) return // disconnected
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      raw.writeHead(200)
      write(raw, `retry: ${RETRY_MS.least}\ndata: ${sent}\n\n`)
      if (isStopping) return void raw.end()

      const sendChange = oneAtATime(async () => {
        const text = serialize(await watched.read())
        if (text === sent || !open.has(raw)) return
        sent = text
        write(raw, `data: ${text}\n\n`)
      })
      notify = () => void sendChange().catch(() => raw.destroy())
      if (isOutdated) notify()
    },
  }
}

function write(raw: FastifyReply['raw'], text: string): void {
  if (!raw.headersSent || raw.writableEnded) return // its first state is being read, or it is about to end
  if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy()
  else raw.write(text)
}

const retryMs = (): number => Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least))

/** While the work runs, any number of calls cause one more run. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  const run = async () => {
    do {
      isAskedAgain = false
      await work()
    } while (isAskedAgain)
  }
  return () => {
    isAskedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
