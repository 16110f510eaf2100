import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zipOf } from '../testing/fixtures/builds.ts'
import { eventually } from '../testing/store.ts'
import { scan } from './clamd.ts'

const MIB = 1024 ** 2
/** What the only signature of this test looks for. */
const MARK = 'a harmless line that this test calls malware'

let folder: string
let daemon: ChildProcess
let url: string

/** Debian's daemon with a database of one signature. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nofiller-clamd-'))
  url = `unix:${join(folder, 'clamd.ctl')}`
  await writeFile(join(folder, 'test.ndb'), `Nofiller.Test:0:*:${Buffer.from(MARK).toString('hex')}\n`)
  const settings = [
    `DatabaseDirectory ${folder}`,
    `LocalSocket ${join(folder, 'clamd.ctl')}`,
    'Foreground yes',
    'StreamMaxLength 8M',
    'MaxFileSize 4M',
    'MaxScanSize 6M',
    'AlertExceedsMax yes',
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  daemon = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  daemon.on('error', () => undefined) // it is not installed, and no scan below succeeds
  await eventually(() =>
    scan(url, Readable.from([Buffer.from('x')])).then(
      () => true,
      () => false,
    ),
  )
}, 180_000)
afterAll(async () => {
  daemon.kill()
  await rm(folder, { recursive: true, force: true })
})

const scanned = (...parts: Buffer[]) => scan(url, Readable.from(parts))

it('PF2 Debian’s ClamAV finds a signature in a file, and in an archive', async () => {
  expect(await scanned(randomBytes(MIB), randomBytes(MIB))).toEqual({ state: 'clean' })
  const found = { state: 'infected', signature: 'Nofiller.Test.UNOFFICIAL' }
  expect(await scanned(Buffer.from(`x${MARK}x`))).toEqual(found)
  expect(await scanned(zipOf({ 'Game/readme.txt': MARK }))).toEqual(found)
})

it('PF2 Debian’s ClamAV says of a stream beyond its limits that it did not scan it', async () => {
  const parts = (count: number) => Array.from({ length: count * 16 }, () => randomBytes(MIB / 16))
  expect(await scanned(...parts(5))).toEqual({ state: 'too_large' })
  // A stream that it cuts may cost its answer: then the scan is tried again.
  const beyond = await eventually(() => scanned(...parts(32)).catch(() => null))
  expect(beyond).toEqual({ state: 'too_large' })
})
