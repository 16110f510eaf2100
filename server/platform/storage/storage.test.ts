/** The behavior of both storages, over the URLs that browsers use. Only for files on disk: routes.test.ts. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3'
import { parse as parseDisposition } from 'content-disposition'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasObjectStore, type ObjectStore, openObjectStore } from '../../testing/fakes/object-store.ts'
import { openTestStore, type TestStore } from '../../testing/store.ts'

const TYPE = 'application/zip'
const MAX = 1_000_000

type StorageSetup = {
  test: TestStore
  objects: ObjectStore | null
  /** Leaves the remains of a broken write. */
  breakOff(): Promise<void>
  close(): Promise<void>
}

let secondsAhead = 0
const clock = () => new Date(Date.now() + secondsAhead * 1_000)
const settings = { MAX_UPLOAD_BYTES: String(MAX) }

async function onDisk(): Promise<StorageSetup> {
  const test = await openTestStore({ clock, settings })
  return {
    test,
    objects: null,
    breakOff: () => writeFile(join(test.dataDir, 'files', '.aside', 'half'), 'half'),
    close: () => test.close(),
  }
}

async function onS3(): Promise<StorageSetup> {
  const objects = await openObjectStore()
  const test = await openTestStore({ clock, settings: { ...settings, ...objects.environment } })
  await objects.allowUploadsFrom(test.url)
  return {
    test,
    objects,
    breakOff: async () => {
      await objects.client.send(
        new CreateMultipartUploadCommand({ Bucket: objects.bucket, Key: 'games/half' }),
      )
    },
    close: async () => {
      await test.close()
      await objects.stop()
    },
  }
}

describe('on disk', () => promises(onDisk))
describe.skipIf(!hasObjectStore)('on S3', () => promises(onS3))

