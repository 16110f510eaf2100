/** A download through a permanent link that is cut, and goes on after its signed address has expired. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadSeconds } from '@nofiller/contract/library/download-lifetimes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { freePort, openTestStore, type TestStore } from '../testing/store.ts'

const SIZE = 64 * 1024 * 1024
const CUT_AT = 0.4

let test: TestStore
let line: Line
let folder: string
let secondsAhead = 0

beforeAll(async () => {
  const port = await freePort()
  test = await openTestStore({
    settings: { PUBLIC_URL: `http://127.0.0.1:${port}` },
    clock: () => new Date(Date.now() + secondsAhead * 1_000),
  })
  line = await openLine(port, Number(new URL(test.url).port))
  folder = await mkdtemp(join(tmpdir(), 'nofiller-resume-'))
})
afterAll(async () => {
  line.server.close()
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

it('curl resumes a download after it was cut at 40 % and its address ended, and gets the same bytes', async () => {
  const bytes = randomBytes(SIZE)
  const june = await signedIn(test)
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id, files: [{ bytes }] })
  await buyAndPay(test, june, game)
  const { body } = await june.post(`/api/library/${game.id}/link`, { fileId: game.files[0]?.id })
  const signed = (await fetch(body.url, { redirect: 'manual' })).headers.get('location') ?? ''
  const path = join(folder, 'game.zip')

  line.bytesLeft = SIZE * CUT_AT
  expect(await curl('-o', path, body.url)).not.toBe(0)
  const { size } = await stat(path)
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThan(SIZE * (CUT_AT + 0.1))

  line.bytesLeft = Number.POSITIVE_INFINITY
  secondsAhead = downloadSeconds(SIZE) + 1
  expect((await fetch(signed, { method: 'HEAD' })).status).toBe(403)
  expect(await curl('-C', '-', '-o', path, body.url)).toBe(0)
  expect(sha256(await readFile(path))).toBe(sha256(bytes))
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Runs curl and returns its exit code. @throws when it is not installed */
function curl(...options: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    execFile('curl', ['--silent', '--location', '--fail', ...options], (error) => {
      if (error && typeof error.code !== 'number') reject(error)
      else resolve(Number(error?.code ?? 0))
    })
  })
}

/** A proxy to the store that disconnects after that many bytes. */
type Line = { server: Server; bytesLeft: number }

async function openLine(port: number, storePort: number): Promise<Line> {
  const line: Line = { server: createServer((client) => carry(client)), bytesLeft: Number.POSITIVE_INFINITY }
  const carry = (client: Socket) => {
    const store = connect(storePort, '127.0.0.1')
    client.pipe(store)
    store.pipe(client)
    store.on('data', ({ length }) => {
      line.bytesLeft -= length
      if (line.bytesLeft > 0) return
      client.end()
      store.destroy()
    })
    client.on('error', () => store.destroy())
    client.on('close', () => store.destroy())
    store.on('error', () => client.destroy())
  }
  line.server.listen(port, '127.0.0.1')
  await once(line.server, 'listening')
  return line
}
