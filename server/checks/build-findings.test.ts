import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Device } from '@nofiller/contract/catalog/devices'
import { FINDINGS } from '@nofiller/contract/checks/finding-rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildDemo, buildFile } from '../../demo/build.ts'
import { games } from '../../demo/catalog.ts'
import type { Range } from '../platform/storage/storage.ts'
import {
  hugeZip,
  linuxProgram,
  lockedRar,
  macProgram,
  marked,
  windowsProgram,
  zipOf,
} from '../testing/fixtures/builds.ts'
import { propertyRuns } from '../testing/properties.ts'
import { readContents } from './build-contents.ts'
import { findingsOf } from './build-findings.ts'

type Offered = { name?: string; device?: Device; isExtra?: boolean; before?: Buffer }

async function findingsIn(bytes: Buffer, offered: Offered = {}) {
  const { name = 'game.zip', device = 'Windows', isExtra = false, before } = offered
  const { storage, read } = storageOf({ now: bytes, before: before ?? Buffer.alloc(0) })
  const build = { name, storageKey: 'now', sizeBytes: bytes.length }
  const earlier = before ? { name, storageKey: 'before', sizeBytes: before.length } : null
  const contents = await readContents(storage, build, earlier)
  expect(read.bytes).toBeLessThanOrEqual(32 * 1024 ** 2)
  expect(read.times).toBeLessThanOrEqual(READS_MAX)
  // As the database gives them back.
  return findingsOf(JSON.parse(JSON.stringify(contents)), { name, sizeBytes: bytes.length, device, isExtra })
}

/** Far more than any archive needs: its list in blocks, and the start of a few files. */
const READS_MAX = 200

/** Bytes by key, and how many of them were read. */
function storageOf(objects: Record<string, Buffer>) {
  const read = { bytes: 0, times: 0 }
  const storage = {
    read(key: string, { start = 0, end = Number.POSITIVE_INFINITY }: Partial<Range> = {}) {
      const bytes = (objects[key] ?? Buffer.alloc(0)).subarray(start, end + 1)
      read.bytes += bytes.length
      read.times += 1
      return Readable.from([bytes])
    },
  }
  return { storage, read }
}

const WINDOWS = { 'Game/Game.exe': windowsProgram(), 'Game/data.bin': 'x'.repeat(500) }
const MAC_PATH = 'Game.app/Contents/MacOS/Game'
const MAC = { [MAC_PATH]: marked(macProgram()), 'Game.app/Contents/Info.plist': '<plist/>' }
const LINUX = { 'Game/Game.x86_64': marked(linuxProgram()), 'Game/data.bin': 'x' }
const APK = { 'AndroidManifest.xml': 'x', 'classes.dex': 'x', 'META-INF/CERT.RSA': 'x' }
/** Bytes that do not pack. */
const noise = (bytes: number) => createHash('shake256', { outputLength: bytes }).digest()
/** A file, and a list that is empty. */
function emptied(): Buffer {
  const end = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')
  end.writeUInt32LE(34, 16)
  return Buffer.concat([Buffer.from(`504b0304${'00'.repeat(30)}`, 'hex'), end])
}

it.each<[string, Buffer, Offered]>([
  ['a program for Windows', zipOf(WINDOWS), {}],
  ['a batch file', zipOf({ 'start.bat': 'java -jar game.jar' }), {}],
  ['a page', zipOf({ 'Story.html': '<p>x' }), { device: 'Mac' }],
  ['a program for Mac', zipOf(MAC), { device: 'Mac' }],
  ['a disk image', zipOf({ 'Game.dmg': 'x' }), { device: 'Mac' }],
  ['a program for Linux', zipOf(LINUX), { device: 'Linux' }],
  [
    'a script beside its program',
    zipOf({ 'run.sh': marked('#!/bin/sh'), lib: linuxProgram() }),
    { device: 'Linux' },
  ],
  ['programs for several systems', zipOf({ ...WINDOWS, ...LINUX }), { device: 'Linux' }],
  ['a signed app', zipOf(APK), { name: 'game.apk', device: 'Android' }],
  ['an app in an archive', zipOf({ 'game.apk': 'x', 'readme.txt': 'x' }), { device: 'Android' }],
  ['a page for the browser', zipOf({ 'Game/index.html': '<p>x' }), { device: 'Web' }],
  ['a device that nobody can check', zipOf({ 'music.ogg': 'x' }), { device: 'Other' }],
  ['an extra without a program', zipOf({ 'music.ogg': 'x' }), { isExtra: true }],
  ['a picture', Buffer.from('ffd8ff00', 'hex'), { name: 'map.jpg' }],
  ['an archive that nobody unpacks here', Buffer.from('526172211a070100aaaa', 'hex'), { name: 'game.rar' }],
  ['public certificates', zipOf({ ...WINDOWS, 'certifi/cacert.pem': '-----BEGIN CERTIFICATE-----' }), {}],
  ['a build that grew', zipOf(WINDOWS), { before: zipOf({ 'Game.exe': windowsProgram() }) }],
  [
    'a folder named after the version',
    zipOf({ 'Game-1.1/Game.exe': windowsProgram() }),
    { before: zipOf({ 'Game-1.0/Game.exe': windowsProgram() }) },
  ],
])('PF4 finds nothing in %s', async (_what, bytes, offered) => {
  expect(await findingsIn(bytes, offered)).toEqual([])
})

