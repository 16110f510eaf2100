/** The dashboard and the alerts of deploy/ ask for metrics that the store has, and each alert is fired by its fault. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { answerTo, type Labels, namesIn, parseQuery, type Series } from '../testing/promql.ts'
import { useTestStore } from '../testing/store.ts'
import { STORE_FIGURES } from './store-figures.ts'

type Alert = { alert: string; expr: string; for: string; labels: Labels; annotations: Labels }
type Fired = { exp_labels: Labels; exp_annotations: Labels }
type Trial = {
  name: string
  input_series: { series: string; values: string }[]
  alert_rule_test: { alertname: string; eval_time: string; exp_alerts: Fired[] }[]
}
type Panel = { title: string; gridPos: { x: number; w: number }; targets?: { expr: string }[] }

const read = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')
const groups: { rules: Alert[] }[] = parse(read('alerts.yml')).groups
const alerts = groups.flatMap(({ rules }) => rules)
const trials: Trial[] = parse(read('alerts.test.yml')).tests
const dashboard: { panels: Panel[] } = JSON.parse(read('grafana/store.json'))

const queries = [
  ...alerts.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
]
const asked = queries.map((query) => namesIn(parseQuery(query)))

const test = useTestStore()
let told: string
beforeAll(async () => {
  await test.nobody.get('/api/games')
  told = (await test.nobody.get('/metrics')).text
})

it('alerts and dashboard ask for metrics that exist, by labels that they have', () => {
  expect(alerts.length).toBeGreaterThan(15)
  expect(queries.length - alerts.length).toBeGreaterThan(20)
  const known = new Set(
    [...told.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
    ),
  ).add('up')
  expect(asked.flatMap(({ metrics }) => metrics).filter((name) => !known.has(name))).toEqual([])
  const labels = new Set([...told.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))
    .add('job')
    .add('instance')
  expect(asked.flatMap((names) => names.labels).filter((label) => !labels.has(label))).toEqual([])
})

it('each figure of the store is on the dashboard or has an alert', () => {
  const metrics = new Set(asked.flatMap((names) => names.metrics))
  expect(Object.keys(STORE_FIGURES).filter((name) => !metrics.has(name))).toEqual([])
})

it('each alert says what to do, stays quiet in a quiet store, and is tried by its fault', () => {
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

describe.each(trials)('$name', ({ input_series, alert_rule_test }) => {
  const series = input_series.map(seriesOf)
  it.each(alert_rule_test)('decides whether $alertname fires', ({ alertname, eval_time, exp_alerts }) => {
    const alert = alerts.find((one) => one.alert === alertname)
    expect(alert && firedAt(secondsOf(eval_time), alert, series)).toEqual(exp_alerts)
  })
})

it.each([
  'max(store_jobs_failed',
  'max(store_jobs_failed)) > 0',
  'max(store_jobs_failed) > > 0',
  'mix(store_jobs_failed)',
  'max by provider (store_jobs_failed)',
  'rate(http_request_duration_seconds_count)',
  'http_request_duration_seconds_count[5m]',
  'rate(http_request_duration_seconds_count[5])',
  'up{job=nofiller}',
  'up{job="nofiller"',
])('takes no query that is written wrongly: %s', (query) => {
  expect(() => parseQuery(query)).toThrow(SyntaxError)
})

const MINUTE = 60
const secondsOf = (span: string): number =>
  Number.parseInt(span, 10) * { s: 1, m: 60, h: 3_600 }[span.slice(-1) as 's']

/** A series that begins with a value and moves by the same step each minute: `3+0x120`. */
function seriesOf({ series, values }: Trial['input_series'][number]): Series {
  const written = parseQuery(series)
  const [, first, step] = /^(\d+(?:\.\d+)?)\+(\d+)x\d+$/.exec(values) ?? []
  if (written.kind !== 'series' || first === undefined) throw new Error(`no series: ${series} ${values}`)
  return {
    name: written.name,
    labels: written.labels,
    at: (second) => Number(first) + (Number(step) * second) / MINUTE,
  }
}

/** Prometheus fires for each sample that was there at every look as long as the alert says. */
function firedAt(second: number, alert: Alert, series: Series[]): Fired[] {
  const query = parseQuery(alert.expr)
  const looks = [second]
  for (let look = second; look > second - secondsOf(alert.for); look -= MINUTE) looks.push(look - MINUTE)
  const samples = looks.map((look) => answerTo(query, series, look))
  const [last, ...before] = samples.map((all) =>
    typeof all === 'number' ? [] : all.map(({ labels }) => labels),
  )
  return (last ?? [])
    .filter((labels) =>
      before.every((all) => all.some((other) => JSON.stringify(other) === JSON.stringify(labels))),
    )
    .map((labels) => ({
      exp_labels: { ...labels, ...alert.labels },
      exp_annotations: Object.fromEntries(
        Object.entries(alert.annotations).map(([name, words]) => [name, filled(words, labels)]),
      ),
    }))
}

const filled = (words: string, labels: Labels): string =>
  words.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '')
