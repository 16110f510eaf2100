// Runs every check, one after the other, and ends with what each cost and what failed. `quick` leaves out the browser and the slow tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const SLOWEST = 10
const root = fileURLToPath(new URL('..', import.meta.url))
const isQuick = process.argv[2] === 'quick'
const reports = mkdtempSync(join(tmpdir(), 'nofiller-reports-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = playwrightReport

const vitest = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
const playwright = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json']
const parts = [
  ['Format and lint', () => start('npx', ['biome', 'check', '.'])],
  ['Types', () => start('npm', ['run', '--silent', 'types'])],
  [
    'Unit and integration tests',
    () => start('npx', isQuick ? [...vitest, '--exclude', '**/*.slow.test.ts'] : vitest),
  ],
  ...(isQuick
    ? []
    : [
        // Not beside the tests above: both are bound by the processor, and what is measured there needs it.
        ['Demo store for the browser', () => start(process.execPath, ['e2e/plant.ts'])],
        ['Browser tests', () => start('npx', playwright)],
      ]),
]

const rows = []
for (const [name, run] of parts) {
  process.stdout.write(`\n== ${name}\n`)
  const startedAt = Date.now()
  process.exitCode = await statusOf(run())
  rows.push([Date.now() - startedAt, process.exitCode === 0 ? name : `${name}: FAILED`])
  if (process.exitCode !== 0) break
}

const tests = [...vitestTests(), ...playwrightTests()]
print('Parts', [...rows, [sum(rows), 'All']])
print(`The ${SLOWEST} slowest tests`, tests.map(timed).sort(slowestFirst).slice(0, SLOWEST))
// Last, because whoever reads the end of a long log looks for these.
for (const { name, failures } of tests)
  for (const failure of failures) process.stdout.write(`\n== Failed: ${name}\n${failure}\n`)
rmSync(reports, { recursive: true })

function start(command, parameters) {
  return spawn(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
}

/** What a process exits with, 1 if it was killed. */
async function statusOf(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? 1
}

function print(title, rows) {
  if (rows.length === 0) return
  process.stdout.write(`\n== ${title}\n`)
  for (const [ms, name] of rows) process.stdout.write(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}\n`)
}

function vitestTests() {
  return (read(vitestReport)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ duration, fullName, failureMessages }) => ({
      ms: duration ?? 0,
      name: `${relative(root, name)}: ${fullName}`,
      failures: failureMessages,
    })),
  )
}

function playwrightTests() {
  return specsIn(read(playwrightReport)).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      ms: Math.max(0, ...results.map(({ duration }) => duration)),
      name: `e2e/${file}, ${projectName}: ${title}`,
      failures: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
    })),
  )
}

/** The tests of a suite and of all suites in it. */
function specsIn(suite) {
  return [...(suite?.specs ?? []), ...(suite?.suites ?? []).flatMap(specsIn)]
}

/** A report, or null of a part that did not run or did not come to its end. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function timed({ ms, name }) {
  return [ms, name]
}

function slowestFirst([one], [other]) {
  return other - one
}

function sum(rows) {
  return rows.reduce((all, [ms]) => all + ms, 0)
}
