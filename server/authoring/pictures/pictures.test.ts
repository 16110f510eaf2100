import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostilePictures, PAYLOAD } from '../../testing/fixtures/hostile-pictures.ts'
import { encodePictures, type PictureField } from './pictures.ts'

let folder: string
let names = 0
let hostile: Awaited<ReturnType<typeof hostilePictures>>
beforeAll(async () => {
  hostile = await hostilePictures()
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

it('E1 re-encodes JPEG, PNG, WebP and GIF as WebP in the sizes that pages show', async () => {
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

it('E1 never enlarges a picture, rotates it as EXIF says, and drops all metadata', async () => {
  const exif = { IFD0: { Copyright: 'somebody', ImageDescription: 'where I live' } }
  const bytes = await plain(200, 100).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const picture = await encoded('screenshots', bytes)
  expect(picture).toMatchObject({ width: 100, height: 200 })
  const { exif: storedExif, icc, xmp, orientation } = await sharp(picture.bytes).metadata()
  expect([storedExif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
})

it('makes a blurred preview of a few hundred bytes', async () => {
  const { blur } = await encoded('coverImage', await plain(1280, 720).png().toBuffer())
  expect(blur).toMatch(/^data:image\/webp;base64,/)
  expect(blur.length).toBeLessThan(400)
})

it('E2 E3 refuses a file that is not a picture, with a message at its field', async () => {
  for (const [name, bytes] of Object.entries(hostile.refused))
    await expect(encoded('coverImage', bytes), name).rejects.toMatchObject({
      status: 422,
      fields: { coverImage: refusals[name] ?? 'Only image files are allowed.' },
    })
})
const refusals: Record<string, string> = {
  'a PNG of 20,000 by 20,000': 'Images can be up to 40 megapixels.',
  'a PNG that says 65,535 by 65,535': 'Images can be up to 40 megapixels.',
  'a strip of 1 by 60,000': 'Images can be up to 12,000 pixels wide or high.',
}

it('E1 accepts a JPEG without its end marker, but not with other parts missing', async () => {
  const grain = sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
  for (const progressive of [false, true]) {
    const whole = await grain.clone().jpeg({ progressive }).toBuffer()
    const picture = await encoded('screenshots', whole)
    for (const missing of [1, 2])
      expect((await encoded('screenshots', whole.subarray(0, -missing))).bytes.equals(picture.bytes)).toBe(
        true,
      )
    for (const missing of [3, 100, 5_000])
      await expect(encoded('screenshots', whole.subarray(0, -missing))).rejects.toMatchObject({ status: 422 })
  }
})

it('E2 redraws a picture that hides other content, as one frame without metadata or trailing bytes', async () => {
  for (const [name, bytes] of Object.entries(hostile.redrawn)) {
    const picture = await encoded('screenshots', bytes)
    for (const form of [picture, ...picture.forms]) {
      expect(form.bytes.includes(PAYLOAD), name).toBe(false)
      expect(form.bytes.length, name).toBeLessThan(20_000)
    }
    const { format, pages, exif, icc, xmp, comments } = await sharp(picture.bytes).metadata()
    expect([format, pages, exif, icc, xmp, comments], name).toEqual(['webp', ...Array(5).fill(undefined)])
  }
})

it('E1 accepts pictures up to 40 megapixels and 12,000 pixels a side', async () => {
  const flat = (width: number, height: number) => plain(width, height).png({ compressionLevel: 1 }).toBuffer()
  expect(await encoded('screenshots', await flat(8_000, 5_000))).toMatchObject({ width: 864, height: 540 })
  for (const [width, height, screenshots] of [
    [8_000, 5_001, 'Images can be up to 40 megapixels.'],
    [12_001, 10, 'Images can be up to 12,000 pixels wide or high.'],
  ] as const)
    await expect(encoded('screenshots', await flat(width, height))).rejects.toMatchObject({
      status: 422,
      fields: { screenshots },
    })
  const noise = sharp(randomBytes(2_000 * 2_000 * 3), { raw: { width: 2_000, height: 2_000, channels: 3 } })
  await expect(encoded('screenshots', await noise.png().toBuffer())).rejects.toMatchObject({
    fields: { screenshots: 'Images can be up to 10.0 MB.' },
  })
})

it('stores each picture as AVIF and WebP in the widths that pages use, none larger than the original', async () => {
  const sizes: [PictureField, [number, number], number[]][] = [
    ['cardImage', [2_400, 1_600], [250, 500]],
    ['coverImage', [2_400, 1_600], [480, 828, 1_280]],
    ['coverImage', [700, 400], [480, 700]],
    ['screenshots', [2_400, 1_600], [320, 810]],
    ['screenshots', [200, 300], [200]],
    ['pageBgImage', [2_400, 1_600], []],
    ['buyButtonImage', [2_400, 1_600], []],
    ['descImage', [2_400, 1_600], []],
  ]
  for (const [field, [width, height], widths] of sizes) {
    const picture = await encoded(field, await plain(width, height).png().toBuffer())
    expect(picture.widths).toEqual(widths)
    expect(picture.forms.map((form) => [form.width, form.format])).toEqual(
      widths.flatMap((each) => [
        [each, 'avif'],
        [each, 'webp'],
      ]),
    )
    for (const form of picture.forms) {
      const drawn = await sharp(form.bytes)
        .metadata()
        .catch(() => null)
      if (form.format === 'webp') expect(drawn).toMatchObject({ format: 'webp', width: form.width })
      else expect(form.bytes.subarray(4, 12).toString()).toBe('ftypavif')
    }
  }
})

it('keeps transparency in every version of a picture', async () => {
  const clear = { create: { width: 300, height: 210, channels: 4, background: '#00000000' } } as const
  const picture = await encoded('cardImage', await sharp(clear).png().toBuffer())
  for (const { bytes } of [picture, ...picture.forms.filter((form) => form.format === 'webp')])
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
})
