import type { ScreenshotEntry } from '@nofiller/contract/authoring/authoring'
import { ALT_TEXT_MAX, SCREENSHOTS_MAX } from '@nofiller/contract/authoring/game-rules'
import type { Picture } from '@nofiller/contract/catalog/catalog'
import { cutText } from '@nofiller/contract/text/characters'
import { gameChanged } from '../game-form/files.ts'
import { oneLine } from '../game-form/form.ts'

/**
 * All screenshots that a form wants, in order. Without a list the new ones take the place of the old.
 * @param before those that the game has
 * @param addedCount how many new ones the form brings
 */
export function screenshotEntriesOf(
  listed: readonly ScreenshotEntry[] | null,
  before: readonly Picture[],
  addedCount: number,
): readonly ScreenshotEntry[] {
  if (listed !== null) return listed
  if (addedCount === 0) return before.map(({ url, alt }) => ({ url, alt }))
  return Array.from({ length: addedCount }, (_, part) => ({ part, alt: '' }))
}

/** Why screenshots cannot be saved: too many, or one that is listed twice, listed and not sent, or sent and not listed. */
export function screenshotsProblem(entries: readonly ScreenshotEntry[], addedCount: number): string | null {
  if (entries.length > SCREENSHOTS_MAX || addedCount > SCREENSHOTS_MAX)
    return `You can only add up to ${SCREENSHOTS_MAX} screenshots.`
  const chosen = new Set(entries.map((entry) => ('url' in entry ? entry.url : entry.part)))
  const parts = entries.flatMap((entry) => ('part' in entry ? entry.part : []))
  const allListed = parts.length === addedCount && parts.every((part) => part < addedCount)
  return allListed && chosen.size === entries.length ? null : 'Each screenshot can be used only once.'
}

/**
 * The screenshots of a game after a save. One that was sent twice, or again, is one screenshot, in its first place.
 * @throws HttpError 409 `game_changed` when one that is to stay is no longer there
 */
export function arrangeScreenshots(
  entries: readonly ScreenshotEntry[],
  before: readonly Picture[],
  added: readonly Picture[],
): Picture[] {
  const arranged = new Map<string, Picture>()
  for (const entry of entries) {
    const picture = 'url' in entry ? before.find(({ url }) => url === entry.url) : added[entry.part]
    if (!picture) throw gameChanged()
    if (!arranged.has(picture.url)) arranged.set(picture.url, { ...picture, alt: cleanAlt(entry.alt) })
  }
  return [...arranged.values()]
}

const cleanAlt = (alt: string): string => cutText(oneLine(alt), ALT_TEXT_MAX).trim()
