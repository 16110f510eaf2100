import { RESUMABLE_FROM_BYTES } from '@nofiller/contract/authoring/game-rules'
import { expect, it } from 'vitest'
import { ApiError, networkError } from '../../../api/api-error.ts'
import type { TusRequest } from './send-by-tus.ts'
import { contentTypeOf, startUpload, type ToSend, type Upload, type UploadParts } from './upload.ts'

const aFile = () => new File(['twelve bytes'], 'game.zip', { type: 'application/zip' })
const ticket = { tempKey: 'k1', uploadUrl: '/files/k1', headers: { 'content-type': 'application/zip' } }
const reply = (status: number, body = '') => ({ status, body, header: () => null })
const COMPLETE = { state: 'complete', tempKey: 'k1' }
const fine = { isComplete: true, finding: null, uploadUrl: null }

const PARTS: UploadParts = {
  presign: async () => ticket,
  stateOf: async () => fine,
  giveUp: () => {},
  put: async () => reply(200),
  sendByTus: async () => reply(204),
  wait: async () => {},
  now: () => 0,
}

/** Runs an upload with fake parts to its end and returns every reported state. */
async function run(parts: Partial<UploadParts>, toSend: ToSend = { file: aFile() }): Promise<Upload[]> {
  const updates: Upload[] = []
  await new Promise<void>((done) => {
    startUpload(
      toSend,
      (upload) => {
        updates.push(upload)
        if (upload.state === 'complete' || upload.state === 'error') done()
      },
      { ...PARTS, ...parts },
    )
  })
  return updates
}

it('A complete upload has the temporary key that the form sends', async () => {
  const updates = await run({})
  expect(updates).toEqual([
    { state: 'uploading', sentBytes: 0, totalBytes: 12, bytesPerSecond: null },
    { state: 'uploading', sentBytes: 0, totalBytes: 12, bytesPerSecond: null, tempKey: 'k1' },
    { state: 'complete', tempKey: 'k1' },
  ])
})

it('An upload that is tried again discards its first attempt', async () => {
  const givenUp: string[] = []
  const updates = await run(
    { giveUp: (tempKey) => void givenUp.push(tempKey) },
    { file: aFile(), tempKey: 'k0' },
  )
  expect(givenUp).toEqual(['k0'])
  expect(updates.at(-1)).toEqual(COMPLETE)
})

it('An upload is sent again to a new place once the connection is back', async () => {
  const givenUp: string[] = []
  const tempKeys = ['k1', 'k2', 'k3']
  const updates = await run({
    presign: async () => ({ ...ticket, tempKey: tempKeys.shift() }),
    giveUp: (tempKey) => void givenUp.push(tempKey),
    put: () => (tempKeys.length > 0 ? Promise.reject(networkError()) : Promise.resolve(reply(200))),
  })
  expect(updates.filter(({ state }) => state === 'paused')).toHaveLength(2)
  expect(updates.at(-1)).toEqual({ state: 'complete', tempKey: 'k3' })
  expect(givenUp).toEqual(['k1', 'k2'])
})

it('An upload reports its progress at most every 150 ms', async () => {
  let clock = 0
  const updates = await run({
    now: () => clock,
    put: async ({ onProgress }) => {
      for (let sent = 1; sent <= 12; sent++) {
        onProgress?.(sent, 12)
        clock += 50
      }
      return reply(200)
    },
  })
  expect(updates.flatMap((upload) => (upload.state === 'uploading' ? [upload.sentBytes] : []))).toEqual([
    0, 0, 1, 4, 7, 10,
  ])
})

it('An upload shows its speed after two seconds', async () => {
  let clock = 0
  const updates = await run({
    now: () => clock,
    put: async ({ onProgress }) => {
      for (let sent = 1; sent <= 12; sent++) {
        onProgress?.(sent, 12)
        clock += 500
      }
      return reply(200)
    },
  })
  const speeds = updates.flatMap((upload) => (upload.state === 'uploading' ? [upload.bytesPerSecond] : []))
  expect(speeds).toEqual([null, null, null, null, null, null, 2, 2, 2, 2, 2, 2, 2, 2])
})

it.each([
  [
    'a presign without an address',
    { presign: async () => ({ tempKey: 'k1' }) },
    'Presign failed: missing fields',
  ],
  [
    'a refused presign',
    { presign: () => Promise.reject(new ApiError({ status: 422, message: 'Too large' })) },
    'Too large',
  ],
  ['storage that refuses without a word', { put: async () => reply(503) }, 'Upload failed (503)'],
  [
    'storage that answers a page',
    { put: async () => reply(502, '<html>Bad gateway</html>') },
    'Upload failed (502)',
  ],
  ['storage that says why', { put: async () => reply(400, 'Wrong length') }, 'Wrong length'],
  [
    'a file that arrived whole and cannot be sold',
    { stateOf: async () => ({ ...fine, finding: 'The archive asks for a password.' }) },
    'The archive asks for a password.',
  ],
])('An upload says what went wrong: %s', async (_, parts, message) => {
  expect((await run(parts)).at(-1)).toMatchObject({ state: 'error', message })
})

it('An upload is complete even if the store cannot check the file now', async () => {
  const updates = await run({ stateOf: () => Promise.reject(networkError()) })
  expect(updates.at(-1)).toEqual(COMPLETE)
})

it('The error of an upload is cut to 200 characters', async () => {
  const last = (await run({ put: async () => reply(400, 'x'.repeat(500)) })).at(-1)
  expect(last?.state === 'error' && last.message.length).toBe(200)
})

