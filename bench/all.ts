/**
 * Runs benchmarks one after the other, prints one table of all figures and writes them as JSON:
 *
 *     npm run bench                                        all of them, some hours
 *     npm run bench -- api catalog --games 1000,10000    some of them, of these sizes
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { positionals } from './options.ts'
import { type Reported, toRow } from './report.ts'

/** Short ones first. */
const BENCHMARKS = [
  'pages',
  'checks',
  'api',
  'catalog',
  'settling',
  'live',
  'library',
  'sales',
  'limits',
  'hidden',
  'blocks',
  'reviews',
  'reviews-surge',
  'related',
  'webhooks',
  'orders',
  'background',
  'payments',
  'overload',
  'memory-busy',
  'processes',
  'files',
  'download',
  'uploads',
  'vitals',
  'search',
  'payouts',
  'migrate-orders',
  'migrate-releases',
  'admin',
  'restore',
  'peers/vendure',
]
const RESULTS = new URL('results/', import.meta.url)

type Run = {
  name: string
  figures: Reported[]
  /** Over the last minute, before and after. */
  load: [number, number]
  seconds: number
  failed: boolean
}

const unknown = positionals.filter((name) => !BENCHMARKS.includes(name))
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}.`)
const options = process.argv.slice(2).filter((argument) => !positionals.includes(argument))
const startedAt = new Date()
const runs: Run[] = []
for (const name of positionals.length > 0 ? positionals : BENCHMARKS) {
  console.log(`\n${name}`)
  runs.push(await run(name))
}
console.table(runs.flatMap(({ name, figures }) => figures.map((figure) => ({ name, ...toRow(figure) }))))
console.log(`Written to ${await write(runs)}.`)
const failed = runs.filter((each) => each.failed).map(({ name }) => name)
if (failed.length > 0) {
  console.error(`These failed: ${failed.join(', ')}.`)
  process.exitCode = 1
}

async function run(name: string): Promise<Run> {
  const figures: Reported[] = []
  const loadBefore = loadavg()[0] ?? 0
  const from = performance.now()
  const child = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), options)
  child.on('message', (figure: Reported) => figures.push(figure))
  const [[code]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  return {
    name,
    figures,
    load: [loadBefore, loadavg()[0] ?? 0],
    seconds: Math.round((performance.now() - from) / 1_000),
    failed: code !== 0,
  }
}

async function write(benchmarks: readonly Run[]): Promise<string> {
  await mkdir(RESULTS, { recursive: true })
  const file = new URL(`${startedAt.toISOString().replaceAll(':', '-')}.json`, RESULTS)
  const results = {
    date: startedAt.toISOString(),
    commit: git('rev-parse', 'HEAD'),
    changed: git('status', '--porcelain') !== '',
    node: process.version,
    processors: availableParallelism(),
    benchmarks,
  }
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  return fileURLToPath(file)
}

function git(...parameters: string[]): string {
  return spawnSync('git', parameters, { cwd: RESULTS, encoding: 'utf8' }).stdout.trim()
}
