import { expect, it } from 'vitest'
import { hasHidden } from './plain-text.ts'

it.each(['June', 'Zwölf Nächte', '沈黙', 'مرحبا', 'Łódź', '❤️ & ☠️', '👾', 'a b', "O'Neill–Šmid", ''])(
  'takes %j',
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
])('refuses a %s', (_name, text) => expect(hasHidden(text)).toBe(true))
