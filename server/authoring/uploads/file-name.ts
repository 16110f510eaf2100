import { endingOf, FILE_NAME_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import { firstCharacters } from '@nofiller/contract/text/characters'
import { blankHidden } from '@nofiller/contract/text/plain-text'

/**
 * A file's name as text that is safe to show and to send (security D1): no folders, nothing invisible, nothing that some
 * system reads as more than a name; at most 240 bytes, which every file system accepts, with the extension kept.
 */
export function cleanFileName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[<>:"|?*]/g, '_')
  const seen = blankHidden(name)
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
  return shorten(seen) || 'file'
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= FILE_NAME_BYTES_MAX) return name
  const ending = endingOf(name)
  const tail = ending && `.${ending}`
  const stem = firstCharacters(name, FILE_NAME_BYTES_MAX - tail.length, Buffer.byteLength)
  return (stem.replace(/[ .]+$/, '') || 'file') + tail
}
