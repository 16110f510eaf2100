/** Prometheus itself takes the alerts, and fires each by its fault: what watching.test.ts works out without it. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))

it('promtool takes the alerts, and fires each by its fault', () => {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd: DEPLOY,
    encoding: 'utf8',
  })
  if (error) throw new Error('promtool is not installed: apt-get install --no-install-recommends prometheus')
  expect(status, stdout + stderr).toBe(0)
})
