// @vitest-environment jsdom
/** The messages of a developer's pages about missing data, and data that cannot be read or sent. */
import { FILES_MAX } from '@nofiller/contract/authoring/game-rules'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FileRows } from '../../features/authoring/files/file-rows.tsx'
import { aRow } from '../../testing/games.ts'
import { june } from '../../testing/june.ts'
import { BROKEN, openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'
import * as profile from '../settings/profile.tsx'
import * as dashboard from './dashboard.tsx'

const store = startFakeStore()

it('A dashboard says that its developer has no bio and no games', async () => {
  await store.signIn({ role: 'developer' })
  store.answer('GET /api/my-games', { status: 200, body: [] })
  const told = { displayName: '', bio: '', website: '', twitter: '', patreon: '' }
  store.answer('GET /api/profile', { status: 200, body: { user: june, profile: told, games: [] } })
  openPage('/dev-dashboard', { '/dev-dashboard': dashboard })
  await shows("This developer hasn't set a name yet.")
  await shows("This developer hasn't set a bio yet.")
  await shows("You haven't uploaded any games yet.")
})

it('A dashboard and a profile that cannot be read say so', async () => {
  await store.signIn({ role: 'developer' })
  store.answer('GET /api/my-games', BROKEN)
  store.answer('GET /api/profile', BROKEN)
  openPage('/dev-dashboard', { '/dev-dashboard': dashboard })
  await shows('Failed to load games')
  openPage('/profile', { '/profile': profile })
  await shows('Failed to load profile')
})

// `upload.test.ts` shows that these are the words.
it.each(['Presign failed: missing fields', 'Upload failed (400)', 'Network error'])(
  'A file whose upload failed says why and can be sent again: %s',
  async (message) => {
    const file = new File(['game'], 'one.zip')
    const retried: [string, File][] = []
    const row = aRow({ from: 'here', file, upload: { state: 'error', message } }, { name: 'one.zip' })
    const Files = () => (
      <FileRows
        rows={[row]}
        problems={{}}
        isFree={false}
        {...{ onAdd() {}, onChange() {}, onResume() {}, onReplace() {}, onRemove() {} }}
        onRetry={(id, sent) => retried.push([id, sent])}
      />
    )
    openPage('/', { '/': { default: Files } })
    await shows(message)
    expect(screen.getByText(`1 of ${FILES_MAX} files`)).toBeTruthy()
    await press('Retry one.zip')
    expect(retried).toEqual([['row', file]])
  },
)
