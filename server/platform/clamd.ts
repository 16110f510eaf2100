import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** What ClamAV's daemon says of some bytes. */
export type Verdict = { state: 'clean' } | { state: 'infected'; signature: string } | { state: 'too_large' }

/** `tcp://host:port` or `unix:/path`. */
export const isClamdUrl = (url: string): boolean => /^(?:tcp:\/\/[^/\s]+:\d{1,5}|unix:\/.+)$/.test(url)

/** It unpacks an archive after its last byte, and says nothing meanwhile. */
const SILENT_MS = 600_000
const ANSWER_BYTES_MAX = 4_096
const COMMAND = 'zINSTREAM\0'
const END = Buffer.alloc(4)

/**
 * Streams bytes to ClamAV's daemon by INSTREAM, as fast as it takes them.
 * @throws when it cannot be reached, gives no answer, or an answer that is none
 */
export async function scan(url: string, bytes: Readable): Promise<Verdict> {
  const socket = connectTo(url)
  socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('the scanner says nothing')))
  const answer = answerFrom(socket)
  const answered = new AbortController()
  const stop = () => answered.abort()
  answer.then(stop, stop)
  try {
    await send(socket, bytes, answered.signal).catch((error) => {
      if (bytes.errored || !answered.signal.aborted) throw error
    })
    return verdictOf(await answer)
  } finally {
    bytes.destroy()
    socket.destroy()
  }
}

function connectTo(url: string): Socket {
  if (url.startsWith('unix:')) return connect(url.slice('unix:'.length))
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
}

/** Ends as soon as the scanner answered: it may want no more. */
async function send(socket: Socket, bytes: Readable, signal: AbortSignal): Promise<void> {
  const write = async (part: Buffer) => {
    if (!socket.write(part)) await once(socket, 'drain', { signal })
  }
  await write(Buffer.from(COMMAND))
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    await setImmediate() // an answer that is there already is read before a write that would fail
    if (signal.aborted) return
    const size = Buffer.alloc(4)
    size.writeUInt32BE(chunk.length)
    await write(size)
    await write(chunk)
  }
  await write(END)
}

/** What it says until it hangs up, or until the end of its answer. */
function answerFrom(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (answer.includes('\0') || answer.length > ANSWER_BYTES_MAX) resolve(answer)
    })
    socket.once('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
    socket.once('close', () => resolve(answer))
  })
}

function verdictOf(answer: string): Verdict {
  const text = answer.replace(/\0.*$/s, '').trim()
  if (text === 'stream: OK') return { state: 'clean' }
  const [, signature] = /^stream: (\S{1,200}) FOUND$/.exec(text) ?? []
  if (/size limit exceeded/i.test(text) || signature?.startsWith('Heuristics.Limits.Exceeded'))
    return { state: 'too_large' }
  if (signature === undefined) throw new Error(`the scanner answered “${text.slice(0, 100)}”`)
  return { state: 'infected', signature }
}
