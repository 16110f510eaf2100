/** What the owner does without a browser, also beside a running store. */

import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { emailProblem, normalEmail, usernameProblem } from '@nofiller/contract/accounts/account-rules'
import { ROLES, type Role } from '@nofiller/contract/role'
import { plural } from '@nofiller/contract/text/digits'
import { z } from 'zod'
import { newPasswordProblem } from '../../accounts/passwords/guessable-password.ts'
import { resetSecondFactor } from '../../accounts/second-factor/second-factor.ts'
import { repairAllDays } from '../../analytics/repair-days.ts'
import { readConfig } from '../../config.ts'
import { sendNews } from '../../news/send-news.ts'
import { reconcile } from '../../orders/settlement/reconcile.ts'
import { presentAdmins } from '../../platform/database/admins.ts'
import { COMMAND_LINE } from '../../platform/database/audit.ts'
import { violates } from '../../platform/database/database.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { type Days, decisionsCsv } from '../../transparency/decisions-csv.ts'
import { findOwnCases } from '../todo/own-cases.ts'
import { changeUser, type UserChange } from '../users/change-user.ts'
import { createAdmin } from './create-admin.ts'
import { decideOwn, type TypedDecision } from './decide-own.ts'

const USAGE = `Usage: npm run admin -- COMMAND

  create-admin EMAIL [USERNAME]  make an admin, or make the account of this email one; the password is the
                                 first line of the input, and without USERNAME the name is what stands before the @
  grant EMAIL ROLE               give a role: ${ROLES.join(', ')}
  suspend EMAIL                  lock an account out and end its sessions
  restore EMAIL                  let it in again
  transparency FROM TO           print what moderation decided from one day to another, like 2026-01-01, as CSV:
                                 what the law asks a store to hand in, without names
  reset-second-factor EMAIL      turn off two-step verification of an account whose owner lost phone and codes
  send-news FILE                 mail the news in a text file to everybody who asked for news; its first line is the
                                 subject. Said again with the same file, it goes on where it was stopped
  decide EMAIL CALL [JSON]       decide about what is this admin's own, where no other admin is there to: the call and
                                 its body as the API has them, such as "POST /api/admin/payouts/approve" '{"ids":[…]}'.
                                 Needs --reason; the audit log calls it own
  own-cases EMAIL                list what waits and is this admin’s own: since when, what, and its call for decide
  reconcile                      compare orders, grants and ledger; put the figures of all days right

  --reason TEXT                  why, for the audit log
  --document FILE                of a court action that is decided about
  --help                         show this

Exit codes: 0 done, 1 not done, 2 not understood, 3 reconcile found differences.`

const DONE = 0
const NOT_DONE = 1
const NOT_UNDERSTOOD = 2
const DIFFERENT = 3

/** The environment of a command: its settings, arguments, and output. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
}

class Refusal extends Error {}
class WrongUse extends Error {}

/** Runs one command. @returns the exit code; results and errors are printed */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  try {
    return await obey(args, terminal)
  } catch (error) {
    const isWrongUse = error instanceof WrongUse
    say(terminal.stderr, sentenceOf(error))
    if (isWrongUse) say(terminal.stderr, '\nnpm run admin -- --help says how.')
    return isWrongUse ? NOT_UNDERSTOOD : NOT_DONE
  }
}

const say = (to: Writable, sentence: string): void => void to.write(`${sentence}\n`)

