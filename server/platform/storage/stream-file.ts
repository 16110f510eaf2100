import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Range } from './storage.ts'

/** Two buffers per download: one is filled while the other is sent (security D11). */
const BUFFER_BYTES = 128 * 1024

/**
 * Sends a part of a file and ends the response, or aborts it when the file cannot be read. A stream would allocate
 * memory for every piece, which costs more than the copying; these two buffers are reused, each once the
 * socket is done with it. Closes the file.
 */
export async function streamFile(
  file: FileHandle,
  { start, end }: Range,
  into: ServerResponse,
): Promise<void> {
  const gone = new Promise<never>((_resolve, reject) => into.once('close', () => reject(new Error('closed'))))
  gone.catch(noticedLater) // a completed response emits close, too
  let filling = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let sending = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let sent: Promise<void> = Promise.resolve()
  try {
    for (let at = start; at <= end; ) {
      const { bytesRead } = await file.read(filling, 0, Math.min(BUFFER_BYTES, end - at + 1), at)
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      await Promise.race([sent, gone])
      sent = written(into, filling.subarray(0, bytesRead))
      sent.catch(noticedLater)
      ;[filling, sending] = [sending, filling]
      at += bytesRead
    }
    await Promise.race([sent, gone])
    into.end()
  } catch {
    into.destroy()
  } finally {
    await file.close()
  }
}

const written = (into: ServerResponse, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => into.write(bytes, (error) => (error ? reject(error) : resolve())))

/** Marks a promise as handled until it is awaited, so that Node does not report an unhandled rejection. */
const noticedLater = () => undefined
