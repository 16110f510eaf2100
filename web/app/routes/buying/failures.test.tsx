// @vitest-environment jsdom
/** What the pages of a buyer say of what is not there, or cannot be read. */
import { it } from 'vitest'
import { FileDownloads } from '../../features/library/file-downloads.tsx'
import { BROKEN, openPage, shows, startFakeStore } from '../../testing/screens.tsx'
import * as library from './library.tsx'

const store = startFakeStore()

it('a library that holds nothing, or cannot be read, says so', async () => {
  await store.signIn()
  store.answer('GET /api/library', { status: 200, body: [] })
  const none = { total: 0, updated: 0, hidden: 0, devices: [], developers: [] }
  store.answer('GET /api/library/facets', { status: 200, body: none })
  openPage('/library', { '/library': library })
  await shows("You don't own any games yet.")
  store.answer('GET /api/library', BROKEN)
  openPage('/library', { '/library': library })
  await shows('Failed to load your library')
})

it('the downloads of a receipt that cannot be read, or are gone, say so', async () => {
  await store.signIn()
  const Downloads = () => <FileDownloads gameId="dusk" isShown={() => true} />
  store.answer('GET /api/library', BROKEN)
  openPage('/', { '/': { default: Downloads } })
  await shows('Failed to load downloads')
  store.answer('GET /api/library', { status: 200, body: [] })
  openPage('/', { '/': { default: Downloads } })
  await shows('Download not available')
})
