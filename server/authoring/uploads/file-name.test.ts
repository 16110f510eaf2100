import { hasHidden } from '@nofiller/contract/text/plain-text'
import { SAMPLES } from '@nofiller/contract/text/samples'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../testing/properties.ts'
import { cleanFileName } from './file-name.ts'

it('D1 makes one safe file name of any input', () => {
  const cases: [string, string][] = [
    ['Night Ferry.zip', 'Night Ferry.zip'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\game.zip', 'game.zip'],
    ['%2e%2e%2fgame.zip', '%2e%2e%2fgame.zip'],
    ['game\0.zip', 'game .zip'],
    ['C:game.zip', 'C_game.zip'],
    ['game.zip\r\nSet-Cookie: a=b', 'game.zip Set-Cookie_ a=b'],
    ['evil\u202Epiz.exe', 'evil piz.exe'],
    ['"quoted".zip', '_quoted_.zip'],
    ['.htaccess', 'htaccess'],
    ['...', 'file'],
    ['', 'file'],
    ['夜のフェリー.zip', '夜のフェリー.zip'],
  ]
  for (const [given, clean] of cases) expect(cleanFileName(given)).toBe(clean)
})

it.each(['a', 'ł', '夜', '👩🏽‍💻', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'खि', 'خو'])(
  'D1 shortens a name of many %s to what disks allow, and keeps the extension',
  (character) => {
    const name = cleanFileName(`${character.repeat(1_000)}.zip`)
    const stem = name.replace(/\.zip$/, '')
    const bytes = Buffer.byteLength(character)
    expect(stem).toBe(character.repeat(Math.floor((240 - '.zip'.length) / bytes)))
  },
)

it('D1 keeps names in every script unchanged', () => {
  for (const { text } of SAMPLES) {
    const name = `${text.replaceAll('*', '')}.zip`
    expect(cleanFileName(name)).toBe(name)
  }
})

it('D1 keeps the extension of a name that starts with one letter and a thousand combining marks', () => {
  expect(cleanFileName(`a${'\u0323'.repeat(1_000)}.zip`)).toBe('file.zip')
})

it('D1 makes any text safe, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 240 }), (given) => {
      const name = cleanFileName(given)
      expect(cleanFileName(name)).toBe(name)
      expect(name).not.toMatch(/[\p{Cc}/\\:"]/u)
      expect(hasHidden(name)).toBe(false)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
      expect(name).not.toBe('')
    }),
    { numRuns: propertyRuns(300) },
  )
})
