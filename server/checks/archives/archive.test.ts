import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Zippable, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { aForm, aZip, filesJson, sendForm, upload } from '../../testing/fixtures/game-form.ts'
import { usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'
import { archiveFinding } from './archive.ts'

const GIB = 1024 ** 3

const test = useTestStore()
const june = usePerson(test, 'developer')

async function findingOf(bytes: Buffer): Promise<string | null> {
  const key = `game-files/${randomBytes(8).toString('hex')}/archive`
  await test.storage.write(key, bytes)
  return (await archiveFinding(test.storage, key, bytes.length))?.sentence ?? null
}

type Listed = {
  /** Bytes are a name in an encoding that nobody says. */
  name: string | Buffer
  flags?: number
  packed?: number
  unpacked?: number
  at?: number
  extra?: Buffer
}

/** An archive with a given list of files; each file holds ten bytes. */
function listing(files: Listed[], { comment = '', claimed = files.length } = {}): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const { flags = 0, packed = 10, unpacked = 10, at = offset, extra = Buffer.alloc(0) } = file
    const name = Buffer.from(file.name)
    const local = Buffer.alloc(30 + name.length + 10)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    name.copy(local, 30)
    const listed = Buffer.alloc(46 + name.length)
    listed.writeUInt32LE(0x02014b50, 0)
    listed.writeUInt16LE(typeof file.name === 'string' ? flags | 0x800 : flags, 8)
    listed.writeUInt16LE(8, 10)
    listed.writeUInt32LE(packed, 20)
    listed.writeUInt32LE(unpacked, 24)
    listed.writeUInt16LE(name.length, 28)
    listed.writeUInt16LE(extra.length, 30)
    listed.writeUInt32LE(at, 42)
    name.copy(listed, 46)
    bodies.push(local)
    list.push(listed, extra)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(claimed % 65_536, 8)
  end.writeUInt16LE(claimed % 65_536, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...bodies, ...list, end, Buffer.from(comment)])
}

it('reports nothing about archives as games are usually packed', async () => {
  expect(await findingOf(aZip(200_000))).toBeNull()
  expect(await findingOf(listing([{ name: 'game/' }, { name: 'game/Spiel…ä.exe' }]))).toBeNull()
  expect(await findingOf(listing([{ name: 'a..b/...txt' }, { name: 'data/C.pak' }]))).toBeNull()
  expect(await findingOf(listing([{ name: 'a' }], { comment: 'made by hand' }))).toBeNull()
  const blank = zipSync({ 'save.dat': new Uint8Array(50_000_000) })
  expect(await findingOf(Buffer.from(blank))).toBeNull()
})

it('D6 detects an archive whose list of files is missing or broken', async () => {
  const whole = aZip(50_000)
  const damaged = [
    whole.subarray(0, whole.length - 1),
    whole.subarray(0, whole.length / 2),
    whole.subarray(0, 4),
    Buffer.concat([whole, Buffer.from('x')]),
    listing([{ name: 'a' }], { claimed: 2 }),
    listing([{ name: 'a' }, { name: 'b' }], { claimed: 1 }),
    listing([{ name: 'a' }], { claimed: 0 }),
    listing([{ name: 'a', at: 5_000 }]),
    listing([{ name: 'a', packed: 5_000 }]),
    Buffer.from(whole).fill(0, whole.length - 22 - 54, whole.length - 22),
  ]
  for (const [at, bytes] of damaged.entries())
    expect(await findingOf(bytes), String(at)).toMatch(/incomplete or damaged/)
  expect(await findingOf(listing([]))).toMatch(/empty/)
})

it.each([0x1, 0x41])('D6 detects a password-protected archive (flags %i)', async (flags) => {
  expect(await findingOf(listing([{ name: 'a' }, { name: 'b', flags }]))).toMatch(/password/)
})

it.each(['../a', 'a/../../b', 'a/..', '/etc/passwd', '\\a', 'a\\..\\b', '..\\a', 'C:/a', 'c:\\a'])(
  'D6 detects a path that leads outside the archive: %j',
  async (name) => {
    expect(await findingOf(listing([{ name: 'a.txt' }, { name }]))).toMatch(/outside its own folder/)
  },
)

