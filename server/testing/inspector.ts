/** Node's inspector of another process, which opens it at SIGUSR1. */
import { once } from 'node:events'

export type Inspector = {
  /** Collects garbage. @returns what is still in use: of the JavaScript heap, and of buffers outside of it */
  liveBytes(): Promise<number>
  close(): void
}

type HeapUsage = { usedSize: number; backingStorageSize: number }

/** @param address the WebSocket that the process announces */
export async function inspectorOf(address: string): Promise<Inspector> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let asked = 0
  const ask = async (method: string): Promise<unknown> => {
    asked += 1
    socket.send(JSON.stringify({ id: asked, method }))
    const [message] = (await once(socket, 'message')) as [MessageEvent<string>]
    return JSON.parse(message.data).result
  }
  return {
    close: () => socket.close(),
    async liveBytes() {
      await ask('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize } = (await ask('Runtime.getHeapUsage')) as HeapUsage
      return usedSize + backingStorageSize
    },
  }
}
