// Runs the checks in stages, stops at the first red one, and ends with what each cost and what failed.
// Usage: node scripts/test.js [all | changed [commit]]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { playwrightTests, vitestTests } from './test-reports.js'

const SLOWEST = 10
/** How often a failed test is run again alone; one that then passes each time is unsteady. */
const RERUNS = 2
/** With more unsteady tests the run is red. */
const UNSTEADY_MAX = 3

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'nofiller-reports-'))
const [scope = 'usual', since = 'HEAD'] = process.argv.slice(2)

const vitest = (...selection) => ({
  command: ['vitest', 'run', ...selection],
  reportTo: (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  readReport: vitestTests,
  alone: ({ file, titles }) => ['vitest', 'run', file, ...(titles ? ['-t', exactly(titles)] : [])],
})
const playwright = (...selection) => ({
  command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...selection],
  reportTo: () => ['--reporter=line,json'], // into the file of PLAYWRIGHT_JSON_OUTPUT_FILE
  readReport: playwrightTests,
  alone: ({ file, line }) => [
    ...['playwright', 'test', '--config', 'e2e/playwright.config.ts', `${file}:${line}`],
    ...['--output', join(reports, 'alone')], // not over the pictures of the first failure
  ],
})
const format = ['Format and lint', { command: ['biome', 'check', '.'] }]
const types = ['Types', { command: ['npm', 'run', '--silent', 'types'] }]
const quickTests = ['Unit and integration tests', vitest('--exclude', '**/*.slow.test.ts')]
const demoStore = ['Demo store for the browser', { command: ['node', 'e2e/plant.ts'] }]
const mainJourneys = ['Main journeys', playwright('--grep', '@critical')]

// Quick before slow, and functions before the browser: failures are reported as soon and as precisely as possible.
const STAGES = {
  usual: [format, types, quickTests, demoStore, mainJourneys],
  all: [
    format,
    types,
    quickTests,
    ['Slow tests', vitest('.slow.test.')],
    demoStore,
    mainJourneys,
    ['Other journeys', playwright('--grep-invert', '@critical')],
  ],
  changed: [
    format,
    types,
    ['Tests of what changed', vitest('--changed', since, '--passWithNoTests')],
    ['Journeys that changed', playwright(`--only-changed=${since}`, '--pass-with-no-tests')],
  ],
}

const parts = []
const tests = []
const unsteady = []
for (const [name, stage] of STAGES[scope]) {
  process.stdout.write(`\n== ${name}\n`)
  const { value: isGreen, ...cost } = await measured(() => runStage(stage))
  parts.push({ name: isGreen ? name : `${name}: FAILED`, ...cost })
  if (isGreen) continue
  process.exitCode = 1
  break
}
if (unsteady.length > UNSTEADY_MAX) process.exitCode = 1
printEnd()
rmSync(reports, { recursive: true })

/** In a run of all tests, those that failed are run again alone, and the stage is green if each passes each time. */
async function runStage(stage) {
  if (!stage.readReport) return succeeds(stage.command)
  const report = join(reports, `${parts.length}.json`)
  const isGreen = await succeeds([...stage.command, ...stage.reportTo(report)], report)
  const ran = stage.readReport(report, root)
  tests.push(...ran)
  if (isGreen) return true
  const failed = ran.filter(hasFailed)
  if (scope !== 'all' || failed.length === 0 || failed.length > UNSTEADY_MAX) return false
  for (const test of failed)
    for (let run = 0; run < RERUNS; run += 1) {
      process.stdout.write(`\n== Again, alone: ${test.name}\n`)
      if (!(await passesAlone(stage, test))) return false
    }
  unsteady.push(...failed)
  return true
}

/** A run that found no such test has shown nothing. */
async function passesAlone(stage, test) {
  const report = join(reports, 'alone.json')
  rmSync(report, { force: true })
  if (!(await succeeds([...stage.alone(test), ...stage.reportTo(report)], report))) return false
  return stage.readReport(report, root).some(({ hasPassed }) => hasPassed)
}

async function succeeds([program, ...parameters], report = '') {
  const child = spawn(program, parameters, {
    cwd: root,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** What something answers, how long it took, and what all processes of the machine computed meanwhile. */
async function measured(run) {
  const startedAt = Date.now()
  const busyBefore = processorMs()
  const value = await run()
  return { value, ms: Date.now() - startedAt, processorMs: processorMs() - busyBefore }
}

function processorMs() {
  return sum(cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq))
}

function printEnd() {
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  print(
    `The ${SLOWEST} slowest tests`,
    slowest.map(({ ms, name }) => [`${seconds(ms)} s`, name]),
  )
  const all = {
    name: 'All',
    ms: sum(parts.map(({ ms }) => ms)),
    processorMs: sum(parts.map(({ processorMs }) => processorMs)),
  }
  print(
    'Wall time and processor time, without the set-up',
    [...parts, all].map(({ name, ms, processorMs }) => [`${seconds(ms)} s ${seconds(processorMs)} s`, name]),
  )
  // Last, because readers of a long log look at its end.
  for (const { name, failures, attachments } of unsteady)
    print(
      `Unsteady, failed once and then passed ${RERUNS} times alone: ${name}`,
      lines([...failures, ...attachments]),
    )
  if (unsteady.length > UNSTEADY_MAX) print(`FAILED: more than ${UNSTEADY_MAX} tests were unsteady`, [])
  for (const test of tests.filter(hasFailed))
    if (!unsteady.includes(test))
      print(`Failed: ${test.name}`, lines([...test.failures, ...test.attachments]))
}

function print(title, rows) {
  process.stdout.write(`\n== ${title}\n${rows.map((row) => `${row.join('  ')}\n`).join('')}`)
}

function lines(texts) {
  return texts.map((text) => [text])
}

function hasFailed({ failures }) {
  return failures.length > 0
}

function seconds(ms) {
  return (ms / 1000).toFixed(1).padStart(8)
}

function sum(values) {
  return values.reduce((all, value) => all + value, 0)
}

/** The pattern of a test's name below those of its suites, and of nothing else. */
function exactly(titles) {
  const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return `^${escaped.join('(?: > | )')}$`
}