it.each([
  ['CP932, whose second bytes are backslashes', Buffer.from('835c837483672f955c8ea62e657865', 'hex')],
  ['Big5, whose second bytes are backslashes', Buffer.from('b35ca55cbb5c2fb943c0b82e657865', 'hex')],
  ['GBK, whose second bytes are backslashes', Buffer.from('8d5c2fd2b95c61', 'hex')],
  ['half-width letters that look like control characters to others', Buffer.from('c283c2852e747874', 'hex')],
  ['a backslash for a folder', 'Game\\data\\a.pak'],
  ['a colon', 'A: Prologue/a.txt'],
  ['the icon of a Mac folder', 'Game.app/Icon\r'],
])('accepts a name with %s', async (_what, name) => {
  expect(await findingOf(listing([{ name }]))).toBeNull()
})

it('D6 shows a path that leads outside the archive in its most likely encoding', async () => {
  const finding = await findingOf(listing([{ name: Buffer.from('835c837483672f2e2e2f6b', 'hex') }]))
  expect(finding).toContain('"ソフト/../k"')
})

it.each([
  ['ESC', 'a\u001b[2Jb', 'a[U+001B][2Jb'],
  ['an end of text', 'a\0b', 'a[U+0000]b'],
  ['a sign that turns the text', 'invoice\u202egpj.exe', 'invoice[U+202E]gpj.exe'],
  ['a mark of direction', 'a\u200fb', 'a[U+200F]b'],
  ['ESC in an old encoding', Buffer.from('835c1b5b41', 'hex'), 'ソ[U+001B][A'],
])('D6 detects a file name with %s', async (_what, name, shown) => {
  expect(await findingOf(listing([{ name }]))).toContain(`hidden characters: "${shown}"`)
})

/** As a Mac packs a program: a framework's files, and links to its newest version. */
const program = (links: Record<string, string>, level: 0 | 6 = 6) =>
  Buffer.from(
    zipSync({
      'Game.app/Contents/MacOS/Game': new Uint8Array(2_000),
      'Game.app/Contents/Frameworks/Foo.framework/Versions/A/Foo': new Uint8Array(300_000).map(
        (_, at) => at * at,
      ),
      'Game.app/Contents/Frameworks/Foo.framework/Versions/A/Resources/Info.plist': new Uint8Array(500),
      ...Object.fromEntries(
        Object.entries(links).map(([name, target]) => [
          `Game.app/Contents/Frameworks/Foo.framework/${name}`,
          [Buffer.from(target), { os: 3, attrs: 0o120755 << 16, level }] as const,
        ]),
      ),
    } as Zippable),
  )
const LINKS = {
  'Versions/Current': 'A',
  Foo: 'Versions/Current/Foo',
  Resources: 'Versions/Current/Resources',
}

it.each([0, 6] as const)(
  'accepts a Mac app whose frameworks contain links (compression level %i)',
  async (level) => {
    expect(await findingOf(program(LINKS, level))).toBeNull()
  },
)

it.each(['/etc/passwd', '../../../../../../x', 'Versions/B/Foo', 'C:\\x', 'Stray'])(
  'D6 detects a link to %s, and names the link',
  async (target) => {
    const finding = await findingOf(program({ ...LINKS, Stray: target }))
    expect(finding).toMatch(
      /symbolic link .*leads to nothing in it: "Game\.app\/Contents\/.*Foo\.framework\/Stray"/,
    )
  },
)

it('D6 limits the number of links, and treats a link with an endless target as damage', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`Versions/${at}`, 'A']))
  expect(await findingOf(program(many))).toMatch(/more than 2,000 symbolic links/)
  expect(await findingOf(program({ Stray: '/'.repeat(9_000) }))).toMatch(/incomplete or damaged/)
})

/** Info-ZIP's second name of a file. */
function unicodePath(name: string, unicodeName: string): Buffer {
  const field = Buffer.alloc(9 + Buffer.byteLength(unicodeName))
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(field.length - 4, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(name), 5)
  field.write(unicodeName, 9)
  return field
}

it('D6 detects a path that leads outside the archive in either name of a file', async () => {
  const named = (name: string, unicodeName: string) =>
    findingOf(listing([{ name, extra: unicodePath(name, unicodeName) }]))
  expect(await named('../evil', 'fine.txt')).toMatch(/outside its own folder: "\.\.\/evil"/)
  expect(await named('fine.txt', '../evil')).toMatch(/outside its own folder: "\.\.\/evil"/)
  expect(await named('fine.txt', 'feïn.txt')).toBeNull()
})

