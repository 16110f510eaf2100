import { readFile } from 'node:fs/promises'
import type { GamePictureField } from '@nofiller/contract/authoring/authoring'
import type { Picture } from '@nofiller/contract/catalog/catalog'
import { blurredAddress, type PictureFormat, pictureAddress } from '@nofiller/contract/catalog/pictures'
import sharp, { type AvifOptions, type Sharp } from 'sharp'
import { pictureFolder } from '../../catalog/picture-folder.ts'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { unprocessable } from '../../platform/http/errors/errors.ts'
import { sha256 } from '../../platform/signatures.ts'
import { type Storage, writeOnce } from '../../platform/storage/storage.ts'
import { drawPicture, oneAtATime, refusalOf } from '../../platform/uploaded-picture.ts'

/** At most 32 pixels wide it counts as no picture (requirements 4.5). */
const PLACEHOLDER_WIDTH = 16
/** The subject of the picture is unrecognizable; its composition can be guessed. */
const BLURRED = { width: 160, sigma: 4, quality: 75 }

export type PictureField = GamePictureField | 'descImage'
type Shape = {
  folder: string
  size: { width: number; height?: number; fit: 'cover' | 'inside' }
  /** More widths in which pages show it; null for pictures with one form only. */
  smaller: readonly number[] | null
}

/**
 * How each picture is stored: as large as pages show it on a fine screen, never larger than it came. Cards are 250 px wide,
 * screenshots 180 px before they are opened. Backgrounds, buttons and descriptions name one address.
 */
const SHAPES: Record<PictureField, Shape> = {
  cardImage: { folder: 'card', size: { width: 500, height: 350, fit: 'cover' }, smaller: [250] },
  coverImage: { folder: 'cover', size: { width: 1280, height: 720, fit: 'cover' }, smaller: [480, 828] },
  screenshots: { folder: 'screens', size: { width: 960, height: 540, fit: 'inside' }, smaller: [320] },
  pageBgImage: { folder: 'page', size: { width: 1920, fit: 'inside' }, smaller: null },
  buyButtonImage: { folder: 'page', size: { width: 688, height: 96, fit: 'inside' }, smaller: null },
  demoButtonImage: { folder: 'page', size: { width: 688, height: 96, fit: 'inside' }, smaller: null },
  descImage: { folder: 'desc', size: { width: 1280, fit: 'inside' }, smaller: null },
}

const WEBP = { quality: 82 }
/** Beyond effort 2 libaom takes several times as long for a twentieth of the bytes. */
const AVIF = { quality: 55, effort: 2 }
/** A third of the time for a quarter more bytes: for a first start, while the user waits. */
const HASTY_AVIF = { quality: 55, effort: 0 }

/**
 * A re-encoded picture, without metadata, still in memory: `bytes` as WebP, `blurred`, and `forms` in the widths that pages
 * choose from. `source` is the SHA-256 of the upload.
 */
export type Encoded<Field extends PictureField = PictureField> = {
  field: Field
  source: Buffer
  bytes: Buffer
  width: number
  height: number
  blur: string
  blurred: Buffer
  widths: number[]
  forms: { width: number; format: PictureFormat; bytes: Buffer }[]
}

/**
 * Decodes and re-encodes uploaded pictures, one at a time per core.
 * @throws HttpError 422 that says of every field why its file is not taken (requirements 5.9)
 */
export async function encodePictures<Field extends PictureField>(
  parts: readonly (FilePart & { field: Field })[],
): Promise<Encoded<Field>[]> {
  const encoded = await Promise.allSettled(parts.map((part) => oneAtATime(() => encode(part))))
  const problems = encoded.flatMap((result, at) =>
    result.status === 'rejected' ? [[parts[at]?.field ?? '', refusalOf(result.reason)] as const] : [],
  )
  if (problems.length > 0) throw unprocessable(Object.fromEntries(problems))
  return encoded.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

async function encode<Field extends PictureField>(
  part: FilePart & { field: Field },
): Promise<Encoded<Field>> {
  const { data, info } = await drawPicture(part, SHAPES[part.field].size)
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } })
  const bytes = await pixels.clone().webp(WEBP).toBuffer()
  const widths = widthsOf(part.field, width)
  const forms = await encodeForms(pixels, bytes, widths, AVIF)
  const source = sha256(await readFile(part.path))
  return { field: part.field, source, bytes, width, height, ...(await veilsOf(bytes)), widths, forms }
}

