// @vitest-environment jsdom
/** The messages of game pages after errors. */
import { screen, waitFor, within } from '@testing-library/react'
import { data } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { aFile, aGame } from '../../testing/games.ts'
import { BROKEN, openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'
import * as basket from '../buying/basket.tsx'
import * as bundle from './bundle.tsx'
import * as developerPage from './developer.tsx'
import * as game from './game.tsx'
import * as games from './games.tsx'
import * as releases from './releases.tsx'

const store = startFakeStore()
beforeEach(() => store.answer('GET /api/library', { status: 200, body: [] }))

const loading = (shown: ReturnType<typeof aGame>) => ({
  '/game/:id': {
    ...game,
    loader: () => ({ game: shown, related: [], relatedBy: null, hiding: null, head: null }),
  },
})
const MISSING = {
  '/game/:id': {
    ...game,
    loader: () => {
      throw data(null, { status: 404 })
    },
  },
}

it('A catalog that cannot be loaded says so', async () => {
  const loader = () => {
    throw new Error('no answer')
  }
  openPage('/games', { '/games': { ...games, loader } })
  await shows('Failed to fetch games')
})

it('A page of a missing game says what is left of it', async () => {
  openPage('/game/there-is-none', MISSING)
  await shows('This game isn’t available')
  openPage('/game/there-is-none?buy=1', MISSING)
  await shows('It was withdrawn, so it can’t be bought again. What you own stays in your library.')
})

it('The page of a game, developer, bundle or release that is not there offers games that it may be', async () => {
  const { _id, slug, title, price, sale, isFree, tags, devices, devName } = aGame()
  const developer = { _id: 'ada' }
  const offered = {
    _id,
    slug,
    title,
    price,
    sale,
    isFree,
    tags,
    devices,
    devName,
    developer,
    cardPicture: null,
  }
  const loader = () => {
    throw data({ games: [offered] }, { status: 404 })
  }
  const lost = {
    '/game/:id': game,
    '/game/:id/releases': releases,
    '/dev/:id': developerPage,
    '/bundle/:slug': bundle,
  }
  for (const [path, route] of Object.entries(lost)) {
    openPage(path.replace(/:\w+/, 'long-dusk'), { [path]: { ...route, loader } })
    const section = await screen.findByRole('region', { name: 'Were you looking for one of these?' })
    expect(
      within(section)
        .getByRole('link', { name: /The Long Dusk/ })
        .getAttribute('href'),
    ).toBe('/game/the-long-dusk')
  }
})

it('VE13 Owners of a game that left the store read its releases still, and others that it is not available', async () => {
  const loader = MISSING['/game/:id'].loader
  openPage('/game/dusk/releases', { '/game/:id/releases': { ...releases, loader } })
  await shows('This game isn’t available')
  await store.signIn()
  const { _id, slug, title } = aGame()
  const game = { _id, slug, title, developer: { _id: 'ada' }, cardPicture: null }
  store.answer('GET /api/library', { status: 200, body: [{ gameId: _id, game, version: null }] })
  const release = { id: 'r', label: '0.5', releasedAt: '2026-11-01T00:00:00.000Z', summary: 'Chapter two.' }
  const said = { notes: '', knownProblems: '', saves: 'all', savesFrom: null, savesNote: '', files: [] }
  store.answer('GET /api/games/:id/releases', { status: 200, body: [{ ...release, ...said }] })
  openPage('/game/dusk/releases', { '/game/:id/releases': { ...releases, loader } })
  await shows('This game is not in the store now. You see its releases because you own it.')
  await shows('Chapter two.')
})

it('A game without files has nothing to download', async () => {
  await store.signIn()
  const owned = {
    gameId: 'dusk',
    baseOwned: true,
    extrasOwnedFileIds: [],
    files: [],
    addedAt: '2026-11-01T00:00:00.000Z',
  }
  store.answer('GET /api/library', { status: 200, body: [owned] })
  openPage('/game/dusk', loading(aGame({ gameFiles: [] })))
  await screen.findByRole('button', { name: 'Download' })
  await press('Download', 'Unable to resolve download target')
})

it('A checkout of missing files is refused with the message of the server', async () => {
  await store.signIn()
  store.answer('POST /api/checkout', {
    status: 400,
    body: { error: 'Bad file selection', code: 'bad_items' },
  })
  openPage('/game/dusk?buy=1', loading(aGame()))
  await screen.findByRole('button', { name: /^Pay \$9\.99/ })
  await press(/^Pay \$9\.99/, 'Bad file selection')
})

it('A free game says that it cannot be claimed or that a file cannot be downloaded', async () => {
  await store.signIn()
  store.answer('POST /api/library/claim', BROKEN)
  openPage('/game/dusk', loading(aGame({ isFree: true, price: 0 })))
  await screen.findAllByRole('button', { name: 'Get for free' })
  await press('Get for free', 'Could not add to your library.')
  store.answer('POST /api/library/claim', { status: 200, body: { added: true } })
  await press('Get for free')
  const dialog = await screen.findByRole('dialog', { name: 'Download' })
  const take = async (text: string) => {
    ;(await within(dialog).findByRole('button', { name: /^Download /, busy: false })).click()
    await shows(text)
  }
  store.answer('POST /api/library/:gameId/download', BROKEN)
  await take('Download failed')
  store.answer('POST /api/library/:gameId/download', { status: 200, body: {} })
  await take('Missing download url')
  const gone = { error: 'Download not available', code: 'not_found' }
  store.answer('POST /api/library/:gameId/download', { status: 404, body: gone })
  await take('Download not available')
})

it('A total that is too small is shown before Pay, with games to add', async () => {
  await store.signIn()
  store.answer('GET /api/checkout/minimum', { status: 200, body: { minimum: 12 } })
  const told = 'The smallest payment right now is $12.00, which is $2.01 more than your total.'
  const extra = aFile('songs.zip', { customPriceEnabled: true, customPrice: 6.99 })
  openPage('/game/dusk?buy=1', loading(aGame({ gameFiles: [aFile('dusk.zip'), extra] })))
  const says = (advice: string) =>
    waitFor(() => expect(document.body.textContent).toContain(`${told} ${advice}`)) // amounts are elements of their own
  await says('Add an extra, or add it to your basket with another game.')
  screen.getByRole('checkbox', { name: /songs\.zip/ }).click()
  await screen.findByRole('button', { name: /^Pay \$16\.98/ })
  expect(screen.queryByText(/The smallest payment/)).toBeNull()

  const item = {
    ...{ _id: 'dusk', gameId: 'dusk', fileId: null, slug: 'dusk', title: 'The Long Dusk', fileName: null },
    ...{ developer: { _id: 'ada', name: 'ada' }, cardPicture: null, devices: [], size: null, bundle: null },
    ...{ state: 'unchanged', price: 9.99, listPrice: 9.99, savedPrice: 9.99 },
    ...{ ownedSince: null, isLater: false, addedAt: '2026-11-01' },
  }
  store.answer('GET /api/basket', { status: 200, body: { items: [item] } })
  openPage('/basket', { '/basket': basket })
  await says('Add another game.')
})
