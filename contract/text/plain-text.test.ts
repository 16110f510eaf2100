import { expect, it } from 'vitest'
import { comparedText } from './compared-text.ts'
import { blankHidden, HIDDEN_TEXT, hasHidden, lineProblem, linesProblem } from './plain-text.ts'
import { SAMPLES } from './samples.ts'

it.each(['June', 'Zwölf Nächte', '沈黙', 'مرحبا', 'Łódź', '❤️ & ☠️', '👾', 'a b', "O'Neill–Šmid", ''])(
  'The name %j is accepted',
  (text) => expect(hasHidden(text)).toBe(false),
)

it.each([
  ['zero width space', 'Ju\u200bne'],
  ['right-to-left override', '\u202eenuJ'],
  ['isolate', '\u2066June'],
  ['byte order mark', '\ufeffJune'],
  ['soft hyphen', 'Ju\u00adne'],
  ['Hangul filler', '\u3164'],
  ['braille blank', '\u2800'],
  ['grapheme joiner', 'Ju\u034fne'],
  ['variation selector in a word', 'Ju\ufe0fne'],
  ['tag letters', 'June\u{e0041}'],
  ['line break', 'June\nAdmin'],
  ['line separator', 'June\u2028Admin'],
  ['NUL', 'June\u0000'],
  ['lone surrogate', 'June\ud800'],
  ['private use', '\ue000'],
])('A name with a %s is refused', (_name, text) => expect(hasHidden(text)).toBe(true))

it.each(SAMPLES)('$text ($script) is accepted', ({ text }) => {
  expect(hasHidden(text)).toBe(false)
  expect(hasHidden(text.normalize('NFD'))).toBe(false)
  expect(blankHidden(text)).toBe(text)
})

it.each([
  ['joiner alone', '\u200d'],
  ['joiner in a Latin word', 'Ju\u200dne'],
  ['half-space in a Latin word', 'Ju\u200cne'],
  ['half-space between a Latin and a Persian letter', 'e\u200cم'],
  ['doubled half-space', 'می\u200c\u200cخواهم'],
  ['half-space before a word', '\u200cخواهم'],
  ['half-space after a word', 'می\u200c خواهم'],
  ['joiner before an emoji', '\u200d👩'],
  ['joiner after an emoji', '👩\u200d'],
  ['doubled joiner between emoji', '👩\u200d\u200d💻'],
  ['joiner between an emoji and a letter', '👩\u200da'],
  ['doubled variation selector', '❤\ufe0f\ufe0f'],
  ['variation selector after a digit that is no keycap', '1\ufe0f2'],
  ['variation selector of ideographs after a Latin letter', 'a\u{e0100}'],
  ['flag of a place that nothing shows', '🏴\u{e0061}\u{e0062}\u{e0063}\u{e007f}'],
  ['flag that does not end', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}'],
  ['tags behind another emoji', '🏁\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['Mongolian separator in a Latin word', 'Ju\u180ene'],
])('A text with a %s is refused', (_name, text) => expect(hasHidden(text)).toBe(true))

it('A text of several lines is accepted, but not in a field of one line', () => {
  expect(linesProblem('Chapter 2,\n\tat the 🏳️‍🌈.\nمی‌خواهم', 100)).toBeNull()
  expect(linesProblem('Chapter 2,\nat the\u200b pier', 100)).toBe(HIDDEN_TEXT)
  expect(lineProblem('Chapter 2,\nat the pier', 100)).toBe(HIDDEN_TEXT)
  expect(lineProblem('Night', 4, 'Too long.')).toBe('Too long.')
})

it('Texts that look the same are equal', () => {
  expect(comparedText('می\u200cخواهم')).toBe(comparedText('میخواهم'))
  expect(comparedText('❤\ufe0f RPG')).toBe(comparedText('❤ rpg'))
  expect(comparedText('E\u0301')).toBe(comparedText('é'))
  expect(comparedText('🏴󠁧󠁢󠁥󠁮󠁧󠁿')).not.toBe(comparedText('🏴󠁧󠁢󠁳󠁣󠁴󠁿'))
  expect(comparedText('Łódź')).not.toBe(comparedText('Lodz'))
})
