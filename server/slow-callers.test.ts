import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aForm, createGame, type FormFields, filesJson } from './testing/fixtures/game-form.ts'
import { type Person, signedIn, usePerson } from './testing/fixtures/people.ts'
import { useTestStore } from './testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')

const change = (person: Person, body: object) =>
  admin.patch(`/api/admin/users/${person.id}`, { reason: 'As agreed', ...body })

/** Sends the head of a request. */
function begin(person: Person, call: string, headers: Record<string, string> = {}): Socket {
  const { port, hostname, host } = new URL(test.url)
  const socket = connect(Number(port), hostname)
  const all = { host, connection: 'close', authorization: `Bearer ${person.token}`, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${call} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return socket
}

/** Sends a body whose last byte comes only after `meanwhile`. @returns the answer's status */
async function sendSlowly(
  person: Person,
  call: string,
  type: string,
  body: string,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const socket = begin(person, call, { 'content-type': type, 'content-length': String(body.length) })
  socket.write(body.slice(0, -1))
  await sleep(500) // for the caller to be let in; where that takes longer they are refused at once
  await meanwhile()
  socket.write(body.slice(-1))
  return Number((await text(socket)).split(' ')[1])
}

/** The bytes until the connection ends, cut off or closed. */
async function receivedFrom(socket: Socket): Promise<string> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of socket) pieces.push(piece)
  } catch {
    // cut off
  }
  return Buffer.concat(pieces).toString()
}

const rowOf = ({ id }: Person) =>
  test.row<{ role: string; suspended_at: Date | null }>`
    select role, suspended_at from accounts where id = ${id}`

it('A9 refuses an admin who lost the role while sending a body, and changes nothing', async () => {
  for (const lost of [{ role: 'player' }, { suspended: true }]) {
    const former = await signedIn(test, 'admin')
    const wish = JSON.stringify({ role: 'admin', suspended: false, reason: 'I like it' })
    const status = await sendSlowly(
      former,
      `PATCH /api/admin/users/${former.id}`,
      'application/json',
      wish,
      () => change(former, lost),
    )
    expect([401, 403]).toContain(status)
    const { role, suspended_at } = await rowOf(former)
    expect(role === 'player' || suspended_at !== null).toBe(true)
  }
})

it('A9 refuses a developer who was suspended while sending a form', async () => {
  const june = await signedIn(test, 'developer')
  const { body: game } = await createGame(june, { status: 'draft' })
  const fields = await aForm({
    cardImage: undefined,
    coverImage: undefined,
    gameFilesTempJson: filesJson({ _id: game.gameFiles[0]._id }),
  })
  const path = `POST /api/games/${game._id}`
  const type = 'multipart/form-data; boundary=edge'
  const suspend = () => change(june, { suspended: true })
  expect(await sendSlowly(june, path, type, multipart(fields), suspend)).toBe(401)
  const { status } = (await admin.get(`/api/games/${game._id}`)).body
  expect(status).toBe('draft')
})

const multipart = (fields: FormFields): string => {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []]
      .flat()
      .map((each) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${each}\r\n`),
  )
  return `${parts.join('')}--edge--\r\n`
}

it('A9 stops an export when its reader is suspended', async () => {
  await test.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx) // 36 MB at once, which no call of the store writes
    await sql`insert into contact_messages (id, email, subject, message, created_at)
      select gen_random_uuid(), 'june@example.test', 'Hello', repeat('m', 4000), now() - interval '1 day' + n * interval '1 second'
      from generate_series(1, 9000) as n`.execute(tx)
  })
  const reader = await signedIn(test, 'admin')
  const socket = begin(reader, 'GET /api/admin/contacts.csv?sort=old')
  await once(socket, 'readable')
  await change(reader, { suspended: true })
  await test.sql`insert into contact_messages (id, email, subject, message)
    values (gen_random_uuid(), 'kim@example.test', 'Secret', 'written after the suspension')`
  const answer = await receivedFrom(socket)
  expect(answer).toContain('200 OK')
  expect(answer).not.toContain('written after the suspension')
  expect(answer.endsWith('0\r\n\r\n')).toBe(false)
})