/** The widths in which a picture of this width is stored, its own the last; none if pages show it in one form only. */
function widthsOf(field: PictureField, width: number): number[] {
  const { smaller } = SHAPES[field]
  return smaller ? [...smaller.filter((each) => each < width), width] : []
}

/** One after the other: each uses its picture's core. `full` is the picture as WebP, already encoded. */
async function encodeForms(
  pixels: Sharp,
  full: Buffer,
  widths: readonly number[],
  avif: AvifOptions,
): Promise<Encoded['forms']> {
  const forms: Encoded['forms'] = []
  for (const width of widths) {
    const sized = pixels.clone().resize({ width })
    forms.push({ width, format: 'avif', bytes: await sized.clone().avif(avif).toBuffer() })
    const isFull = width === widths.at(-1)
    forms.push({ width, format: 'webp', bytes: isFull ? full : await sized.clone().webp(WEBP).toBuffer() })
  }
  return forms
}

/** A picture of the store's own, WebP in its display size, stored unchanged. */
export async function ownPicture<Field extends PictureField>(
  field: Field,
  bytes: Buffer,
): Promise<Encoded<Field>> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const widths = widthsOf(field, width)
  const forms = await encodeForms(
    sharp(data, { raw: { width, height, channels } }),
    bytes,
    widths,
    HASTY_AVIF,
  )
  return { field, source: sha256(bytes), bytes, width, height, ...(await veilsOf(bytes)), widths, forms }
}

const veilsOf = async (bytes: Buffer) => ({
  blur: await placeholderOf(bytes),
  blurred: await blurredOf(bytes),
})

/** The replacement for a picture on pages of visitors who want NSFW games blurred. */
export const blurredOf = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes)
    .resize({ width: BLURRED.width })
    .blur(BLURRED.sigma)
    .webp({ quality: BLURRED.quality })
    .toBuffer()

/** About 100 bytes that replace the picture while it is hidden or loading. */
async function placeholderOf(bytes: Buffer): Promise<string> {
  const tiny = await sharp(bytes).resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

/** A stored picture's name: the first 16 bytes of the SHA-256 of its bytes. */
export const hashOf = (bytes: Buffer): Buffer => sha256(bytes).subarray(0, 16)

/** The folder of a game's pictures: its developer's and its title's slug (requirements 5.8). */
export type Place = { developerSlug: string; titleSlug: string }

/**
 * Stores pictures under the hash of their bytes; one that is there already stays.
 * @param written gains the keys that were not there before, also when a later one fails
 */
export async function storePictures<Field extends PictureField>(
  storage: Storage,
  { developerSlug, titleSlug }: Place,
  pictures: readonly Encoded<Field>[],
  written: string[],
): Promise<{ field: Field; picture: Picture }[]> {
  const stored: { field: Field; picture: Picture }[] = []
  for (const { field, source: _, bytes, blurred, forms, ...look } of pictures) {
    const name = hashOf(bytes).toString('hex')
    const key = `uploads/${developerSlug}/${pictureFolder(titleSlug)}/${SHAPES[field].folder}/${name}.webp`
    const objects = [
      { key, bytes },
      { key: blurredAddress(key), bytes: blurred },
      ...forms.map((form) => ({ key: pictureAddress(key, form.width, form.format), bytes: form.bytes })),
    ]
    await writeAll(storage, objects, written)
    stored.push({ field, picture: { url: `/${key}`, ...look, alt: '' } })
  }
  return stored
}

/** All at once, and waits for all also when one fails, so that `written` then names every key that was written. */
async function writeAll(
  storage: Storage,
  objects: readonly { key: string; bytes: Buffer }[],
  written: string[],
): Promise<void> {
  const results = await Promise.allSettled(
    objects.map(async ({ key, bytes }) => {
      if (await writeOnce(storage, key, bytes)) written.push(key)
    }),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
