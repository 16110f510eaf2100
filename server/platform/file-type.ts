import { endingOf } from '@nofiller/contract/authoring/game-rules'
import type { FileType } from './database/tables.ts'

/**
 * The first bytes of each accepted file type: an archive with bytes before it is a program that carries one
 * (security D6). Libraries that detect file types name an archive by its content (`jar`, `epub`); here it only matters that
 * it is an archive.
 */
const BEGINNINGS: [FileType, RegExp][] = [
  ['zip', /^504b0304/],
  ['rar', /^526172211a07(?:00|0100)/], // RAR 4, RAR 5
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['gif', /^474946383[79]61/],
  ['webp', /^52494646.{8}57454250/],
]

const ENDINGS: Record<FileType, readonly string[]> = {
  zip: ['zip', 'apk'],
  rar: ['rar'],
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  gif: ['gif'],
  webp: ['webp'],
}

/** A file's type by its first bytes, or null for every type that the store refuses. */
export function fileTypeOf(head: Buffer): FileType | null {
  const hex = head.subarray(0, 16).toString('hex')
  return BEGINNINGS.find(([, beginning]) => beginning.test(hex))?.[0] ?? null
}

/** Whether a file's extension matches its type. */
export const nameFits = (name: string, type: FileType): boolean => ENDINGS[type].includes(endingOf(name))

export const isPicture = (type: FileType | null): boolean => type !== null && type !== 'zip' && type !== 'rar'
