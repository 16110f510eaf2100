import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../admin/cli.ts', import.meta.url))

/** Runs `npm run admin -- …` as a process of its own. */
export async function runAdmin(args: string[], settings: Record<string, string>, input = '') {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  const child = spawn(process.execPath, [CLI, ...args], { env })
  child.stdin.end(input)
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { out, errors, code: Number(code) }
}
