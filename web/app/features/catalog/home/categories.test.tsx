// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aGame } from '../../../testing/games.ts'
import { openPage, shows, startFakeStore } from '../../../testing/screens.tsx'
import { Categories } from './categories.tsx'

startFakeStore()

const sections = ['RPG', 'Tools'].map((name) => ({
  name,
  count: 1,
  isOpen: false,
  games: [aGame({ _id: name, title: `A game of ${name}` })],
}))
const open = async () => {
  openPage('/', { '/': { default: () => <Categories sections={sections} isAlone={false} /> } })
  await shows('RPG')
}
const bins = () => [...document.querySelectorAll('details')].map(({ open }) => open)

/** jsdom opens nothing by a click, and tells of no change. */
function toggle(name: string) {
  const bin = screen.getByRole('heading', { name: new RegExp(name), hidden: true }).closest('details')
  if (!bin) throw new Error(`no category ${name}`)
  bin.open = !bin.open
  fireEvent(bin, new Event('toggle'))
}

it('A category that was opened is open when its visitor comes back, until they close it', async () => {
  await open()
  expect(bins()).toEqual([false, false])
  toggle('Tools')
  await open()
  expect(bins()).toEqual([false, true])
  toggle('Tools')
  await open()
  expect(bins()).toEqual([false, false])
})
