import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { useStoreProcess } from '../../testing/process.ts'
import { BODIES } from '../../testing/rounds.ts'

const MIB = 1024 ** 2
const GROWTH_MAX = 50 * MIB
const BOUNDARY = 'the-boundary'

const shop = useStoreProcess()
let june: Person
beforeAll(async () => {
  june = await signedIn(shop, 'developer')
})

type Hostile = { path: string; type: string; body: Buffer; cut: boolean }

/** Changes, doubles, drops and swaps bytes anywhere. */
const damaged = (whole: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(whole, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 40 })), { maxLength: 5 }))
    .map(([bytes, changes]) =>
      changes.reduce((damaged, [from, length, put]) => {
        const at = from % (damaged.length + 1)
        const end = at + (length % 60)
        return Buffer.concat([damaged.subarray(0, at), Buffer.from(put), damaged.subarray(end)])
      }, bytes),
    )

const rarely = fc.integer({ min: 0, max: 19 }).map((at) => at === 0)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('\0', '"\r\n', '%00', '[', '{'),
)

/** No body here has a name for its file, so that none can be right. */
const json = damaged(
  fc
    .oneof(
      fc.json(),
      fc
        .dictionary(
          fc.constantFrom('size', 'contentType', 'resumable', '__proto__', 'constructor'),
          fc.jsonValue(),
        )
        .map((value) => JSON.stringify(value)),
      fc.nat(20_000).map((depth) => '['.repeat(depth)),
      fc.constant('{"size":1,"size":2}'),
    )
    .map((value) => Buffer.from(value)),
)

const part = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        'status',
        'title',
        'tags',
        'price',
        'gameFilesTempJson',
        'cardImage',
        'screenshots',
        'descImage',
      ),
      text,
    ),
    fc.option(text, { nil: undefined }),
    fc.oneof(
      text.map((value) => Buffer.from(value)),
      fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
    ),
  )
  .map(([name, filename, value]) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`),
      Buffer.from(
        `${filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: image/png`}\r\n\r\n`,
      ),
      value,
      Buffer.from('\r\n'),
    ]),
  )

/** No picture here is one, so that no form can be saved. */
const multipart = damaged(
  fc
    .array(part, { maxLength: 12 })
    .map((parts) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])),
)

const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const formType = fc.oneof(
  { weight: 9, arbitrary: fc.constant(FORM_TYPE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed',
      'text/html',
    ),
  },
)

const hostile: fc.Arbitrary<Hostile> = fc.oneof(
  fc.record({
    path: fc.constant('/api/upload/temp-file'),
    type: fc.constantFrom('application/json', 'application/json; charset=utf-8'),
    body: json,
    cut: rarely,
  }),
  fc.record({
    path: fc.constantFrom('/api/games', '/api/upload/desc-image'),
    type: formType,
    body: multipart,
    cut: rarely,
  }),
)

/** Returns the status, or null for a broken connection. */
function send({ path, type, body, cut }: Hostile): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${june.token}`,
      'content-type': type,
      'content-length': cut ? body.length + 1_000 : body.length,
    }
    const sent = request(shop.url + path, { method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', (error) => (cut ? resolve(null) : reject(error)))
    if (!cut) return void sent.end(body)
    sent.write(body)
    setTimeout(() => sent.destroy(), 20)
  })
}

const throwAt = (runs: number, seed: number) =>
  fc.assert(
    fc.asyncProperty(hostile, async (each) => {
      const status = await send(each)
      if (status !== null) expect([400, 406, 413, 415, 422]).toContain(status)
    }),
    { numRuns: runs, seed },
  )

const filesIn = async (folder: string) => await readdir(join(shop.dataDir, folder))

it(`D5 answers ${BODIES.measured} malformed bodies with 4xx, stores no file of them, and does not grow`, async () => {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.info(`PROPERTY_SEED=${seed}`)
  await throwAt(BODIES.warming, seed + 1)
  const before = await shop.memory()
  await throwAt(BODIES.measured, seed)
  await expect.poll(() => filesIn('temp'), { timeout: 10_000 }).toEqual([])
  expect(await filesIn('files/.aside')).toEqual([])
  expect(await filesIn('files')).toEqual(['.aside'])
  const growth = (await shop.memory()) - before
  console.info(`memory grew by ${(growth / MIB).toFixed(1)} MiB`)
  expect(growth).toBeLessThan(GROWTH_MAX)
  for (const table of ['games', 'uploads'] as const)
    expect(await shop.db.selectFrom(table).select('created_at').execute()).toEqual([])
}, 300_000)
