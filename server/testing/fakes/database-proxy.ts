/** The road from a store to its database, which can be cut and mended. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'

export type DatabaseProxy = {
  /** The database as it is reached on this road. */
  url: string
  /** Ends all connections and takes no new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** @param databaseUrl of a server that listens on a Unix socket, as the tests' own does */
export async function databaseRoad(databaseUrl: string): Promise<DatabaseProxy> {
  const [, user, name, folder = ''] = /^postgresql:\/\/(\w+)@\/(\w+)\?host=(.+)$/.exec(databaseUrl) ?? []
  const socketPath = join(decodeURIComponent(folder), '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(socketPath)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    pipeline(near, far, near, () => undefined)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo // a TCP server has no other kind
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${name}`,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: () => listen(port),
  }
}
