import { GameForm } from '@nofiller/contract/authoring/authoring'
import { DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import { SAMPLES } from '@nofiller/contract/text/samples'
import { expect, it } from 'vitest'
import { gameFieldsOf } from './form.ts'

const fieldsOf = (form: object) => gameFieldsOf(GameForm.parse({ status: 'draft', ...form }), DEFAULT_THEME)

it('sets the price of a free game to 0', () => {
  expect(fieldsOf({ isFree: 'true', price: '9.99' })).toMatchObject({ isFree: true, priceCents: 0 })
})

it('E4 cleans the description', () => {
  const { description } = fieldsOf({ description: '<p onclick="x()">Hi<script>x()</script></p>\0' })
  expect(description).toBe('<p>Hi</p>')
})

it('does not clean a description that is too long to be saved', () => {
  expect(fieldsOf({ description: '<p>'.repeat(50_000) }).description).toHaveLength(150_000)
})

it('limits title and tags to one line and to their maximum length', () => {
  const game = fieldsOf({ title: ` Night\r\nFerry\0${'!'.repeat(200)}`, tags: ['RPG', 'rpg', ' a\0b ', ''] })
  expect(game.title.startsWith('Night Ferry !!')).toBe(true)
  expect(game.title).toHaveLength(120)
  expect(game.tags).toEqual(['RPG', 'a b'])
})

it('cuts titles and tags between characters in every script', () => {
  for (const { text } of SAMPLES) {
    const { title, tags } = fieldsOf({ title: text.repeat(130), tags: [text.repeat(16)] })
    const whole = [...new Intl.Segmenter('en').segment(text.repeat(130))].map(({ segment }) => segment)
    const first = (count: number) =>
      whole
        .slice(0, count)
        .join('')
        .replace(/[\u200c\u200d]+$/, '')
        .trim()
    expect(title).toBe(first(120))
    expect(tags).toEqual([first(15)])
  }
})

it('separates tags by the commas of every keyboard, and drops tags that read alike', () => {
  const { tags } = fieldsOf({ tags: ['RPG,和風、物語，夜', 'بازی،می\u200cخواهم', 'میخواهم', 'rpg'] })
  expect(tags).toEqual(['RPG', '和風', '物語', '夜', 'بازی', 'می\u200cخواهم'])
})

it('keeps the default for each color that the form does not name', () => {
  const { theme } = fieldsOf({ pageBg: '#ABCDEF', previewBgAlpha: '0.505' })
  expect(theme).toEqual({ ...DEFAULT_THEME, pageBg: '#abcdef', previewBgAlpha: 0.51 })
})