it('A cancelled upload reports nothing more', async () => {
  const updates: Upload[] = []
  const cancel = startUpload({ file: aFile() }, (upload) => updates.push(upload), PARTS)
  cancel()
  await new Promise((resume) => setTimeout(resume))
  expect(updates).toHaveLength(1)
})

const totalBytes = RESUMABLE_FROM_BYTES + 1
const largeFile = Object.defineProperty(aFile(), 'size', { value: totalBytes })
const large = (tempKey?: string): ToSend => ({ file: largeFile, tempKey })

/** A store that speaks tus: stores what arrives, and drops the connection at `cuts`. */
function aTusStore(cuts: (() => never | ReturnType<typeof reply>)[] = []) {
  let offset = 0
  const asked: string[] = []
  const parts: Partial<UploadParts> = {
    presign: async (_file, isResumable) => {
      asked.push(isResumable ? 'resumable address' : 'plain address')
      return ticket
    },
    stateOf: async (tempKey) => {
      asked.push(`state of ${tempKey}`)
      const isComplete = offset === totalBytes
      return { isComplete, finding: null, uploadUrl: isComplete ? null : `/tus/${asked.length}` }
    },
    sendByTus: async ({ url, onProgress }: TusRequest) => {
      asked.push(`${url} from ${offset}`)
      const cut = cuts.shift()
      if (cut) {
        offset += 10
        onProgress(offset, totalBytes)
        return cut()
      }
      offset = totalBytes
      onProgress(offset, totalBytes)
      return reply(204)
    },
  }
  return { parts, asked, setOffset: (bytes: number) => (offset = bytes) }
}
const lineLost = (): never => {
  throw networkError()
}

it('A large upload resumes by itself with a new address after a lost connection', async () => {
  const store = aTusStore([lineLost, lineLost])
  const updates = await run(store.parts, large())
  expect(store.asked).toEqual([
    'resumable address',
    '/files/k1 from 0',
    'state of k1',
    '/tus/3 from 10',
    'state of k1',
    '/tus/5 from 20',
    'state of k1',
  ])
  expect(updates.map(({ state }) => state)).toEqual([
    'uploading',
    'uploading',
    'uploading',
    'paused',
    'uploading',
    'paused',
    'uploading',
    'complete',
  ])
  expect(updates[3]).toEqual({ state: 'paused', sentBytes: 10, totalBytes, tempKey: 'k1' })
})

it('A large upload asks for a new address when the old one expired', async () => {
  const store = aTusStore([() => reply(403, 'The address is over')])
  expect((await run(store.parts, large())).at(-1)).toEqual(COMPLETE)
})

it('A large upload resumes where it was when it is tried again', async () => {
  const store = aTusStore([() => reply(422, 'The disk is full')])
  const failed = (await run(store.parts, large())).at(-1)
  expect(failed).toEqual({ state: 'error', message: 'The disk is full', tempKey: 'k1' })
  store.asked.length = 0
  expect((await run(store.parts, large('k1'))).at(-1)).toEqual(COMPLETE)
  expect(store.asked.slice(0, 2)).toEqual(['state of k1', '/tus/1 from 10'])
})

it('A large upload waits longer each time while offline, and never gives up', async () => {
  const store = aTusStore(
    Array.from({ length: 40 }, () => () => {
      store.setOffset(0)
      return lineLost()
    }),
  )
  const delays: number[] = []
  const wait = async (delayMs: number) => void delays.push(delayMs)
  expect((await run({ ...store.parts, wait }, large())).at(-1)?.state).toBe('complete')
  expect(delays.slice(0, 3)).toEqual([1_000, 2_000, 4_000])
  expect(Math.max(...delays)).toBe(30_000)
  expect(delays).toHaveLength(40)
})

it('A large upload gives up after several failures of the store', async () => {
  let tries = 0
  const parts: Partial<UploadParts> = {
    stateOf: async () => ({ isComplete: false, finding: null, uploadUrl: '/tus' }),
    sendByTus: async () => {
      tries += 1
      return reply(503)
    },
  }
  const updates = await run(parts, large())
  expect(updates.at(-1)).toEqual({ state: 'error', message: 'Upload failed (503)', tempKey: 'k1' })
  expect(tries).toBe(6)
})

it('A large upload sends nothing again when only the last response was lost', async () => {
  const store = aTusStore()
  store.setOffset(totalBytes)
  expect((await run(store.parts, large('k1'))).at(-1)).toEqual(COMPLETE)
  expect(store.asked).toEqual(['state of k1', 'state of k1'])
})

it('A large upload starts again when the store has deleted it', async () => {
  const updates = await run(
    { stateOf: () => Promise.reject(new ApiError({ status: 404, message: 'Not found' })) },
    large('old'),
  )
  expect(updates.at(-1)).toEqual(COMPLETE)
})

it('A large upload says when its file was changed or moved', async () => {
  const changed = Object.defineProperty(aFile(), 'size', { value: totalBytes })
  changed.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadable')) })
  const updates = await run(aTusStore([lineLost]).parts, { file: changed })
  expect(updates.at(-1)).toEqual({
    state: 'error',
    message: 'The file was changed or moved. Choose it again.',
    tempKey: 'k1',
  })
})

it('A file of unknown type is sent with a neutral one', () => {
  expect(contentTypeOf({ type: '' })).toBe('application/octet-stream')
  expect(contentTypeOf({ type: 'application/x-zip-compressed' })).toBe('application/x-zip-compressed')
})
