import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { showVersion, versionOf } from './version.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nofiller-version-'))
  await writeFile(join(folder, 'package.json'), '{"version":"1.2.3"}')
})
afterEach(() => rm(folder, { recursive: true }))

it('the version in a checkout is the number, the commit and its day', () => {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.test']
  for (const command of [
    ['init', '--quiet'],
    ['add', '.'],
    [...identity, 'commit', '--quiet', '-m', 'One'],
  ])
    spawnSync('git', command, { cwd: folder })
  expect(showVersion(versionOf(folder))).toMatch(/^1\.2\.3 \([0-9a-f]{12} of \d{4}-\d\d-\d\d\)$/)
})

it('the version in a copy without git is the number, or what was recorded at the build', async () => {
  expect(showVersion(versionOf(folder))).toBe('1.2.3')
  await writeFile(join(folder, '.commit'), '0123456789ab 2026-11-26\n')
  expect(showVersion(versionOf(folder))).toBe('1.2.3 (0123456789ab of 2026-11-26)')
  await writeFile(join(folder, '.commit'), '\n')
  expect(showVersion(versionOf(folder))).toBe('1.2.3')
})