const only = (finding: object) => [expect.objectContaining(finding)]

it.each<[string, string, Buffer, Offered, object]>([
  ['rar-password', 'a locked RAR archive', lockedRar(), { name: 'game.rar' }, { level: 'blocks' }],
  ['archive-damaged', 'half an archive', zipOf(WINDOWS).subarray(0, 100), {}, { level: 'blocks' }],
  ['archive-empty', 'an empty archive', emptied(), {}, { level: 'blocks' }],
  ['archive-escapes', 'a path that leads out', zipOf({ '../Game.exe': 'x' }), {}, { level: 'blocks' }],
  ['no-program', 'texts alone', zipOf({ 'readme.txt': 'x' }), {}, { level: 'warns' }],
  ['no-program', 'an .exe that is none', zipOf({ 'Game.exe': 'MZ' }), {}, { level: 'warns' }],
  ['no-program', 'no app', zipOf({ 'music.ogg': 'x' }), { device: 'Android' }, { level: 'warns' }],
  [
    'no-program',
    'an unsigned app',
    zipOf({ 'AndroidManifest.xml': 'x', 'classes.dex': 'x' }),
    { name: 'game.apk', device: 'Android' },
    { level: 'blocks', sentence: expect.stringContaining('game.apk lacks a signature, so') },
  ],
  [
    'mac-not-executable',
    'a Mac program without modes',
    zipOf({ [MAC_PATH]: macProgram() }),
    { device: 'Mac' },
    {},
  ],
  [
    'linux-not-executable',
    'a Linux program without modes',
    zipOf({ Game: linuxProgram() }),
    { device: 'Linux' },
    {},
  ],
  [
    'wrong-device',
    'a Linux program',
    zipOf(LINUX),
    {},
    { sentence: 'game.zip starts on Linux, not on Windows. Choose another device, or upload another file.' },
  ],
  ['wrong-device', 'a program with its help page', zipOf({ ...LINUX, 'docs/help.html': 'x' }), {}, {}],
  [
    'zip-in-zip',
    'one archive inside',
    zipOf({ 'readme.txt': 'x', 'Game-1.0.zip': 'PK' }),
    {},
    { sentence: expect.stringContaining('All it holds is Game-1.0.zip,') },
  ],
  [
    'shrunk',
    'half the bytes',
    zipOf(WINDOWS),
    { before: zipOf({ ...WINDOWS, 'Game/voices.ogg': noise(9_000) }) },
    { level: 'warns', title: expect.stringMatching(/^\d\d% smaller than the build before$/) },
  ],
  [
    'shrunk',
    'files gone',
    zipOf({ ...WINDOWS, 'Game/large.bin': noise(9_000) }),
    { before: zipOf({ ...WINDOWS, 'Game/1': 'x', 'Game/2': 'x' }) },
    { title: '50% of the files are gone', sentence: expect.stringContaining('2 of the 4 files') },
  ],
  [
    'leftovers',
    'a repository',
    zipOf({ ...WINDOWS, 'Game/.git/objects/pack/1.pack': noise(200_000), 'Game/.git/HEAD': 'x' }),
    {},
    { level: 'note', title: 'a .git folder inside', sentence: '0.2 MB that players don’t need.' },
  ],
  ['leftovers', 'the author’s saves', zipOf({ ...WINDOWS, 'Game/game/saves/persistent': 'x' }), {}, {}],
  ['leftovers', 'debug symbols', zipOf({ ...WINDOWS, 'Game/Game.pdb': noise(9_000) }), {}, {}],
  [
    'secrets',
    'a private key',
    zipOf({ ...WINDOWS, 'keys/upload.pem': '-----BEGIN RSA PRIVATE KEY-----' }),
    {},
    { level: 'warns', sentence: expect.stringContaining('can read keys/upload.pem.') },
  ],
  ['secrets', 'a keystore', zipOf({ ...WINDOWS, 'release.keystore': 'x' }), {}, {}],
  ...(
    [
      ['Ren’Py', { 'Game/renpy/bootstrap.py': 'x', 'Game/game/script.rpyc': 'x' }, '%APPDATA%\\RenPy'],
      ['RPG Maker', { 'www/js/rpg_core.js': 'x' }, 'the folder “save” of the game'],
      ['Unity', { 'UnityPlayer.dll': 'x' }, '%USERPROFILE%\\AppData\\LocalLow\\(developer)\\(the game)'],
      ['Godot', { 'Game.pck': 'x' }, '%APPDATA%\\Godot\\app_userdata\\(the game)'],
      [
        'Unreal Engine',
        { 'Game/Content/Paks/Game.pak': 'x' },
        '%LOCALAPPDATA%\\(the game)\\Saved\\SaveGames',
      ],
      ['Twine', { 'index.html': '<tw-storydata name="x">' }, 'the browser'],
    ] as const
  ).map(([engine, files, place]): [string, string, Buffer, Offered, object] => [
    'engine',
    engine,
    zipOf({ ...WINDOWS, ...files }),
    {},
    {
      level: 'note',
      title: `made with ${engine}`,
      sentence: `Its saves are usually in ${place}.`,
      fix: { savesNote: `Saves are in ${place}.` },
    },
  ]),
])('PF4 finds exactly %s in %s', async (id, _what, bytes, offered, finding) => {
  expect(await findingsIn(bytes, offered)).toEqual(only({ id, ...finding }))
})

