import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../admin/commands/command.ts'
import type { TestStore } from './store.ts'

const CLI = fileURLToPath(new URL('../admin/commands/cli.ts', import.meta.url))

/** Runs `npm run admin -- …` as a process of its own. */
export async function runAdmin(args: string[], settings: Record<string, string>, input = '') {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...settings }
  const child = spawn(process.execPath, [CLI, ...args], { env })
  child.stdin.end(input)
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { out, errors, code: Number(code) }
}

/** The same in this process: a second less for each command. */
export async function callAdmin(args: string[], env: Record<string, string>, input = '') {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const code = await runCommand(args, { env, stdin: Readable.from([input]), stdout, stderr })
  const [out, errors] = await Promise.all([text(stdout.end()), text(stderr.end())])
  return { out, errors, code }
}

/** The settings by which a command finds a running store. */
export const settingsOf = (test: TestStore) => ({
  NODE_ENV: 'test',
  DATABASE_URL: test.databaseUrl,
  DATA_DIR: test.dataDir,
  PUBLIC_URL: test.url,
})
