import { GameForm } from '@nofiller/contract/authoring/authoring'
import { DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
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

it('keeps title and tags to one line and to their length', () => {
  const game = fieldsOf({ title: ` Night\r\nFerry\0${'!'.repeat(200)}`, tags: ['RPG', 'rpg', ' a\0b ', ''] })
  expect(game.title.startsWith('Night Ferry !!')).toBe(true)
  expect(game.title).toHaveLength(120)
  expect(game.tags).toEqual(['RPG', 'a b'])
})

it('keeps the colours that the form does not name', () => {
  const { theme } = fieldsOf({ pageBg: '#ABCDEF', previewBgAlpha: '0.505' })
  expect(theme).toEqual({ ...DEFAULT_THEME, pageBg: '#abcdef', previewBgAlpha: 0.51 })
})
