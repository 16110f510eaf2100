import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gamePath } from '../catalog/paths.ts'
import { SAMPLES } from '../text/samples.ts'
import { slugOf } from './slug.ts'

it.each([
  ['Night Ferry 2', 'night-ferry-2'],
  ['Moth & Lantern', 'moth-and-lantern'],
  ['Don’t Look', 'dont-look'],
  ["Don't Look", 'dont-look'],
  ['Hawaiʻi', 'hawaii'],
  ['Rock ’n’ Roll', 'rock-n-roll'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['STRASSE ẞ', 'strasse-ss'],
  ['Größe Ärger Öl', 'grosse-arger-ol'],
  ['Ærø og Œuvre', 'aero-og-oeuvre'],
  ['Đường về nhà', 'duong-ve-nha'],
  ['Þór & Ðor', 'thor-and-dor'],
  ['İstanbul Işık', 'istanbul-isik'],
  ['Ħal Ŋata', 'hal-ngata'],
  ['Ţară Șarpe', 'tara-sarpe'],
  ['Čeština ěščřžýáíé', 'cestina-escrzyaie'],
  ['Ação São Ñandú', 'acao-sao-nandu'],
  ['Ｆｕｌｌ　Ｗｉｄｔｈ１２', 'full-width12'],
  ['ﬁn Ⅻ', 'fin-xii'],
  ['Ночной паром', 'nochnoy-parom'],
  ['Щука и ёж', 'shchuka-i-yozh'],
  ['Подъезд', 'podezd'],
  ['Їжак і ґава', 'yizhak-i-gava'],
  ['Љубав Џеп', 'ljubav-dzep'],
  ['Қазақ Өлең', 'qazaq-oleng'],
  ['Νύχτα', 'nychta'],
  ['Ο ΟΥΡΑΝΟΣ', 'o-ouranos'],
  ['Ψυχή', 'psychi'],
  ['夜の街物語', '夜の街物語'],
  ['ゲーム・センター', 'ゲーム-センター'],
  ['ｹﾞｰﾑ', 'ゲーム'],
  ['나의 게임', '나의-게임'],
  ['เกมแห่งรัก', 'เกมแห่งรัก'],
  ['प्रेम कहानी', 'प्रेम-कहानी'],
  ['لعبة الليل', 'لعبة-الليل'],
  ['می‌خواهم', 'میخواهم'],
  ['שָׁלוֹם', 'שָׁלוֹם'.normalize('NFKC')],
  ['სიყვარული', 'სიყვარული'],
  ['Սեր', 'սեր'],
  ['𠮷野家', '𠮷野家'],
  ['A ❤️ B', 'a-b'],
  ['1️⃣ Day', '1-day'],
  ['🏳️‍🌈', 'game'],
  ['—', 'game'],
  ['', 'game'],
])('The slug of %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
  expect(slugOf(title.normalize('NFD'))).toBe(slug)
})

it.each(SAMPLES)(
  'The slug of a title in $script keeps every letter, however it was composed: $text',
  ({ text }) => {
    const slug = slugOf(text)
    expect(slugOf(text.normalize('NFD'))).toBe(slug)
    const letters = text.normalize('NFKC').match(/[\p{L}\p{N}]/gu)?.length ?? 0
    expect(slug.match(/[\p{L}\p{N}]/gu)?.length ?? 0).toBeGreaterThanOrEqual(letters - 1) // signs without a sound are dropped
    expect(decodeURIComponent(gamePath(slug))).toBe(`/game/${slug}`)
  },
)

it('A slug is short, keeps whole letters, and is its own slug', () => {
  expect(slugOf('𠮷'.repeat(40))).toBe('𠮷'.repeat(30))
  expect(slugOf('का'.repeat(100))).toBe('का'.repeat(30))
  expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (title) => {
      const slug = slugOf(title)
      expect(slug).toMatch(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u)
      expect(slug.length).toBeLessThanOrEqual(60)
      expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(180)
      expect(slug.isWellFormed()).toBe(true)
      expect(slugOf(slug)).toBe(slug)
    }),
  )
})

it('A slug is encoded in links', () => {
  expect(gamePath('夜の街')).toBe('/game/%E5%A4%9C%E3%81%AE%E8%A1%97')
  expect(gamePath('night-ferry')).toBe('/game/night-ferry')
})
