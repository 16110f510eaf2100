import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodePictures, type PictureField } from './pictures.ts'

let folder: string
let names = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nofiller-pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function encoded(field: PictureField, bytes: Buffer) {
  names += 1
  const path = join(folder, String(names))
  await writeFile(path, bytes)
  const [picture] = await encodePictures([{ field, fileName: 'x.png', path, sizeBytes: bytes.length }])
  if (!picture) throw new Error('nothing encoded')
  return picture
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#803050' } })

it('E1 encodes JPEG, PNG, WebP and GIF anew as WebP of the sizes that pages show', async () => {
  const sizes: [PictureField, [number, number]][] = [
    ['cardImage', [500, 350]],
    ['coverImage', [1280, 720]],
    ['screenshots', [810, 540]],
    ['pageBgImage', [1920, 1280]],
    ['buyButtonImage', [144, 96]],
    ['descImage', [1280, 853]],
  ]
  const png = await plain(2400, 1600).png().toBuffer()
  for (const [field, [width, height]] of sizes)
    expect(await encoded(field, png)).toMatchObject({ width, height })
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const { bytes } = await encoded('cardImage', await plain(600, 600).toFormat(format).toBuffer())
    expect((await sharp(bytes).metadata()).format).toBe('webp')
  }
})

it('E1 never enlarges, turns by EXIF and drops all metadata', async () => {
  const exif = { IFD0: { Copyright: 'somebody', ImageDescription: 'where I live' } }
  const bytes = await plain(200, 100).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const picture = await encoded('screenshots', bytes)
  expect(picture).toMatchObject({ width: 100, height: 200 })
  const { exif: kept, icc, xmp, orientation } = await sharp(picture.bytes).metadata()
  expect([kept, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
})

it('gives a blur of a few bytes', async () => {
  const { blur } = await encoded('coverImage', await plain(1280, 720).png().toBuffer())
  expect(blur).toMatch(/^data:image\/webp;base64,/)
  expect(blur.length).toBeLessThan(400)
})

it('E2 E3 refuses what is no picture, by name of the field', async () => {
  const jpeg = await plain(800, 600).jpeg().toBuffer()
  const refused: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'),
    truncated: jpeg.subarray(0, jpeg.length / 2),
    headerOnly: jpeg.subarray(0, 20),
    avif: await plain(64, 64).avif().toBuffer(),
    tiff: await plain(64, 64).tiff().toBuffer(),
    pngHeadOnHtml: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>')]),
    bomb: pngOf(20_000, 20_000),
    largest: pngOf(65_535, 65_535),
    strip: pngOf(1, 60_000),
  }
  for (const [name, bytes] of Object.entries(refused)) {
    const started = performance.now()
    await expect(encoded('coverImage', bytes), name).rejects.toMatchObject({
      status: 422,
      fields: { coverImage: 'Only image files are allowed.' },
    })
    expect(performance.now() - started, name).toBeLessThan(2_000)
  }
})

it('E2 takes the first frame of a moving picture and nothing behind the end of one', async () => {
  const frames = Array.from({ length: 30 }, (_, at) => Buffer.alloc(64 * 64 * 3, at * 8))
  const gif = await sharp(Buffer.concat(frames), {
    raw: { width: 64, height: 64 * 30, channels: 3, pageHeight: 64 },
  })
    .gif()
    .toBuffer()
  expect(await encoded('cardImage', gif)).toMatchObject({ width: 64, height: 64 })
  const png = await plain(64, 64).png().toBuffer()
  const { bytes } = await encoded('cardImage', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
  expect(bytes.includes('<script>')).toBe(false)
})

/** A PNG of black pixels that is small in bytes and says to be large: one byte an eight pixels, well compressed. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 60_000_000))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
