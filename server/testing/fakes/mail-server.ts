/** A mail server as a sender sees it, on a local port, with all possible failures. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import PostalMime, { type Email } from 'postal-mime'

/** `greylist` and `refuse` answer 4xx and 5xx, `policy` 5xx because of the sender; `lose` accepts the email and hangs up before it says so. */
export type MailFault = 'hang up' | 'silence' | 'greylist' | 'refuse' | 'policy' | 'lose'

/** What the server says to an address; with the other faults it says something else, or nothing. */
const REFUSALS: Partial<Record<MailFault, string>> = {
  greylist: '451 come again',
  refuse: '550 not now',
  policy: '550 5.7.1 no relaying',
}

export type MailServer = {
  url: string
  /** How many emails each address got. */
  received: Map<string, number>
  /** The emails that an address got, the oldest first. */
  mailsTo(address: string): Promise<Email[]>
  /** How often something went wrong. */
  faults: number
  /** Chooses an email's failure by its address; called again at each try. */
  failBy(decide: (address: string) => MailFault | null): void
  close(): Promise<void>
}

type Taken = { address: string; lines: string[] }

/** @param take what becomes of an email; unless given, it is kept for `mailsTo` */
export async function mailServer(take?: (mail: Taken) => void): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const taken: Taken[] = []
  const keep = take ?? ((mail: Taken) => void taken.push(mail))
  let decide: (address: string) => MailFault | null = () => null

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    void converse(socket).catch(() => undefined) // its sender was killed
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function converse(socket: Socket): Promise<void> {
    let address = ''
    let fault: MailFault | null = null
    let isData = false
    let lines: string[] = []
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.example')
    for await (const line of createInterface({ input: socket })) {
      if (isData) {
        if (line !== '.') {
          lines.push(line.replace(/^\.\./, '.'))
          continue
        }
        isData = false
        keep({ address, lines })
        emails.received.set(address, (emails.received.get(address) ?? 0) + 1)
        if (fault === 'lose') return void socket.destroy()
        say('250 taken')
      } else if (line.startsWith('RCPT')) {
        address = /<(.*)>/.exec(line)?.[1] ?? ''
        fault = decide(address)
        if (fault) emails.faults += 1
        if (fault === 'silence') return
        if (fault === 'hang up') return void socket.destroy()
        say(fault ? (REFUSALS[fault] ?? '250 ok') : '250 ok')
      } else if (line === 'DATA') {
        isData = true
        lines = []
        say('354 go on')
      } else if (line === 'QUIT') {
        socket.end('221 bye\r\n')
      } else say('250 ok')
    }
  }

  const { port } = server.address() as AddressInfo // a TCP server has no other kind
  const emails: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: new Map(),
    mailsTo: (address) =>
      Promise.all(
        taken
          .filter((mail) => mail.address === address)
          .map(({ lines }) => PostalMime.parse(lines.join('\r\n'))),
      ),
    faults: 0,
    failBy(next) {
      decide = next
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return emails
}
