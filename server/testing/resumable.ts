import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type HttpRequest, Upload } from 'tus-js-client'
import type { Person } from './fixtures/people.ts'
import { eventually, type TestStore } from './store.ts'

const TUS = { 'tus-resumable': '1.0.0' }

/** Opens an upload that goes on after a cut. */
export async function openResumable(
  person: Person,
  size: number,
  filename = 'game.zip',
): Promise<{ tempKey: string; url: string }> {
  const { status, body } = await person.post('/api/upload/temp-file', {
    filename,
    contentType: 'application/zip',
    size,
    resumable: true,
  })
  if (status !== 200) throw new Error(`opening answered ${status}`)
  return { tempKey: body.tempKey, url: body.uploadUrl }
}

export const head = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'HEAD', headers: { ...TUS, ...headers } })

/** How many bytes the store has. Asks again while it says that it will answer later, as the browser does. */
export async function offsetOf(url: string): Promise<number> {
  const answer = await eventually(async () => {
    const given = await head(url)
    return [423, 503].includes(given.status) ? null : given
  }, 60_000)
  if (answer.status !== 200) throw new Error(`HEAD answered ${answer.status}`)
  return Number(answer.headers.get('upload-offset'))
}

export const patch = (
  url: string,
  bytes: Buffer,
  offset: number,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'PATCH',
    body: new Uint8Array(bytes),
    headers: {
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
  })

/**
 * Sends a file as the browser's client does, from where the store is to the end, or until it is cut.
 * @param cutAt bytes of the file after which it is
 * @param cut what happens then; without it the line ends
 */
export function sendByTus(
  url: string,
  path: string,
  cutAt = Number.POSITIVE_INFINITY,
  cut?: () => unknown,
): Promise<'sent' | 'cut'> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      uploadUrl: url,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        if (request.getMethod() === 'PATCH') cutBody(request, cutAt, onCut)
      },
      onSuccess: () => resolve('sent'),
      onError: reject,
    })
    const onCut = () => {
      resolve('cut')
      if (cut) cut()
      else void upload.abort()
    }
    upload.start()
  })
}

/** Calls back once, as the byte leaves: the progress that the client reports is up to 100 ms old. */
function cutBody(request: HttpRequest, cutAt: number, onCut: () => void): void {
  const send = request.send.bind(request)
  request.send = (body: Readable) => {
    let sentBytes = Number(request.getHeader('Upload-Offset'))
    const count = (piece: Buffer) => {
      sentBytes += piece.length
      if (sentBytes < cutAt) return
      body.off('data', count)
      body.unpipe() // what was read is sent, and no more
      onCut()
    }
    body.on('data', count)
    return send(body)
  }
}

/** Where an upload is stored. */
export async function storageKeyOf({ db }: Pick<TestStore, 'db'>, tempKey: string): Promise<string> {
  const find = db.selectFrom('uploads').select('storage_key').where('temp_key', '=', tempKey)
  return (await find.executeTakeFirstOrThrow()).storage_key
}

export const storedSha256 = async (test: TestStore, tempKey: string) =>
  sha256Of(test.storage.read(await storageKeyOf(test, tempKey)))

export const isStored = async (test: TestStore, tempKey: string) =>
  (await test.storage.sizeOf(await storageKeyOf(test, tempKey))) !== null

/** A file of random bytes to be sent. @returns its path */
export async function aFileToSend(test: TestStore, bytes: number): Promise<string> {
  const path = join(test.dataDir, `sent-${randomBytes(6).toString('hex')}`)
  await writeFile(path, randomBytes(bytes))
  return path
}

export async function sha256Of(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}
