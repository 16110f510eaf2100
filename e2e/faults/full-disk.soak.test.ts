/** The disk of a store that keeps its files itself fills up: what cannot be stored is refused, all else goes on. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { checkDisk } from '../../server/operations/doctor/check-files.ts'
import { findDifferences } from '../../server/orders/settlement/find-differences.ts'
import { openStorage } from '../../server/parts.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { clientOf } from '../../server/testing/client.ts'
import { type Cluster, openCluster } from '../../server/testing/cluster.ts'
import { type BtcpayServer, btcpayServer } from '../../server/testing/fakes/btcpay-server.ts'
import { aForm, aZip, filesJson, presign, sendForm, upload } from '../../server/testing/fixtures/game-form.ts'
import { addGame, type TestGame } from '../../server/testing/fixtures/games.ts'
import { type Person, signedIn } from '../../server/testing/fixtures/people.ts'
import { head, openResumable, patch } from '../../server/testing/resumable.ts'
import { eventually } from '../../server/testing/store.ts'
import { type Journey, journey, steadyJourneys } from './journey.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'

/** A connection for each call: the store closes one that idles for 5 s, and a call that is sent just then fails. */
const ALONE = { connection: 'close' }
const KIB = 1024
const MIB = 1024 ** 2
const DISK_MIB = 24
const AT_ONCE = 2
const SOLD = 4
const TIMEOUT_MS = 120_000
const NO_ROOM = 'The store has no room left for this file. Please try again later.'

let disk: SmallDisk
let provider: BtcpayServer
let cluster: Cluster
let developer: Person
let game: TestGame

beforeAll(async () => {
  disk = await smallDisk(DISK_MIB)
  provider = await btcpayServer()
  const settings = { ...provider.settings, DATA_DIR: disk.folder }
  cluster = await openCluster({ settings })
  provider.sendMessagesTo(cluster.url)
  developer = await signedIn(cluster, 'developer')
  const storage = await openStorage(readConfig({ DATA_DIR: disk.folder }), systemClock)
  game = await addGame({ db: cluster.db, storage }, { developerId: developer.id })
}, 300_000)
afterAll(async () => {
  await cluster?.remove()
  await provider?.close()
  await disk?.remove()
}, 120_000)

it('A full disk refuses uploads while sales and downloads go on until there is room', async () => {
  const shop = { cluster, provider, game }
  const [earlier, large] = [await upload(developer, aZip()), aZip(3 * MIB)]
  const resumable = await openResumable(developer, large.length)
  expect((await patch(resumable.url, large.subarray(0, MIB), 0, ALONE)).status).toBe(204)
  const storedBefore = await stored()
  const steady = steadyJourneys(shop, AT_ONCE)

  await disk.fill(MIB)
  await expectRefused(await put(aZip(2 * MIB)))
  await expectRefused(await patch(resumable.url, large.subarray(MIB), MIB, ALONE))
  await disk.fill(0)
  await expectRefused(await put(aZip(100 * KIB)))
  const opened = await developer.post('/api/upload/temp-file', {
    ...{ filename: 'other.zip', contentType: 'application/zip' },
    ...{ size: MIB, resumable: true },
  })
  expect([opened.status, opened.body.error]).toEqual([507, NO_ROOM])
  const form = await aForm({ gameFilesTempJson: filesJson({ tempKey: earlier }) })
  const published = await sendForm(developer, '/api/games', form)
  expect([published.status, published.body.error]).toEqual([507, NO_ROOM])

  const sold = steady.made.length
  await eventually(() => steady.made.length >= sold + SOLD, TIMEOUT_MS) // bought, paid and downloaded
  expect((await developer.get('/api/my-games')).body).toHaveLength(1)
  expect(await stored()).toEqual(storedBefore)
  expect(await readdir(join(disk.folder, 'temp'))).toEqual([])
  expect(await staging()).toEqual([
    expect.stringMatching(/^game-files\+\w+\+\w+$/),
    expect.stringMatching(/\.note$/),
  ])
  expect(await readdir(join(disk.folder, 'mail')).then(halves)).toEqual([])
  await expectToldOf()

  await disk.empty()
  const made = [...(await steady.stop()), await journey(shop)]
  const from = Number((await head(resumable.url, ALONE)).headers.get('upload-offset'))
  expect(from).toBeGreaterThanOrEqual(MIB)
  expect((await patch(resumable.url, large.subarray(from), from, ALONE)).status).toBe(204)
  const files = filesJson({ tempKey: earlier }, { tempKey: resumable.tempKey })
  const again = await sendForm(developer, '/api/games', await aForm({ gameFilesTempJson: files }))
  expect(again.status, again.text).toBe(200)
  expect((await put(aZip(100 * KIB))).status).toBe(201)
  expect(await staging()).toEqual([])
  await expectAllMailed(made)
  expect(await findDifferences(cluster.db)).toEqual([])
}, 600_000)

async function put(bytes: Buffer): Promise<Response> {
  const { body } = await presign(developer, 'game.zip', bytes.length)
  const headers = { ...body.headers, ...ALONE }
  return fetch(body.uploadUrl, { method: 'PUT', body: new Uint8Array(bytes), headers })
}

async function expectRefused(answer: Response): Promise<void> {
  const text = await answer.text()
  expect(answer.status, text).toBe(507)
  expect(text).toContain(NO_ROOM)
}

/** All published files, and no incomplete one. */
const stored = async (): Promise<string[]> => {
  const all = await readdir(join(disk.folder, 'files'), { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.aside'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}

const staging = async (): Promise<string[]> => (await readdir(join(disk.folder, 'files/.aside'))).sort()

const halves = (names: string[]) => names.filter((name) => !name.endsWith('.eml'))

/** The alert, the doctor and the admin's healthCheck. */
async function expectToldOf(): Promise<void> {
  const { text } = await clientOf(cluster.url).get('/metrics')
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  const freeShare = figure('store_disk_free_bytes') / figure('store_disk_size_bytes')
  expect(freeShare).toBeLessThan(0.1) // where the alert DiskFull fires
  expect(await checkDisk(disk.folder)).toMatchObject({ state: 'bad' })
  const admin = await signedIn(cluster, 'admin')
  const healthChecks: { part: string; state: string }[] = (await admin.get('/api/admin/health-checks')).body
  expect(healthChecks.find(({ part }) => part === 'disk')?.state).toBe('bad')
}

/** Mails that found no room were tried again. */
const expectAllMailed = (made: Journey[]) =>
  eventually(async () => {
    const folder = join(disk.folder, 'mail')
    const names = await readdir(folder)
    const emails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    return made.every(({ address }) => emails.some((mail) => mail.includes(`To: ${address}`)))
  }, TIMEOUT_MS)
