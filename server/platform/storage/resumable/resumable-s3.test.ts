import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { sweepUploads } from '../../../authoring/uploads/sweep-uploads.ts'
import { hasObjectStore, type ObjectStore, openObjectStore } from '../../../testing/fakes/object-store.ts'
import { usePerson } from '../../../testing/fixtures/people.ts'
import {
  aFileToSend,
  head,
  isStored,
  offsetOf,
  openResumable,
  patch,
  sendByTus,
  sha256Of,
  storageKeyOf,
  storedSha256,
} from '../../../testing/resumable.ts'
import { eventually, useTestStore } from '../../../testing/store.ts'

const MIB = 1024 ** 2

describe.skipIf(!hasObjectStore)('resumable uploads on S3', () => {
  let objects: ObjectStore
  afterAll(() => objects?.stop())
  const test = useTestStore(async () => {
    objects = await openObjectStore()
    return { settings: objects.environment }
  })
  const june = usePerson(test, 'developer')

  /** An upload's data in the bucket: objects, and unfinished multipart uploads. */
  const leftOf = async (tempKey: string): Promise<string[]> => {
    const bucket = { Bucket: objects.bucket, Prefix: await storageKeyOf(test, tempKey) }
    const { Contents = [] } = await objects.client.send(new ListObjectsV2Command(bucket))
    const { Uploads = [] } = await objects.client.send(new ListMultipartUploadsCommand(bucket))
    return [...Contents.map(({ Key = '' }) => Key), ...Uploads.map(({ Key }) => `${Key} (multipart)`)].sort()
  }

  it('D5 continues after interruptions at 40 % and 80 % of a file with the same bytes, and nothing is readable earlier', async () => {
    const size = 50 * MIB
    const path = await aFileToSend(test, size)
    const { tempKey, url } = await openResumable(june, size)
    for (const share of [0.4, 0.8]) {
      expect(await sendByTus(url, path, share * size)).toBe('cut')
      const offset = await eventually(() => offsetOf(url))
      expect(offset).toBeGreaterThan(0)
      expect(offset).toBeLessThan(size)
      expect(await isStored(test, tempKey)).toBe(false)
    }
    expect(await sendByTus(url, path)).toBe('sent')
    expect(await storedSha256(test, tempKey)).toBe(await sha256Of(createReadStream(path)))
    expect(await leftOf(tempKey)).toEqual([await storageKeyOf(test, tempKey)])
    expect((await june.get(`/api/upload/temp-file/${tempKey}`)).body.isComplete).toBe(true)
  })

  it('D3 of two simultaneous writers one wins, and a complete upload accepts no further byte', async () => {
    const { tempKey, url } = await openResumable(june, 5_000)
    const bodies = [randomBytes(5_000), randomBytes(5_000)]
    const statuses = (await Promise.all(bodies.map((body) => patch(url, body, 0)))).map(
      ({ status }) => status,
    )
    expect([...statuses].sort()).toEqual([204, 409])
    const winner = bodies[statuses.indexOf(204)] ?? Buffer.alloc(0)
    for (const offset of [0, 2_500, 5_000])
      expect([409, 413]).toContain((await patch(url, randomBytes(100), offset)).status)
    expect(await storedSha256(test, tempKey)).toBe(await sha256Of([winner]))
    expect(await offsetOf(url)).toBe(5_000)
  })

  it('accepts small pieces', async () => {
    const bytes = randomBytes(6 * MIB)
    const { tempKey, url } = await openResumable(june, bytes.length)
    for (const [start, end] of [
      [0, MIB],
      [MIB, 2 * MIB],
      [2 * MIB, 6 * MIB],
    ] as const) {
      expect(await offsetOf(url)).toBe(start)
      expect((await patch(url, bytes.subarray(start, end), start)).status).toBe(204)
    }
    expect(await storedSha256(test, tempKey)).toBe(await sha256Of([bytes]))
    expect(await leftOf(tempKey)).toEqual([await storageKeyOf(test, tempKey)])
  })

  const multipartOf = async (tempKey: string) => {
    const bucket = { Bucket: objects.bucket, Prefix: await storageKeyOf(test, tempKey) }
    const { Uploads = [] } = await objects.client.send(new ListMultipartUploadsCommand(bucket))
    return { Bucket: objects.bucket, Key: await storageKeyOf(test, tempKey), UploadId: Uploads[0]?.UploadId }
  }

  it('D5 completes on request an upload whose last byte arrived just before a crash', async () => {
    const bytes = randomBytes(10_000)
    const { tempKey } = await openResumable(june, bytes.length)
    const part = { ...(await multipartOf(tempKey)), PartNumber: 1, Body: bytes }
    await objects.client.send(new UploadPartCommand(part))
    expect(await isStored(test, tempKey)).toBe(false)
    expect((await june.get(`/api/upload/temp-file/${tempKey}`)).body.isComplete).toBe(true)
    expect(await storedSha256(test, tempKey)).toBe(await sha256Of([bytes]))
    expect(await leftOf(tempKey)).toEqual([await storageKeyOf(test, tempKey)])
  })

  it('D5 an upload that the object store dropped is unknown and incomplete', async () => {
    const { tempKey, url } = await openResumable(june, 10_000)
    await objects.client.send(new AbortMultipartUploadCommand(await multipartOf(tempKey)))
    const { body } = await june.get(`/api/upload/temp-file/${tempKey}`)
    expect(body).toMatchObject({ isComplete: false, uploadUrl: null })
    expect((await head(url)).status).toBe(404)
  })

  it('D5 sweeps an upload that was not finished within a day, with everything that belongs to it', async () => {
    const { tempKey, url } = await openResumable(june, 20 * MIB)
    await patch(url, randomBytes(MIB), 0)
    const key = await storageKeyOf(test, tempKey)
    expect(await leftOf(tempKey)).toEqual([`${key} (multipart)`, `${key}.info`, `${key}.part`])
    const age = sql<Date>`now() - interval '25 hours'`
    await test.db.updateTable('uploads').set({ created_at: age }).where('temp_key', '=', tempKey).execute()
    const bucket = { Bucket: objects.bucket, Prefix: key }
    expect(await sweepUploads(test.store)).toBe(1)
    expect((await objects.client.send(new ListObjectsV2Command(bucket))).Contents ?? []).toEqual([])
    expect((await objects.client.send(new ListMultipartUploadsCommand(bucket))).Uploads ?? []).toEqual([])
    expect((await head(url)).status).toBe(404)
  })
})
