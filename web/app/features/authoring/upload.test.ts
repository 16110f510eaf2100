import { describe, expect, it } from 'vitest'
import { ApiError, networkError } from '../../api/api-error.ts'
import { contentTypeOf, startUpload, type Upload, type UploadParts } from './upload.ts'

const aFile = () => new File(['twelve bytes'], 'game.zip', { type: 'application/zip' })
const ticket = { tempKey: 'k1', uploadUrl: '/files/k1', headers: { 'content-type': 'application/zip' } }
const reply = (status: number, body = '') => ({ status, body, header: () => null })

/** Runs an upload against fake parts to its end and answers every state it told. */
async function run(parts: Partial<UploadParts>): Promise<Upload[]> {
  const told: Upload[] = []
  await new Promise<void>((done) => {
    startUpload(
      aFile(),
      (upload) => {
        told.push(upload)
        if (upload.state === 'complete' || upload.state === 'error') done()
      },
      { presign: async () => ticket, put: async () => reply(200), now: () => 0, ...parts },
    )
  })
  return told
}

describe('an upload', () => {
  it('ends complete with the temp key that the form sends on', async () => {
    const told = await run({})
    expect(told).toEqual([
      { state: 'uploading', sentBytes: 0, totalBytes: 12 },
      { state: 'complete', tempKey: 'k1' },
    ])
  })

  it('tells its progress at most every 150 ms', async () => {
    let clock = 0
    const told = await run({
      now: () => clock,
      put: async ({ onProgress }) => {
        for (let sent = 1; sent <= 12; sent++) {
          onProgress?.(sent, 12)
          clock += 50
        }
        return reply(200)
      },
    })
    expect(told.flatMap((upload) => (upload.state === 'uploading' ? [upload.sentBytes] : []))).toEqual([
      0, 1, 4, 7, 10,
    ])
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
    ['a lost line', { put: () => Promise.reject(networkError()) }, 'Network error'],
  ])('says what went wrong: %s', async (_, parts, message) => {
    expect((await run(parts)).at(-1)).toEqual({ state: 'error', message })
  })

  it('cuts an error to 200 characters', async () => {
    const last = (await run({ put: async () => reply(400, 'x'.repeat(500)) })).at(-1)
    expect(last?.state === 'error' && last.message.length).toBe(200)
  })

  it('says nothing more after it was cancelled', async () => {
    const told: Upload[] = []
    const cancel = startUpload(aFile(), (upload) => told.push(upload), {
      presign: async () => ticket,
      put: async () => reply(200),
      now: () => 0,
    })
    cancel()
    await new Promise((resume) => setTimeout(resume))
    expect(told).toHaveLength(1)
  })
})

it('sends a neutral type for a file whose type the browser does not know', () => {
  expect(contentTypeOf({ type: '' })).toBe('application/octet-stream')
  expect(contentTypeOf({ type: 'application/x-zip-compressed' })).toBe('application/x-zip-compressed')
})
