/** The dashboard and the alerts of deploy/ ask for metrics that the store has. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../testing/store.ts'
import { STORE_FIGURES } from './store-figures.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const alerts = read('alerts.yml')
const dashboard = JSON.parse(read('grafana/store.json')) as { panels: Panel[] }
type Panel = { title: string; gridPos: { x: number; w: number }; targets?: { expr: string }[] }

const inAlerts = [...alerts.matchAll(/^ {8}expr: '(.*)'$/gm)].map(([, expr = '']) =>
  expr.replaceAll("''", "'"),
)
const onDashboard = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Prometheus' own; everything else that a query names is a metric. */
const OF_PROMETHEUS = new Set(['up', 'and', 'or', 'by'])

const metricsIn = (expression: string): string[] =>
  (expression.replace(/\{[^}]*\}|\[[^\]]*\]| by \([^)]*\)/g, '').match(/[a-z_]\w*\b(?! ?\()/gi) ?? []).filter(
    (name) => !OF_PROMETHEUS.has(name),
  )
const labelsIn = (expression: string): string[] => [
  ...[...expression.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
  ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
]

let test: TestStore
let told: string
beforeAll(async () => {
  test = await openTestStore()
  await test.nobody.get('/api/games')
  told = (await test.nobody.get('/metrics')).text
})
afterAll(() => test.close())

it('alerts and dashboard ask for metrics that exist, by labels that they have', () => {
  expect(inAlerts.length).toBe([...alerts.matchAll(/- alert: /g)].length)
  expect(onDashboard.length).toBeGreaterThan(20)
  const known = new Set(
    [...told.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
    ),
  )
  const asked = [...inAlerts, ...onDashboard].flatMap(metricsIn)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
  const labels = new Set([...told.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))
    .add('job')
    .add('instance')
  expect([...inAlerts, ...onDashboard].flatMap(labelsIn).filter((label) => !labels.has(label))).toEqual([])
})

it('each figure of the store is on the dashboard or has an alert', () => {
  const asked = new Set([...inAlerts, ...onDashboard].flatMap(metricsIn))
  expect(Object.keys(STORE_FIGURES).filter((name) => !asked.has(name))).toEqual([])
})

it('each alert says what to do, and is tried by its fault', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(15)
  expect([...alerts.matchAll(/ {10}action: '.+'/g)]).toHaveLength(names.length)
  const tried = [...read('alerts.test.yml').matchAll(/^ {6}- alertname: (\w+)$/gm)].map(([, name]) => name)
  expect(tried).toEqual(names)
})

const promtool = spawnSync('promtool', ['--version']).status === 0
if (!promtool)
  process.stderr.write('The alerts of deploy/ are not run by promtool, which is not installed.\n')

it.skipIf(!promtool)('promtool takes the alerts, and fires each by its fault', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd: DEPLOY,
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
})