it('D6 detects archives that unpack to enormous sizes', async () => {
  expect(await findingOf(listing([{ name: 'a', unpacked: 1.5 * GIB }]))).toMatch(/unpacks to 1536\.0 MB/)
  const many = Array.from({ length: 60 }, (_, at) => ({ name: `${at}`, unpacked: 2 * GIB }))
  expect(await findingOf(listing(many))).toMatch(/far more than its own size/)
  expect(await findingOf(listing([{ name: 'a' }, { name: 'b', at: 0 }]))).toMatch(/overlap/)
  expect(await findingOf(listing([{ name: 'a', packed: 30 }, { name: 'b' }]))).toMatch(/overlap/)
})

it('D6 reads a list of 60,000 files, but no endless list', async () => {
  const files = Array.from({ length: 60_000 }, (_, at) => ({ name: `assets/textures/level-${at}.png` }))
  expect(await findingOf(listing(files))).toBeNull()
  const countedAs = async (count: number) =>
    findingOf(listing(Array.from({ length: count }, (_, at) => ({ name: `${at}` }))))
  expect(await countedAs(65_536)).toMatch(/more than 65,535 files, but counts fewer/)
  expect(await countedAs(70_000)).toMatch(/more than 65,535 files, but counts fewer/)
  const long = Array.from({ length: 600 }, (_, at) => ({ name: `${at}${'n'.repeat(60_000)}` }))
  expect(await findingOf(listing(long))).toMatch(/incomplete or damaged/)
})

/** With a record of its end that has room for larger numbers. */
function zip64Listing(files: Listed[], { claimed = files.length, more = 0 } = {}): Buffer {
  const zip64 = listing(files)
  const end = zip64.subarray(-22)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(BigInt(record.length - 12), 4)
  record.writeBigUInt64LE(BigInt(claimed), 32)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(zip64.length - 22), 8)
  return Buffer.concat([zip64.subarray(0, -22), record, Buffer.alloc(more), locator, end])
}

it('D6 detects too many files without reading their list', async () => {
  expect(await findingOf(zip64Listing([{ name: 'a' }], { claimed: 1_000_000 }))).toMatch(
    /more than 100,000 files/,
  )
})

it('D6 reads the file list of large (zip64) archives, and detects anything hidden behind it', async () => {
  const files = [{ name: 'a' }, { name: 'b' }]
  expect(await findingOf(zip64Listing(files))).toBeNull()
  expect(await findingOf(zip64Listing(files, { claimed: 1 }))).toMatch(/incomplete or damaged/)
  expect(await findingOf(zip64Listing(files, { more: 1 }))).toMatch(/incomplete or damaged/)
})

it('limits every message about an archive to 200 characters', async () => {
  const name = `../${'x'.repeat(500)}`
  for (const bytes of [
    listing([{ name }]),
    listing([{ name: '\u202e'.repeat(500) }]),
    program({ ['x'.repeat(500)]: '/' }),
    listing([]),
    Buffer.from('PK'),
    listing([{ name: 'a', flags: 1 }]),
  ])
    expect((await findingOf(bytes))?.length).toBeLessThanOrEqual(200)
})

it('D6 reports a bad archive when its upload arrives, and refuses it at its row when the game is saved', async () => {
  const bytes = listing([{ name: '../../autorun.exe' }])
  const fine = await upload(june, aZip())
  for (const filename of ['game.zip', 'game.apk']) {
    const tempKey = await upload(june, bytes, filename)
    const { body } = await june.get(`/api/upload/temp-file/${tempKey}`)
    expect(body).toMatchObject({ isComplete: true, finding: expect.stringMatching(/outside its own folder/) })
    const form = await aForm({ gameFilesTempJson: filesJson({ tempKey: fine }, { tempKey }) })
    const saved = await sendForm(june, '/api/games', form)
    expect(saved.status).toBe(422)
    expect(saved.body.fields).toEqual({ 'files.1': body.finding })
  }
  const rar = await upload(june, Buffer.from('526172211a070100aaaa', 'hex'), 'game.rar')
  expect((await june.get(`/api/upload/temp-file/${rar}`)).body.finding).toBeNull()
})
