// Runs every check, one after the other, and says how long each took. `quick` leaves out the browser and the slow tests.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isQuick = process.argv[2] === 'quick'

const checks = [
  ['Format and lint', 'npx', ['biome', 'check', '.']],
  ['Types', 'npm', ['run', '--silent', 'types']],
  [
    'Unit and integration tests',
    'npx',
    ['vitest', 'run', ...(isQuick ? ['--exclude', '**/*.slow.test.ts'] : [])],
  ],
  ...(isQuick
    ? []
    : [['Browser tests', 'npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts']]]),
]

for (const [name, command, parameters] of checks) {
  const begun = Date.now()
  process.stdout.write(`\n== ${name}\n`)
  const { status } = spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const seconds = ((Date.now() - begun) / 1000).toFixed(0)
  process.stdout.write(`== ${name}: ${status === 0 ? 'good' : 'FAILED'}, ${seconds} s\n`)
  if (status !== 0) process.exit(status ?? 1)
}
