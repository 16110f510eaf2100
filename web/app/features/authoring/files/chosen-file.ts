import { fileNameProblem, GAME_TEXT, PICTURE_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import { PICTURE_TEXT, pictureSizeProblem } from '@nofiller/contract/authoring/picture-rules'
import type { Device } from '@nofiller/contract/catalog/devices'
import { measurePicture } from '../pictures/measure-picture.ts'

/** Why a file cannot be one of a game, as a sentence; the store checks its content after the upload. */
export function fileProblem(file: File): string | null {
  return fileNameProblem(file.name) ?? (file.size === 0 ? `${file.name} is empty.` : null)
}

/** The chosen files that fit into a game with some free places, and a sentence about the others. */
export function sortOut(files: readonly File[], room: number): { taken: File[]; problem: string | null } {
  const good = files.filter((file) => fileProblem(file) === null)
  const taken = good.slice(0, room)
  const tooMany = good.slice(room).map((file) => file.name)
  const problems = [
    ...files.flatMap((file) => fileProblem(file) ?? []),
    ...(tooMany.length > 0 ? [`${GAME_TEXT.filesMax} Left out: ${tooMany.join(', ')}.`] : []),
  ]
  return { taken, problem: problems.join(' ') || null }
}

const SYSTEMS: Partial<Record<Device, readonly string[]>> = {
  Windows: ['win', 'win32', 'win64', 'windows'],
  Mac: ['mac', 'macos', 'osx', 'darwin'],
  Linux: ['linux', 'linux32', 'linux64'],
  Android: ['apk', 'android'],
}

/** The device in a file's name; empty for none or several. */
export function guessDevice(name: string): Device | '' {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const named = Object.entries(SYSTEMS).filter(([, systems]) => systems.some((word) => words.includes(word)))
  const [only] = named
  return named.length === 1 && only ? (only[0] as Device) : '' // a key of SYSTEMS
}

/** Why a file cannot be a picture of a game, as a sentence: the browser must be able to show it, whatever its extension. */
export async function pictureProblem(file: File): Promise<string | null> {
  if (file.size > PICTURE_BYTES_MAX) return PICTURE_TEXT.bytes
  const url = URL.createObjectURL(file)
  try {
    return pictureSizeProblem(await measurePicture(url))
  } catch {
    return GAME_TEXT.picture
  } finally {
    URL.revokeObjectURL(url)
  }
}
