/** The demo store of the browser tests, in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { clientOf } from '../../server/testing/client.ts'
import { eventually } from '../../server/testing/store.ts'
import { mailTo } from '../mailbox.ts'
import { port } from '../plant.ts'

export type DemoStore = { url: string; close(): Promise<void> }

/** Planting encodes hundreds of pictures. */
export const OPENED_WITHIN_MS = 1_800_000

export async function openDemoStore(): Promise<DemoStore> {
  const url = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (await isReady()) throw new Error(`Another store answers at ${url}.`)
  const store = spawn(process.execPath, ['e2e/serve.ts'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await eventually(() => {
    if (store.exitCode !== null) throw new Error('The demo store ended before it was open.')
    return isReady()
  }, OPENED_WITHIN_MS)
  return {
    url,
    close: async () => {
      store.kill()
      await once(store, 'exit')
    },
  }
}

export const PASSWORD = 'a-Long-enough-secret-7'

export type Somebody = { username: string; email: string; password: string }

let people = 0
/** A name that no other journey uses. */
export function somebody(): Somebody {
  people += 1
  const username = `soak_${process.pid}_${people}`
  return { username, email: `${username}@example.test`, password: PASSWORD }
}

/** An account that is verified already, made through the calls that the forms make. */
export async function account({ url }: DemoStore): Promise<Somebody> {
  const person = somebody()
  const client = clientOf(url)
  await client.post('/api/register-start', { ...person, notifyPurchases: true, notifyUpdates: false })
  const code = await mailedCode(url, person.email)
  const { email, password } = person
  const verified = await client.post('/api/verify-email', { email, code, password })
  if (verified.status !== 200) throw new Error(`${email} could not be verified: ${verified.text}`)
  return person
}

/** The six digits of the newest email to an address, from the demo's mailbox. */
export const mailedCode = (url: string, address: string): Promise<string> =>
  eventually(async () => {
    const mailbox = (await clientOf(url).get('/sandbox/mail')).text
    return /\b\d{6}\b/.exec(mailTo(address, mailbox))?.[0]
  })
