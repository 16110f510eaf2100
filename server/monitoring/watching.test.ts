/** The dashboard and the alerts of deploy/ ask for metrics that the store has. promtool.soak.test.ts fires each alert by its fault. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { useTestStore } from '../testing/store.ts'
import { STORE_FIGURES } from './store-figures.ts'

type Alert = { alert: string; expr: string; annotations: { action?: string } }
type Trial = { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }
type Panel = { targets?: { expr: string }[] }

const read = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')
const groups: { rules: Alert[] }[] = parse(read('alerts.yml')).groups
const alerts = groups.flatMap(({ rules }) => rules)
const trials: Trial[] = parse(read('alerts.test.yml')).tests
const dashboard: { panels: Panel[] } = JSON.parse(read('grafana/store.json'))

const queries = [
  ...alerts.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
]
/** Each metric has an underscore in its name, and no label has. */
const metrics = queries.flatMap((query) => query.match(/\b[a-z]+_\w+\b(?! ?\()/g) ?? [])
const labels = queries.flatMap((query) => [
  ...[...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */)),
  ...[...query.matchAll(/(\w+)=~?"/g)].map(([, label]) => label),
])

const test = useTestStore()
let told: string
beforeAll(async () => {
  await test.nobody.get('/api/games')
  told = (await test.nobody.get('/metrics')).text
})

it('alerts and dashboard use existing metrics with existing labels', () => {
  expect(alerts.length).toBeGreaterThan(15)
  expect(queries.length - alerts.length).toBeGreaterThan(20)
  const known = new Set(
    [...told.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
    ),
  )
  expect(metrics.filter((name) => !known.has(name))).toEqual([])
  const knownLabels = new Set([...told.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))
    .add('job')
    .add('instance')
  expect(labels.filter((label) => !knownLabels.has(label))).toEqual([])
})

it('every store figure is on the dashboard or has an alert', () => {
  expect(Object.keys(STORE_FIGURES).filter((name) => !metrics.includes(name))).toEqual([])
})

it('every alert says what to do, is silent in a healthy store, and is tested by its fault', () => {
  const names = alerts.map(({ alert }) => alert)
  expect(alerts.filter(({ annotations }) => !annotations.action).map(({ alert }) => alert)).toEqual([])
  const triedBy = (isFired: boolean) =>
    trials.flatMap(({ alert_rule_test }) =>
      alert_rule_test
        .filter(({ exp_alerts }) => exp_alerts.length > 0 === isFired)
        .map(({ alertname }) => alertname),
    )
  expect(triedBy(true)).toEqual(names)
  expect(triedBy(false)).toEqual(names)
})