it('PF4 blocks no archive of the demo', async () => {
  const files = games.flatMap((game) => [
    ...game.files.map((file) => ({ ...file, ...buildFile(game, file) })),
    ...(game.hasDemo ? [{ device: 'Windows' as const, ...buildDemo(game) }] : []),
  ])
  expect(files.length).toBeGreaterThan(150)
  for (const { name, device, bytes } of files) {
    const found = await findingsIn(Buffer.from(bytes), { name, device })
    expect(found.filter(({ level }) => level === 'blocks')).toEqual([])
  }
})

/** Bytes of one build with others put in their place, cut out or added anywhere. */
const damaged = (whole: Buffer) =>
  fc
    .array(fc.tuple(fc.nat(), fc.nat(40), fc.uint8Array({ maxLength: 40 })), { maxLength: 6 })
    .map((changes) =>
      changes.reduce((bytes, [from, length, put]) => {
        const at = from % (bytes.length + 1)
        return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)])
      }, whole),
    )

const SOUND = [
  zipOf({ ...WINDOWS, ...MAC, ...LINUX, ...APK, 'index.html': 'x', 'a.pem': 'x' }),
  lockedRar(),
  zipOf({ 'Game-1.0.zip': 'PK' }),
]

/** A place in a text that no value filled. A damaged name may hold any braces. */
const PLACES = [...JSON.stringify(FINDINGS).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
const UNFILLED = new RegExp(`\\{(?:${PLACES.join('|')})\\}|undefined`)

it('PF4 damaged archives only lead to findings', async () => {
  const hostile = fc.record({
    bytes: fc.oneof(...SOUND.map(damaged)),
    name: fc.constantFrom('game.zip', 'game.apk', 'game.rar'),
    device: fc.constantFrom<Device[]>('Windows', 'Mac', 'Linux', 'Android', 'Web'),
    before: fc.constantFrom(undefined, ...SOUND),
  })
  await fc.assert(
    fc.asyncProperty(hostile, async ({ bytes, ...offered }) => {
      for (const { title, sentence } of await findingsIn(bytes, offered)) {
        expect(title + sentence).not.toMatch(UNFILLED)
        expect(sentence.length).toBeLessThanOrEqual(400)
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})

it('PF1 reads less than 1 MiB of an archive of 5 GiB', async () => {
  const { parts, sizeBytes } = hugeZip(2_000)
  let bytesRead = 0
  const storage = {
    read(_key: string, { start, end }: Range = { start: 0, end: sizeBytes - 1 }) {
      const bytes = Buffer.alloc(end - start + 1)
      for (const part of parts) {
        const from = start - part.at
        if (from < part.bytes.length) part.bytes.copy(bytes, Math.max(0, -from), Math.max(0, from))
      }
      bytesRead += bytes.length
      return Readable.from([bytes])
    },
  }
  const contents = await readContents(storage, { name: 'game.zip', storageKey: 'x', sizeBytes }, null)
  expect(contents).toMatchObject({ problem: null, archive: { programs: { devices: ['Windows'] } } })
  expect(bytesRead).toBeLessThan(1024 ** 2)
})
