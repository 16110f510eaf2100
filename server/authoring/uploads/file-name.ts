import { endingOf, FILE_NAME_MAX } from '@nofiller/contract/authoring/game-rules'

/**
 * A file's name as text that is safe to show and to send (security D1): no folders, nothing invisible, nothing that some
 * system reads as more than a name; at most 200 characters, the ending kept.
 */
export function cleanFileName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/^.*[/\\]/s, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
  return shorten(name) || 'file'
}

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= FILE_NAME_MAX) return name
  const ending = endingOf(name)
  const tail = ending && `.${ending}`
  return characters.slice(0, FILE_NAME_MAX - tail.length).join('') + tail
}
