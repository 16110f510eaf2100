import type { Device } from '@nofiller/contract/catalog/devices'
import type { LibraryFile } from '@nofiller/contract/library/library'

/** The device of a browser, by its user agent; null when unknown. */
export function deviceOf(userAgent: string): Device | null {
  const [, device] = DEVICES_BY_NAME.find(([name]) => name.test(userAgent)) ?? []
  return device ?? null
}

/** The first match counts: Android calls itself Linux too, and an iPad sometimes a Mac. */
const DEVICES_BY_NAME: readonly [RegExp, Device][] = [
  [/OculusBrowser|\bVR\b/, 'VR'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11|CrOS/, 'Linux'],
]

/**
 * The file for this device: of the game itself rather than an extra, in the order of its page. A game's
 * only file that can be downloaded always matches. Null when unclear.
 */
export function fileFor(owned: readonly LibraryFile[], device: Device | null): LibraryFile | null {
  const files = owned.filter(({ isPaused, isTakenBack }) => !isPaused && !isTakenBack)
  const fitting = files.filter((file) => file.device === device)
  const fits = fitting.find((file) => !file.customPriceEnabled) ?? fitting[0]
  return fits ?? (files.length === 1 ? (files[0] ?? null) : null)
}
