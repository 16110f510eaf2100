/** `npm run upgrade`, `npm run upgrade -- --back`: root's, see docs/operating.md */
import { spawnSync } from 'node:child_process'
import { loadEnvFile } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { onConnection } from '../../platform/database/connection.ts'
import { migrationsDone } from '../../platform/database/migrate.ts'
import { goBack, type Machine, NotUpgraded, upgrade } from './upgrade.ts'

const CURRENT = '/opt/nofiller'
const SETTINGS = '/etc/nofiller/store.env'
const HOME = '/var/lib/nofiller'
const READY_WITHIN_MS = 120_000

loadEnvFile(SETTINGS)
const config = readConfig(process.env)
const machine: Machine = {
  asStore: (folder, command) =>
    run(['runuser', '-u', 'nofiller', '--', 'env', `--chdir=${folder}`, `HOME=${HOME}`, ...command]),
  asRoot: run,
  isReady,
  settingsProblems,
  contentDir: config.contentDir,
  migrationsDone: () => onConnection({ connectionString: config.directDatabaseUrl }, migrationsDone),
  say,
}

try {
  if (process.getuid?.() !== 0) throw new NotUpgraded('An upgrade restarts units: run it as root.')
  if (process.argv.includes('--back')) await goBack(CURRENT, machine)
  else await upgrade(CURRENT, machine)
} catch (error) {
  if (!(error instanceof NotUpgraded)) throw error
  say(error.message)
  process.exitCode = 1
}

/** The store's settings are not passed on: the build must not read them. */
function run([program = '', ...parameters]: string[]): string {
  const { PATH = '' } = process.env
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    encoding: 'utf8',
    env: { PATH },
  })
  if (status === 0) return stdout
  throw new NotUpgraded(`${[program, ...parameters].join(' ')} failed:\n${error?.message ?? stderr.trim()}`)
}

/** Asks the new version itself, because only it knows its needs. */
async function settingsProblems(folder: string): Promise<string> {
  const theirs: { readConfig: typeof readConfig } = await import(`${folder}/server/config.ts`)
  try {
    theirs.readConfig(process.env)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^/gm, '  - ') : String(error)
  }
}

async function isReady(port: number): Promise<boolean> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(250)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null)
    if (answer?.ok) return true
  }
  return false
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
