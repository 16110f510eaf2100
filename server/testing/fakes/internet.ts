/** A few names of the internet for this process and for a machine beside it: a certificate for them, and where they lead. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, setGlobalProxyFromEnv } from 'node:http'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { must } from './debian-machine.ts'

export type Internet = {
  /** A self-signed certificate for `*.example.com`; every fetch in this process trusts it. */
  files: { certificate: string; key: string }
  /** `https://name` leads to this port of this machine from now on. */
  lead(name: string, port: number): void
  /** A port that speaks TLS before one that does not. */
  withTls(port: number): Promise<number>
  close(): Promise<void>
}

/** @param folder takes the certificate and its key */
export async function openInternet(folder: string): Promise<Internet> {
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  await must('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '60', '-subj', '/CN=*.example.com'],
    ...['-addext', 'subjectAltName=DNS:*.example.com', '-keyout', files.key, '-out', files.certificate],
  ])
  const pair = { cert: await readFile(files.certificate), key: await readFile(files.key) }
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, new X509Certificate(pair.cert).toString()])

  const places = new Map<string, number>()
  const open: Server[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => socket.destroy()))
  const splice = (one: Socket, port: number) => {
    const other = connect(port, '127.0.0.1')
    for (const socket of [one, other]) keep(socket)
    one.pipe(other).pipe(one)
  }
  const listen = async (server: Server): Promise<number> => {
    open.push(server.listen(0, '127.0.0.1'))
    await once(server, 'listening')
    return (server.address() as AddressInfo).port // a TCP server has no other kind
  }

  const names = createServer().on('connect', ({ url = '' }, socket: Socket) => {
    const port = places.get(url.replace(/:443$/, ''))
    if (port === undefined) return socket.end('HTTP/1.1 502 No such name\r\n\r\n')
    socket.write('HTTP/1.1 200 Connected\r\n\r\n')
    splice(socket, port)
  })
  const forget = setGlobalProxyFromEnv({
    HTTPS_PROXY: `http://127.0.0.1:${await listen(names)}`,
    NO_PROXY: '127.0.0.1,localhost',
  })
  return {
    files,
    lead: (name, port) => void places.set(name, port),
    withTls: (port) => listen(createTlsServer(pair, (socket) => splice(socket, port))),
    async close() {
      forget()
      setDefaultCACertificates(trusted)
      for (const server of open) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
