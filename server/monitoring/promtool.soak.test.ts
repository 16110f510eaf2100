/** Prometheus itself takes the alerts and the queries of the dashboard, and fires each alert by its fault. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))

it('promtool accepts the alerts, and each fires for its fault', () => {
  expectTaken(['test', 'rules', 'alerts.test.yml'])
})

it('promtool accepts each query of the dashboard', () => {
  const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    readFileSync(`${DEPLOY}grafana/store.json`, 'utf8'),
  )
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets)
  const rules = queries.map(({ expr }, at) => ({ record: `query_${at}`, expr }))
  const file = join(mkdtempSync(join(tmpdir(), 'nofiller-dashboard-')), 'rules.yml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] })) // JSON is YAML
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  expectTaken(['check', 'rules', file])
})

function expectTaken(parameters: string[]): void {
  const { error, status, stdout, stderr } = spawnSync('promtool', parameters, {
    cwd: DEPLOY,
    encoding: 'utf8',
  })
  if (error) throw new Error('promtool is not installed: apt-get install --no-install-recommends prometheus')
  expect(status, stdout + stderr).toBe(0)
}
