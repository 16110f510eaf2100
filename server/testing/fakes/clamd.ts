/** ClamAV's daemon as a client sees it, on a local port: INSTREAM, with all that it may say. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type Clamd = {
  url: string
  /** How many bytes of streams came so far. */
  received: number
  /** What it says of the next streams by their bytes; null hangs up without a word. */
  answerBy(answer: (bytes: Buffer) => string | null): void
  /** Says that a stream is too large after so many bytes, in the middle of it. */
  limitTo(bytes: number): void
  close(): Promise<void>
}

export async function clamd(): Promise<Clamd> {
  const sockets = new Set<Socket>()
  let answer: (bytes: Buffer) => string | null = () => 'stream: OK'
  let limit = Number.POSITIVE_INFINITY
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    converse(socket).catch(() => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function converse(socket: Socket): Promise<void> {
    let waiting = Buffer.alloc(0)
    let isStream = false
    let isDone = false
    const stream: Buffer[] = []
    const size = () => stream.reduce((sum, part) => sum + part.length, 0)
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      if (isDone) continue
      waiting = Buffer.concat([waiting, chunk])
      if (!isStream) {
        const end = waiting.indexOf(0)
        if (end < 0) continue
        if (waiting.toString('latin1', 0, end) !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0')
        isStream = true
        waiting = waiting.subarray(end + 1)
      }
      while (!isDone && waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE(0)) {
        const bytes = waiting.readUInt32BE(0)
        if (bytes === 0) {
          const said = answer(Buffer.concat(stream))
          if (said === null) return void socket.destroy()
          isDone = true
          socket.end(`${said}\0`)
          break
        }
        stream.push(waiting.subarray(4, 4 + bytes))
        fake.received += bytes
        waiting = waiting.subarray(4 + bytes)
        if (size() <= limit) continue
        isDone = true
        socket.end('INSTREAM size limit exceeded. ERROR\0')
      }
    }
  }

  const fake: Clamd = {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has no other kind
    received: 0,
    answerBy(next) {
      answer = next
    },
    limitTo(bytes) {
      limit = bytes
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}
