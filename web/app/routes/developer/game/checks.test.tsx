// @vitest-environment jsdom
/** What a developer reads of the checks of a game, and where each finding leads. */
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Findings } from '../../../features/checks/findings.tsx'
import { openPage, shows, startFakeStore } from '../../../testing/screens.tsx'

const store = startFakeStore()

const found = (id: string, level: string, changes: object = {}) => ({
  id,
  level,
  where: 'file',
  buildId: null,
  title: id,
  sentence: `About ${id}.`,
  acknowledged: null,
  draft: null,
  ...changes,
})

async function openChecks(findings: object[], isComplete = true) {
  await store.signIn({ role: 'developer' })
  const body = { checkedAt: '2026-11-26T14:06:00Z', isComplete, findings }
  store.answer('POST /api/games/:id/preflight', { status: 200, body })
  openPage('/', { '/': { default: () => <Findings gameId="g" /> } })
}

it('PF1 counts what blocks, warns, is a note or meant so, and links each finding to where it is mended', async () => {
  const meant = { by: 'june', at: '2026-11-12T10:00:00Z', reason: 'A file of their own now.' }
  await openChecks([
    found('archive-damaged', 'blocks', { buildId: 'b', draft: { id: 'd', label: '0.9' } }),
    found('warnings-open', 'blocks', { where: 'contentWarnings' }),
    found('alt-missing', 'warns', { where: 'screenshots' }),
    found('dead-link', 'note', { where: 'description' }),
    found('shrunk', 'warns', { buildId: 'b', acknowledged: meant }),
  ])
  await shows('2 block')
  const checks = within(screen.getByRole('region', { name: 'Checks' }))
  expect(checks.getByRole('status').textContent).toBe('Checked. 2 block1 warns1 note1 meant so')
  await shows('Mend the first 2 to go live.')
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Replace file', '/dev/games/g/releases/d'],
    ['Answer', '/create-game/g#content-warnings'],
    ['Write', '/create-game/g#images'],
    ['Edit', '/create-game/g#description'],
  ])
  const rows = within(screen.getByRole('list', { name: 'Findings' })).getAllByRole('listitem')
  expect(rows[0]?.textContent).toContain('0.9, archive-damaged')
  expect(rows[4]?.textContent).toContain('“A file of their own now.” june, ')
  expect(rows[4]?.textContent).toContain('Holds for this build.')
})

it('PF1 says that there is nothing to mend, once all is checked', async () => {
  await openChecks([])
  await shows('Nothing to mend')
  await openChecks([], false)
  await shows('Files are still being checked…')
})
