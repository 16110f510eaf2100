import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../testing/store.ts'
import { type DiskStorage, diskStorage } from '../disk.ts'
import type { AddressSigner } from '../signed-address.ts'
import type { PartStore } from './resumable.ts'
import { diskParts } from './resumable-disk.ts'

const KEY = 'game-files/one/upload'

let folder: string
let storage: DiskStorage
let parts: PartStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nofiller-parts-'))
  storage = await diskStorage(folder, {} as AddressSigner) // no address is made here
  parts = diskParts(storage, 1_000)
})
afterEach(() => rm(folder, { recursive: true }))

const open = (sizeBytes: number) =>
  parts.open({ key: KEY, contentType: 'application/zip', sizeBytes, expiresInSeconds: 60 })
const staging = () => readdir(storage.staging)
const unknown = { status: 404, code: 'not_found' }

it('an upload that is canceled while it is written is unknown afterwards, and leaves nothing', async () => {
  await open(1_000)
  async function* bytes() {
    yield Buffer.alloc(400)
    await parts.remove(KEY)
    yield Buffer.alloc(400)
  }
  await expect(parts.write(KEY, Readable.from(bytes()), 0)).rejects.toMatchObject(unknown)
  expect(await staging()).toEqual([])
  expect(await parts.find(KEY)).toBeNull()
})

it('an upload that is canceled with its last byte is not stored', async () => {
  await open(400)
  async function* bytes() {
    yield Buffer.alloc(400)
    await parts.remove(KEY)
  }
  await expect(parts.write(KEY, Readable.from(bytes()), 0)).rejects.toMatchObject(unknown)
  expect(await staging()).toEqual([])
  expect(await storage.sizeOf(KEY)).toBeNull()
})

it('a canceled upload accepts no byte', async () => {
  await open(1_000)
  await parts.remove(KEY)
  await expect(parts.write(KEY, Readable.from([Buffer.alloc(400)]), 0)).rejects.toMatchObject(unknown)
  expect(await staging()).toEqual([])
})

it('reports a full disk as such, even when received bytes cannot be flushed', async () => {
  await open(1_000)
  const part = join(storage.staging, KEY.replaceAll('/', '+'))
  await rm(part)
  await symlink('/dev/full', part)
  await expect(parts.write(KEY, Readable.from([Buffer.alloc(400)]), 0)).rejects.toMatchObject({ status: 507 })
})

it('keeps the bytes that arrived before an interruption', async () => {
  await open(1_000)
  async function* bytes() {
    yield Buffer.alloc(400)
    throw new Error('the line went dead')
  }
  await expect(parts.write(KEY, Readable.from(bytes()), 0)).rejects.toThrow('the line went dead')
  expect(await parts.find(KEY)).toEqual({ sizeBytes: 1_000, receivedBytes: 400 })
})

it('records the progress while bytes arrive, so that a crash loses only the bytes since then', async () => {
  await open(3_000)
  const noted: number[] = []
  async function* bytes() {
    for (const sent of [600, 1_200, 1_800]) {
      yield Buffer.alloc(600)
      if (sent >= 1_000) noted.push(await eventually(async () => (await parts.find(KEY))?.receivedBytes))
    }
  }
  await parts.write(KEY, Readable.from(bytes()), 0)
  expect(noted).toEqual([1_200, 1_200])
  expect(await parts.find(KEY)).toEqual({ sizeBytes: 3_000, receivedBytes: 1_800 })
})
