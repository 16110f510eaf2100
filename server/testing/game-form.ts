import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import type { Reply } from './client.ts'
import type { Person } from './people.ts'

/** A real archive of about this many bytes that do not compress. */
export const aZip = (bytes = 2_000): Buffer =>
  Buffer.from(zipSync({ 'game.bin': [randomBytes(bytes), { level: 0 }] }))

/** A real picture, of another colour each time. */
export const aPicture = (width = 640, height = 448): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
    .png()
    .toBuffer()

/** Asks for an address as the form does. */
export const presign = (person: Person, filename: string, size?: number): Promise<Reply> =>
  person.post('/api/upload/temp-file', { filename, contentType: 'application/zip', size })

/** Uploads bytes and answers their temp key. */
export async function upload(person: Person, bytes: Buffer, filename = 'game.zip'): Promise<string> {
  const { body } = await presign(person, filename, bytes.length)
  const put = await fetch(body.uploadUrl, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: body.headers,
  })
  if (!put.ok) throw new Error(`upload answered ${put.status}`)
  return body.tempKey
}

export type FormFields = Record<string, string | string[] | Buffer | Buffer[] | undefined>

/** The fields of a complete form, but for its files. */
export const aForm = async (changes: FormFields = {}): Promise<FormFields> => ({
  status: 'published',
  title: 'Night Ferry',
  description: '<p>A crossing.</p>',
  projectType: 'Game',
  stage: 'Released',
  category: 'SFW',
  tags: ['RPG'],
  price: '9.99',
  isFree: 'false',
  cardImage: await aPicture(),
  coverImage: await aPicture(),
  ...changes,
})

/** Sends a form as a browser would. */
export function sendForm(person: Person, path: string, fields: FormFields): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    const values: (string | Buffer | undefined)[] = Array.isArray(value) ? value : [value]
    for (const each of values)
      if (typeof each === 'string') form.append(name, each)
      else if (each) form.append(name, new Blob([new Uint8Array(each)]), 'picture.png')
  }
  return person.send('POST', path, { body: form })
}

export const filesJson = (...entries: object[]): string =>
  JSON.stringify(entries.map((entry) => ({ device: 'Windows', ...entry })))

/** Creates a game with one file through the form. */
export async function createGame(person: Person, changes: FormFields = {}): Promise<Reply> {
  const gameFilesTempJson = changes.gameFilesTempJson ?? filesJson({ tempKey: await upload(person, aZip()) })
  return sendForm(person, '/api/games', await aForm({ ...changes, gameFilesTempJson }))
}

/** Changes a game through the form; its pictures stay. */
export const editGame = async (person: Person, id: string, changes: FormFields): Promise<Reply> =>
  sendForm(
    person,
    `/api/games/${id}`,
    await aForm({ cardImage: undefined, coverImage: undefined, ...changes }),
  )
