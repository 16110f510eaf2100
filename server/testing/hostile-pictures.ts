import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import sharp from 'sharp'

/** What no part of a stored picture may hold. */
export const PAYLOAD = '<script>alert("payload")</script>'
const payload = Buffer.from(PAYLOAD)

/** Files that try to be more, or less, than a picture (security E2). Those of `refused` must be; the rest may be redrawn. */
export async function hostilePictures(): Promise<{
  refused: Record<string, Buffer>
  redrawn: Record<string, Buffer>
}> {
  const jpeg = await plain(800, 600).jpeg().toBuffer()
  const png = await plain(64, 64).png().toBuffer()
  const gif = await plain(64, 64).gif().toBuffer()
  return {
    refused: {
      'a PNG of 20,000 by 20,000': pngOf(20_000, 20_000),
      'a PNG that says 65,535 by 65,535': pngOf(65_535, 65_535),
      'a strip of 1 by 60,000': pngOf(1, 60_000),
      'an AVIF of 8,192 by 8,192': await plain(8_192, 8_192).avif({ quality: 1, effort: 0 }).toBuffer(),
      'a TIFF': await plain(64, 64).tiff().toBuffer(),
      'a truncated JPEG': jpeg.subarray(0, jpeg.length / 2),
      'a truncated PNG': png.subarray(0, png.length / 2),
      'the head of a JPEG': jpeg.subarray(0, 20),
      'an SVG': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PAYLOAD}</svg>`),
      'an SVG behind the signature of a PNG': Buffer.concat([
        SIGNATURE,
        Buffer.from(`<svg>${PAYLOAD}</svg>`),
      ]),
      'a page that is called PNG': Buffer.from(`<!doctype html>${PAYLOAD}`),
      'a page behind the signature of a GIF': Buffer.concat([Buffer.from('GIF89a'), payload]),
      'a script that begins like a GIF': Buffer.from('GIF89a/*  */=1;alert("payload")'),
      'an empty file': Buffer.alloc(0),
    },
    redrawn: {
      'a GIF of 300 frames': await moving(300),
      'a PNG whose text inflates to 300 MB': withChunk(png, 'zTXt', textOf(300_000_000)),
      'a PNG whose colour profile inflates to 300 MB': withChunk(png, 'iCCP', textOf(300_000_000)),
      'a PNG with a script in its text': withChunk(
        png,
        'tEXt',
        Buffer.concat([Buffer.from('Title\0'), payload]),
      ),
      'a PNG with a megabyte of noise behind it': Buffer.concat([png, randomBytes(1_000_000)]),
      'a PNG that is a page too': Buffer.concat([png, payload]),
      'a GIF that is an archive too': Buffer.concat([
        gif,
        zipSync({ 'index.html': [payload, { level: 0 }] }),
      ]),
      'a JPEG with a script in its comment': withComment(jpeg),
      'a JPEG with a script in its EXIF': await plain(64, 64)
        .withExif({ IFD0: { ImageDescription: PAYLOAD } })
        .jpeg()
        .toBuffer(),
    },
  }
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#803050' } })

const moving = (frames: number): Promise<Buffer> =>
  sharp(
    Buffer.concat(Array.from({ length: frames }, (_, at) => Buffer.alloc(200 * 200 * 3, (at * 8) % 256))),
    { raw: { width: 200, height: 200 * frames, channels: 3, pageHeight: 200 } },
  )
    .gif({ effort: 1 })
    .toBuffer()

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG of black pixels that is small in bytes and says to be large: one byte an eight pixels, well compressed. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 60_000_000))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The content of a `zTXt` or `iCCP` chunk that grows to this many bytes: a name, method 0, and what is compressed. */
const textOf = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('Name\0\0'), deflateSync(Buffer.alloc(bytes))])

/** Puts a chunk behind the header, which takes 25 bytes after the signature. */
const withChunk = (png: Buffer, type: string, content: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), chunk(type, content), png.subarray(33)])

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function withComment(jpeg: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(payload.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from('fffe', 'hex'), length, payload, jpeg.subarray(2)])
}
