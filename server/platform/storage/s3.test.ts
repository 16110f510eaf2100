import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasObjectStore, type ObjectStore, openObjectStore } from '../../testing/fakes/object-store.ts'
import { systemClock } from '../clock.ts'
import { HttpError } from '../http/errors/errors.ts'
import { requireWriteOnce, s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

describe.skipIf(!hasObjectStore)('an S3-compatible store', () => {
  let objects: ObjectStore
  let storage: Storage
  beforeAll(async () => {
    objects = await openObjectStore()
    storage = s3Storage(objects, systemClock)
  })
  afterAll(() => objects?.stop())

  const grant = (key: string, sizeBytes: number | undefined) => ({
    key,
    contentType: 'application/zip',
    sizeBytes,
    maxBytes: 1_000_000,
    expiresInSeconds: 60,
  })

  it('D4 signs type, length and write-once into an upload address, and no checksum', async () => {
    const { url, headers } = await storage.presignPut(grant('games/signed', 1_000))
    expect(url.toLowerCase()).not.toContain('x-amz-checksum')
    expect(url.toLowerCase()).not.toContain('x-amz-sdk')
    const signed = new URL(url).searchParams.get('X-Amz-SignedHeaders')
    expect(signed).toBe('content-length;content-type;host;if-none-match')
    expect(headers).toEqual({ 'content-type': 'application/zip', 'if-none-match': '*' })
    const put = (type: string) =>
      fetch(url, { method: 'PUT', body: randomBytes(1_000), headers: { ...headers, 'content-type': type } })
    expect((await put('text/html')).status).toBe(403)
    expect((await put('application/zip')).status).toBe(200)
  })

  it('D4 signs only the type when no size was announced', async () => {
    const { url } = await storage.presignPut(grant('games/unknown-size', undefined))
    expect(url.toLowerCase()).not.toContain('x-amz-checksum')
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host;if-none-match')
  })

  it('signs addresses for the origin that browsers reach', async () => {
    const public_ = s3Storage({ ...objects, publicUrl: 'https://files.example.com' }, systemClock)
    const { url } = await public_.presignPut(grant('games/a', 1))
    expect(url).toMatch(/^https:\/\/files\.example\.com\/test-bucket\/games\/a\?/)
    expect(await public_.presignGet({ key: 'games/a', fileName: 'a.zip', expiresInSeconds: 60 })).toMatch(
      /^https:\/\/files\.example\.com\/test-bucket\/games\/a\?/,
    )
  })

  it('does not mistake a wrong key or bucket for an outage', async () => {
    for (const wrong of [{ secretAccessKey: 'wrong' }, { bucket: 'no-such-bucket' }]) {
      const failed = await s3Storage({ ...objects, ...wrong }, systemClock)
        .check()
        .catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Error)
      expect(failed).not.toBeInstanceOf(HttpError)
      expect(failed).toMatchObject({ message: expect.stringMatching(/answers 40[34] for the bucket "/) })
    }
  })

  it('D4 is accepted if it keeps what was written first, and the test leaves no trace', async () => {
    await requireWriteOnce(storage)
    const { Contents = [] } = await objects.client.send(new ListObjectsV2Command({ Bucket: objects.bucket }))
    expect(Contents.filter(({ Key }) => Key?.startsWith('probes/'))).toEqual([])
  })

  it('R6 counts as down while it does not answer, and as up when it answers again', async () => {
    const away = { status: 503, retryAfterSeconds: 10 }
    await storage.write('games/stored', Buffer.from('stored'))
    const impatient = s3Storage(objects, systemClock, 500)
    objects.pause()
    await Promise.all(
      [
        impatient.check(),
        impatient.sizeOf('games/stored'),
        impatient.read('games/stored').toArray(),
        impatient.remove('games/other'),
        impatient.presignPut(grant('games/other', 1)),
      ].map((call) => expect(call).rejects.toMatchObject(away)),
    )
    objects.resume()
    await storage.check()
    expect((await storage.read('games/stored').toArray()).join('')).toBe('stored')
  })
})

describe('an object store of another kind', () => {
  /** A server that sends the same response to every PUT. */
  async function answering(putStatus: number): Promise<Storage> {
    const server = createServer((request, response) => {
      response.statusCode = request.method === 'PUT' ? putStatus : 200
      request.resume().once('end', () => response.end())
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const key = { accessKeyId: 'key', secretAccessKey: 'secret' }
    return s3Storage(
      { endpoint, publicUrl: endpoint, region: 'us-east-1', bucket: 'games', ...key },
      systemClock,
    )
  }

  it('D4 is refused if it overwrites an object', async () => {
    await expect(requireWriteOnce(await answering(200))).rejects.toThrow('If-None-Match')
  })

  it('D4 is asked again later when another write of the key is in progress', async () => {
    const storage = await answering(409)
    await expect(storage.write('games/a', Buffer.from('a'))).rejects.toMatchObject({ status: 503 })
  })

  it('has an object already only if it says so', async () => {
    const storage = await answering(412)
    await expect(storage.write('games/a', Buffer.from('a'))).rejects.toMatchObject({
      code: 'already_uploaded',
    })
  })
})