async function obey(args: string[], terminal: Terminal): Promise<number> {
  const { reason: said, document, help, command, words } = understand(args)
  const reason = said ?? 'On the command line'
  if (help) {
    say(terminal.stdout, USAGE)
    return DONE
  }
  switch (command) {
    case 'create-admin': {
      const email = emailOf(atMost(2, words))
      const admin = await readAdmin(terminal, email, words[1] ?? words[0]?.split('@')[0] ?? '')
      return withStore(terminal, (store) => makeAdmin(store, terminal.stdout, admin, reason))
    }
    case 'grant': {
      const email = emailOf(atMost(2, words))
      const role = words[1] ?? ''
      if (!isRole(role)) throw new WrongUse(`A role is one of ${ROLES.join(', ')}.`)
      return withStore(terminal, (store) => change(store, terminal.stdout, email, { role }, reason))
    }
    case 'suspend':
    case 'restore': {
      const email = emailOf(atMost(1, words))
      return withStore(terminal, (store) =>
        change(store, terminal.stdout, email, { suspended: command === 'suspend' }, reason),
      )
    }
    case 'decide': {
      const email = emailOf(atMost(3, words))
      const [, call = '', body = '{}'] = words
      if (!said) throw new WrongUse('Say why, with --reason.')
      return withStore(terminal, (store) =>
        decide(store, terminal.stdout, email, said, { call, body, document }),
      )
    }
    case 'own-cases': {
      const email = emailOf(atMost(1, words))
      return withStore(terminal, (store) => printOwnCases(store, terminal.stdout, email))
    }
    case 'transparency': {
      const [from, to] = atMost(2, words).map(dayOf)
      if (from === undefined || to === undefined || from > to)
        throw new WrongUse('From which day to which day?')
      return withStore(terminal, (store) => printDecisions(store, terminal.stdout, { from, to }))
    }
    case 'reset-second-factor': {
      const email = emailOf(atMost(1, words))
      return withStore(terminal, (store) => resetFactor(store, terminal.stdout, email, reason))
    }
    case 'send-news': {
      const [path] = atMost(1, words)
      if (path === undefined) throw new WrongUse('Which file?')
      const file = await readFile(resolve(terminal.env.INIT_CWD ?? '', path), 'utf8')
      return withStore(terminal, (store) => mailNews(store, terminal.stdout, file, reason))
    }
    case 'reconcile':
      atMost(0, words)
      return withStore(terminal, (store) => compare(store, terminal.stdout))
    default:
      throw new WrongUse(command ? `There is no command "${command}".` : 'Say what to do.')
  }
}

function understand(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        document: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const [command, ...words] = positionals
    return { ...values, command, words }
  } catch (error) {
    throw new WrongUse(sentenceOf(error).replace(/\. To .*$/s, '.')) // parseArgs' advice fits none of these commands
  }
}

function emailOf([email = '']: string[]): string {
  const problem = emailProblem(email)
  if (problem) throw new WrongUse(email === '' ? 'Whose email address?' : `${email}: ${problem}`)
  return normalEmail(email)
}

function atMost(count: number, words: string[]): string[] {
  if (words.length > count) throw new WrongUse(`This is too much: ${words.slice(count).join(' ')}`)
  return words
}

function dayOf(word: string): string {
  if (!z.iso.date().safeParse(word).success) throw new WrongUse(`"${word}" is no day like 2026-01-01.`)
  return word
}

const isRole = (word: string): word is Role => ROLES.some((role) => role === word)

async function userOf(
  { db }: Store,
  email: string,
): Promise<{ id: string; email: string; username: string }> {
  const user = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'username'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) throw new Refusal(`Nobody has the email address ${email}.`)
  return user
}

async function resetFactor(store: Store, out: Writable, email: string, reason: string): Promise<number> {
  const user = await userOf(store, email)
  const isReset = await resetSecondFactor(store, COMMAND_LINE, user, reason)
  if (!isReset) throw new Refusal(`${user.username} does not use two-step verification.`)
  say(out, `${user.username} logs in with the password alone again. Every session was ended.`)
  return DONE
}

async function decide(
  store: Store,
  out: Writable,
  email: string,
  reason: string,
  decision: TypedDecision,
): Promise<number> {
  const { id, username } = await adminOf(store, email)
  const answer = await decideOwn(store, { id, name: username, address: null, atMachine: reason }, decision)
  say(out, answer ? JSON.stringify(answer) : 'Done.')
  return DONE
}

async function adminOf(store: Store, email: string): Promise<{ id: string; username: string }> {
  const { id, username } = await userOf(store, email)
  const admin = await presentAdmins(store.db).select('id').where('id', '=', id).executeTakeFirst()
  if (!admin) throw new Refusal(`${username} is no admin.`)
  return { id, username }
}

