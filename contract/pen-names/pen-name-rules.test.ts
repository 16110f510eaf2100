import { expect, it } from 'vitest'
import { normalPenName, PEN_NAME_TEXT, penNameProblem } from './pen-name-rules.ts'

it.each([
  'wrenlike',
  'Wren of the Marsh',
  'a.b',
  'zoë_9',
  'Ваня Б.',
  'สมชาย',
  'نگار می\u200cخواند',
  '小林さん',
  'x'.repeat(24),
])('PR1 %j can be a pen name', (name) => expect(penNameProblem(name)).toBeNull())

it.each([
  'ab',
  ' a ',
  'x'.repeat(25),
  '...',
  '<b>wren</b>',
  'wren@home',
  'wren ✓',
  'https://wren',
  '😀😀😀',
  '\u0301wren',
  'wren\nlike',
])('PR1 %j is no pen name', (name) => expect(penNameProblem(name)).not.toBeNull())

it('PR1 A pen name has no invisible characters, and none that turn the line around', () => {
  for (const name of ['wr\u200ben', 'wren\u202e', 'wr\u00aden', 'wr\u200den'])
    expect(penNameProblem(name), JSON.stringify(name)).toBe('Remove the invisible characters.')
  expect(penNameProblem(`wren${'\u0301'.repeat(40)}`)).not.toBeNull()
})

it('PR1 A pen name is told its rule where it breaks it', () =>
  expect(penNameProblem('ab')).toBe(PEN_NAME_TEXT.rule))

it('PR1 A pen name is stored without spaces around it, and in one form', () =>
  expect(normalPenName('  Zoe\u0308   of  X ')).toBe('Zo\u00eb of X'))

it.each(['Oᴡner', 'Ꮎwner', 'ꓳꓪꓠꓰꓣ', 'Owռer', 'ɑdmin', 'Stɑff', 'Νight Оwl', 'Mαria'])(
  'PR1 A pen name has no letters that are there to look like others: %s',
  (name) => expect(penNameProblem(name)).toBe(PEN_NAME_TEXT.lookAlike),
)

it.each(['Ночная сова', 'Νύχτα', 'Գիշեր', '夜のフクロウ Owl', '밤 Owl', 'לילה', 'आधी रात', 'กลางคืน', 'Żółw'])(
  'PR1 A pen name is of any script: %s',
  (name) => expect(penNameProblem(name)).toBeNull(),
)