function promises(open: () => Promise<StorageSetup>): void {
  let setup: StorageSetup
  let storage: TestStore['storage']
  let number = 0
  beforeAll(async () => {
    setup = await open()
    storage = setup.test.storage
  })
  afterAll(() => setup?.close())

  const newKey = () => `games/test-${++number}`
  const putAddress = (key: string, sizeBytes?: number) =>
    storage.presignPut({ key, contentType: TYPE, sizeBytes, maxBytes: MAX, expiresInSeconds: 60 })
  const getAddress = (key: string, fileName = 'game.zip') =>
    storage.presignGet({ key, fileName, expiresInSeconds: 60 })
  const put = async (url: string, body: Buffer, headers: Record<string, string>) =>
    (await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers })).status
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const stored = async (bytes = randomBytes(10_000)) => {
    const key = newKey()
    await storage.write(key, bytes)
    return { key, bytes, url: await getAddress(key) }
  }

  it('accepts an upload and returns the same bytes', async () => {
    const key = newKey()
    const bytes = randomBytes(50_000)
    const { url, headers } = await putAddress(key, bytes.length)
    expect(await put(url, bytes, headers)).toBeLessThan(300)
    expect((await get(await getAddress(key))).bytes.equals(bytes)).toBe(true)
    expect(await storage.sizeOf(key)).toBe(bytes.length)
  })

  it('returns an empty file', async () => {
    const { url } = await stored(Buffer.alloc(0))
    const answer = await get(url)
    expect(answer.status).toBe(200)
    expect(answer.bytes).toHaveLength(0)
  })

  it('accepts an upload without an announced size', async () => {
    const { url, headers } = await putAddress(newKey())
    expect(await put(url, randomBytes(5_000), headers)).toBeLessThan(300)
  })

  it('D2 D4 an upload address is valid for one key, method, type, size and time', async () => {
    const key = newKey()
    const bytes = randomBytes(1_000)
    const { url, headers } = await putAddress(key, bytes.length)
    const refused = [
      await put(url.replace(key, newKey()), bytes, headers),
      await put(url, bytes, { ...headers, 'content-type': 'text/html' }),
      await put(url, Buffer.concat([bytes, Buffer.from('x')]), headers),
      await put(url, bytes.subarray(1), headers),
      await put(laterExpiry(url), bytes, headers),
      (await get(url)).status,
      (await fetch(url, { method: 'DELETE' })).status,
      (await fetch(url, { method: 'POST', body: 'x' })).status,
    ]
    for (const status of refused) expect([400, 403, 405, 415], refused.join()).toContain(status)
    expect(await storage.sizeOf(key)).toBeNull()
    expect(await put(url, bytes, headers)).toBeLessThan(300)
  })

  it('D2 an upload address is refused one second after its end', async () => {
    const key = newKey()
    const { url, headers } = await addressThatEnded(() => putAddress(key, 1_000))
    expect(await put(url, randomBytes(1_000), headers)).toBe(403)
    expect(await storage.sizeOf(key)).toBeNull()
  })

  it('D3 of parallel uploads one is stored, and none can replace it', async () => {
    const key = newKey()
    const { url, headers } = await putAddress(key, 5_000)
    const bodies = Array.from({ length: 8 }, () => randomBytes(5_000))
    const statuses = await Promise.all(bodies.map((body) => put(url, body, headers)))
    const winners = bodies.filter((_body, at) => (statuses[at] ?? 0) < 300)
    expect(winners, statuses.join()).toHaveLength(1)
    expect([409, 412]).toContain(await put(url, randomBytes(5_000), headers))
    await expect(storage.write(key, randomBytes(5_000))).rejects.toMatchObject({ code: 'already_uploaded' })
    expect((await get(await getAddress(key))).bytes.equals(winners[0] ?? Buffer.alloc(0))).toBe(true)
  })

  it('D3 refuses an upload without the write-once headers', async () => {
    const key = newKey()
    const { url, headers } = await putAddress(key, 1_000)
    for (const name of Object.keys(headers))
      expect([403, 415], name).toContain(await put(url, randomBytes(1_000), { ...headers, [name]: '' }))
    expect(await storage.sizeOf(key)).toBeNull()
  })

  it('D9 refuses a download address with any change', async () => {
    const { url, key } = await stored()
    const other = await stored()
    expect((await get(url)).status).toBe(200)
    for (const changed of [
      url.replace(key, other.key),
      url.replace('game.zip', 'game.exe'),
      laterExpiry(url),
      url.replace(/(signature=)(.)/i, (_, name, first) => name + (first === '0' ? '1' : '0')),
      url.replace(/&(?:X-Amz-)?signature=[^&]*/i, ''),
      `${url}&response-content-type=text%2Fhtml`,
      `${url}&name=other.zip`,
    ])
      expect((await get(changed)).status, changed).toBe(403)
    expect((await get(await addressThatEnded(() => getAddress(key)))).status).toBe(403)
  })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=9000-', 9_000, 9_999],
    ['bytes=-100', 9_900, 9_999],
    ['bytes=9990-20000', 9_990, 9_999],
    ['bytes=0-0', 0, 0],
  ])('D9 answers the range %s', async (range, start, end) => {
    const { url, bytes } = await stored()
    const answer = await get(url, { range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/10000`)
    expect(answer.bytes.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it('D9 answers 416 beyond the end, and a download continues under a new address', async () => {
    const { url, key, bytes } = await stored()
    expect((await get(url, { range: 'bytes=10000-' })).status).toBe(416)
    const started = await get(url, { range: 'bytes=0-4999' })
    const ifRange = started.headers.get('etag') ?? ''
    const rest = await get(await getAddress(key), { range: 'bytes=5000-', 'if-range': ifRange })
    expect(Buffer.concat([started.bytes, rest.bytes]).equals(bytes)).toBe(true)
  })

  it('D1 D8 sends a download under its given name, whatever it contains, and never as a page', async () => {
    const { key } = await stored()
    for (const name of [
      'Zwölf "Nächte" – \u202Eexe.zip',
      '../../etc/passwd',
      '..\\..\\boot.ini',
      '%2e%2e%2f',
      'a:b;c=d.zip',
      'line\r\nset-cookie: a=b',
      'x'.repeat(200),
    ]) {
      const { headers, status } = await get(await getAddress(key, name))
      expect(status, name).toBe(200)
      const disposition = headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(/^attachment;/)
      expect(parseDisposition(disposition).parameters.filename).toBe(name)
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it('reads a part, fails for a missing object, and removes objects', async () => {
    const { key, bytes } = await stored()
    const part = Buffer.concat(await storage.read(key, { start: 10, end: 19 }).toArray())
    expect(part.equals(bytes.subarray(10, 20))).toBe(true)
    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.sizeOf(key)).toBeNull()
    await expect(storage.read(key).toArray()).rejects.toThrow()
  })

  it('releases an object that is no longer read', async () => {
    const { key } = await stored(randomBytes(4_000_000))
    for await (const _chunk of storage.read(key)) break
    const staging = storage.read(key)
    staging.on('error', () => undefined).destroy()
    expect(await storage.sizeOf(key)).toBe(4_000_000)
  })

  it('D1 accepts only keys that the store makes', async () => {
    for (const key of [
      '../secret',
      'games/../../secret',
      '/etc/passwd',
      'games/.hidden',
      'games',
      'games/a b',
    ])
      await expect((async () => storage.write(key, Buffer.from('x')))(), key).rejects.toThrow(
        'not a storage key',
      )
  })

  it('D5 sweeps old remainders of interrupted writes', async () => {
    const inAMinute = new Date(Date.now() + 60_000)
    await setup.breakOff()
    expect(await storage.sweep(new Date(Date.now() - 60_000))).toBe(0)
    expect(await storage.sweep(inAMinute)).toBe(1)
    expect(await storage.sweep(inAMinute)).toBe(0)
  })

  it('F2 accepts uploads from this site only', async () => {
    const { url } = await putAddress(newKey(), 1_000)
    const preflight = (origin: string, method = 'PUT', header = 'content-type, if-none-match') =>
      fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': header,
        },
      })
    const allowed = await preflight(setup.test.url)
    expect(allowed.ok).toBe(true)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(setup.test.url)
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(allowed.headers.get('access-control-allow-headers')?.split(/, ?/)).toEqual([
      'content-type',
      'if-none-match',
    ])
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    const foreign = await preflight('https://elsewhere.example')
    expect([null, setup.test.url]).toContain(foreign.headers.get('access-control-allow-origin'))
  })

  it('T21 serves nothing but pictures from the site, cached by browsers permanently and by shared caches for a minute', async () => {
    await storage.write('uploads/dev/game/card/abc.webp', Buffer.from('RIFF'))
    await storage.write('uploads/dev/game/card/page.html', Buffer.from('<script>'))
    const picture = await setup.test.nobody.get('/uploads/dev/game/card/abc.webp')
    expect(picture.text).toBe('RIFF')
    expect(picture.headers.get('cache-control')).toBe('public, s-maxage=60, max-age=31536000, immutable')
    expect(picture.headers.get('content-type')).toBe('image/webp')
    expect(picture.headers.get('content-length')).toBe('4')
    const again = await setup.test.nobody.get('/uploads/dev/game/card/abc.webp', {
      'if-none-match': picture.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    for (const missing of ['page.html', 'none.webp'])
      expect((await setup.test.nobody.get(`/uploads/dev/game/card/${missing}`)).status).toBe(404)
  })

  async function addressThatEnded<T>(make: () => Promise<T>): Promise<T> {
    secondsAhead = -61
    const address = await make()
    secondsAhead = 0
    return address
  }
}

const laterExpiry = (url: string): string =>
  url.replace(/(?:X-Amz-)?expires=\d+/i, (expiry) => `${expiry}0`.replace('600', '6000'))