/** Each on two lines: since when and what, then call and body, as `decide` takes them. */
async function printOwnCases(store: Store, out: Writable, email: string): Promise<number> {
  const { id, username } = await adminOf(store, email)
  const cases = await findOwnCases(store, id)
  for (const { since, what, call, body } of cases)
    say(out, `${since.slice(0, 10)}  ${what}\n  "${call}"${body ? ` '${JSON.stringify(body)}'` : ''}`)
  if (cases.length === 0) say(out, `Nothing that is ${username}’s own waits.`)
  return DONE
}

type NewAdmin = { email: string; username: string; password: string }

async function readAdmin(terminal: Terminal, email: string, username: string): Promise<NewAdmin> {
  const wrong = usernameProblem(username)
  if (wrong) throw new WrongUse(`"${username}" is no username (${wrong}). Say one after the email address.`)
  say(terminal.stdout, 'Password:')
  const password = await readSecret(terminal.stdin)
  const problem = newPasswordProblem(password, { username, email })
  if (problem) throw new Refusal(problem)
  return { email, username, password }
}

/** The first line of the input, which a terminal does not show. */
async function readSecret(input: Terminal['stdin']): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output, terminal: input.isTTY ?? false })
  const { value = '' } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  return value
}

async function makeAdmin(store: Store, out: Writable, admin: NewAdmin, reason: string): Promise<number> {
  const done = await createAdmin(store, admin, reason).catch((error) => {
    if (!violates(error, 'accounts_username_key')) throw error
    throw new Refusal(`The username ${admin.username} is taken. Say another one after the email address.`)
  })
  say(
    out,
    done === 'created'
      ? `${admin.email} is an admin now.`
      : `${admin.email} had an account, which is an admin's now.`,
  )
  return DONE
}

async function change(
  store: Store,
  out: Writable,
  email: string,
  changes: UserChange,
  reason: string,
): Promise<number> {
  const user = await userOf(store, email)
  const { username, role, suspendedAt } = await changeUser(store, COMMAND_LINE, user.id, changes, reason)
  say(out, `${username} is ${role}${suspendedAt ? ', suspended' : ''}.`)
  return DONE
}

async function printDecisions(store: Store, out: Writable, days: Days): Promise<number> {
  for await (const lines of decisionsCsv(store.db, days)) out.write(lines)
  return DONE
}

async function mailNews(store: Store, out: Writable, file: string, reason: string): Promise<number> {
  const count = await sendNews(store, file, reason)
  say(out, `Queued for ${plural(count, 'person', 'people')}; the running store sends the emails.`)
  return DONE
}

async function compare(store: Store, out: Writable): Promise<number> {
  const differences = await reconcile(store)
  const wrong = await repairAllDays(store)
  for (const difference of differences) say(out, JSON.stringify(difference))
  say(out, `${differences.length} differences between orders, grants and ledger.`)
  say(
    out,
    wrong === 0
      ? 'The figures of all days are right.'
      : `Figures of days that were wrong and are right now: ${wrong}.`,
  )
  return differences.length + wrong === 0 ? DONE : DIFFERENT
}

/** Opens the store's parts, which may be open in other processes too: queued jobs run there. */
async function withStore(terminal: Terminal, use: (store: Store) => Promise<number>): Promise<number> {
  const config = readConfig(terminal.env)
  const own = config.directDatabaseUrl ? null : await startEmbeddedPostgres(join(config.dataDir, 'db'))
  try {
    const url = config.directDatabaseUrl ?? own?.url ?? ''
    const { openParts } = await import('../../parts.ts') // only now, because help and refusals need none of it
    const parts = await openParts(config, url, createLog('info', terminal.stderr))
    return await use(parts.store).finally(() => parts.stop())
  } finally {
    await own?.stop()
  }
}

/** An AggregateError of several refused addresses has no message of its own. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(sentenceOf).join('\n')
  return error instanceof Error ? error.message : String(error)
}
