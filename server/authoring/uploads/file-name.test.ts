import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../testing/properties.ts'
import { cleanFileName } from './file-name.ts'

it('D1 makes one harmless name of whatever is given', () => {
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

it('D1 cuts a name of 5,000 characters to 200 and keeps its ending', () => {
  const name = cleanFileName(`${'a'.repeat(4_996)}.zip`)
  expect(name).toHaveLength(200)
  expect(name.endsWith('a.zip')).toBe(true)
})

it('D1 cleans any text, and cleaning twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 240 }), (given) => {
      const name = cleanFileName(given)
      expect(cleanFileName(name)).toBe(name)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}/\\:"]/u)
      expect([...name].length).toBeLessThanOrEqual(200)
      expect(name).not.toBe('')
    }),
    { numRuns: propertyRuns(300) },
  )
})
