import { expect, it } from 'vitest'
import { decodedName, leadsOutside, shownName } from './entry-name.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')

it.each([
  ['UTF-8', 'ソフト/表示.exe', Buffer.from('ソフト/表示.exe').toString('hex')],
  ['CP932', 'ソフト/表示.exe', '835c837483672f955c8ea62e657865'],
  ['CP932', '第一章/セーブ.dat', '91e688ea8fcd2f835a815b83752e646174'],
  ['CP932', '夜の街物語.exe', '96e982cc8a5895a88cea2e657865'],
  ['CP932', 'ゲーム/能力.txt', '8351815b83802f945c97cd2e747874'],
  ['CP932', '十/ファイル.txt', '8f5c2f837483408343838b2e747874'],
  ['GBK', '游戏/第一章.exe', 'd3cecfb72fb5dad2bbd5c22e657865'],
  ['GBK', '夜间渡轮.exe', 'd2b9bce4b6c9c2d62e657865'],
  ['GBK', '构造/说明.txt', 'b9b9d4ec2fcbb5c3f72e747874'],
  ['GBK', '开始游戏.exe', 'bfaacabcd3cecfb72e657865'],
  ['Big5', '許功蓋/遊戲.exe', 'b35ca55cbb5c2fb943c0b82e657865'],
  ['Big5', '夜間渡輪.exe', 'a95db6a1b4e7bdfc2e657865'],
  ['Big5', '第一章/說明.txt', 'b2c4a440b3b92fbba1a9fa2e747874'],
  ['Big5', '功能/讀我.txt', 'a55cafe02fc5aaa7da2e747874'],
  ['CP437', 'Spiele/Größe.exe', '537069656c652f477294e1652e657865'],
  ['CP437', 'Entrée/Café.txt', '456e747282652f436166822e747874'],
  ['CP437', 'Año Niño.txt', '41a46f204e69a46f2e747874'],
  ['CP437', 'Übung/Straße.txt', '9a62756e672f53747261e1652e747874'],
])('reads a name in the encoding %s: %s', (_encoding, text, hex) => {
  expect(decodedName(bytes(hex))).toBe(text)
  expect(leadsOutside(bytes(hex))).toBe(false)
})

it('reads a backslash as a separator or as part of a letter, and detects two dots with either separator', () => {
  for (const name of ['a\\b', 'A: Prologue/a', 'c:a', 'a..b\\...', 'a\\', '83\\..b'])
    expect(leadsOutside(Buffer.from(name)), name).toBe(false)
  for (const name of ['..', 'a\\..\\b', 'a/..\\b', '..\\a', '\\a', '/a', 'C:\\a', 'c:/a'])
    expect(leadsOutside(Buffer.from(name)), name).toBe(true)
  expect(leadsOutside(bytes('835c5c2e2e5c78'))).toBe(true) // ソ\..\x in CP932
})

it('shows hidden characters, and both ends of a long name', () => {
  expect(shownName('a\u202egpj.exe')).toBe('a[U+202E]gpj.exe')
  expect(shownName('\u001b[2Ja')).toBe('[U+001B][2Ja')
  const long = `${'a/'.repeat(50)}Current`
  expect(shownName(long)).toMatch(/^(a\/){15}….*Current$/)
  expect(shownName('👩🏽‍💻'.repeat(60)).isWellFormed()).toBe(true)
})
