/** `npm run admin -- COMMAND`: what the owner does without a browser, also beside a running store. */
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { emailProblem, passwordProblem, usernameProblem } from '@nofiller/contract/account-rules'
import { ROLES, type Role } from '@nofiller/contract/accounts'
import { commonPasswordProblem } from '../accounts/common-passwords.ts'
import { repairAllDays } from '../analytics/repair-days.ts'
import { readConfig } from '../config.ts'
import { reconcile } from '../orders/reconcile.ts'
import { openParts } from '../parts.ts'
import { COMMAND_LINE } from '../platform/database/audit.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { createLog } from '../platform/log.ts'
import type { Store } from '../store.ts'
import { changeUser, type UserChange } from './change-user.ts'
import { createAdmin } from './create-admin.ts'

const USAGE = `Usage: npm run admin -- COMMAND

  create-admin EMAIL [USERNAME]  make an admin, or make the account of this e-mail one; the password is the
                                 first line of the input, and without USERNAME the name is what stands before the @
  grant EMAIL ROLE               give a role: ${ROLES.join(', ')}
  suspend EMAIL                  lock an account out and end its sessions
  restore EMAIL                  let it in again
  reconcile                      compare orders, grants and ledger; put the figures of all days right

  --reason TEXT                  why, for the audit log
  --help                         show this

Exit codes: 0 done, 1 not done, 2 reconcile found differences.`

const DONE = 0
const NOT_DONE = 1
const DIFFERENT = 2

class Refusal extends Error {}

/** Runs one command. @returns the exit code; what was done or is wrong is printed */
async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reason: { type: 'string', default: 'On the command line' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return DONE
  }
  const [command, ...words] = positionals
  switch (command) {
    case 'create-admin': {
      const admin = await readAdmin(words)
      return withStore((store) => makeAdmin(store, admin))
    }
    case 'grant': {
      const [email = '', role = ''] = words
      if (!isRole(role)) throw new Refusal(`A role is one of ${ROLES.join(', ')}.`)
      return withStore((store) => change(store, email, { role }, values.reason))
    }
    case 'suspend':
      return withStore((store) => change(store, words[0] ?? '', { suspended: true }, values.reason))
    case 'restore':
      return withStore((store) => change(store, words[0] ?? '', { suspended: false }, values.reason))
    case 'reconcile':
      return withStore(compare)
    default:
      throw new Refusal(USAGE)
  }
}

const isRole = (word: string): word is Role => ROLES.some((role) => role === word)

type NewAdmin = { email: string; username: string; password: string }

async function readAdmin([email = '', name]: string[]): Promise<NewAdmin> {
  const username = name ?? email.split('@')[0] ?? ''
  const wrong = emailProblem(email) ?? usernameProblem(username)
  if (wrong) throw new Refusal(wrong)
  console.log('Password:')
  const lines = createInterface({ input: process.stdin })
  const { value: password = '' } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  const problem = passwordProblem(password) ?? commonPasswordProblem(password, { username, email })
  if (problem) throw new Refusal(problem)
  return { email: email.trim().toLowerCase(), username, password }
}

async function makeAdmin({ db }: Store, admin: NewAdmin): Promise<number> {
  const done = await createAdmin(db, admin)
  console.log(
    done === 'created'
      ? `${admin.email} is an admin now.`
      : `${admin.email} had an account, which is an admin's now.`,
  )
  return DONE
}

async function change(store: Store, email: string, wanted: UserChange, reason: string): Promise<number> {
  const user = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  if (!user) throw new Refusal(`Nobody has the e-mail address ${email}.`)
  const { username, role, suspendedAt } = await changeUser(store, COMMAND_LINE, user.id, wanted, reason)
  console.log(`${username} is ${role}${suspendedAt ? ', suspended' : ''}.`)
  return DONE
}

async function compare(store: Store): Promise<number> {
  const differences = await reconcile(store)
  const wrong = await repairAllDays(store)
  for (const difference of differences) console.log(JSON.stringify(difference))
  console.log(`${differences.length} differences between orders, grants and ledger.`)
  console.log(
    wrong === 0
      ? 'The figures of all days are right.'
      : `Figures of days that were wrong and are right now: ${wrong}.`,
  )
  return differences.length + wrong === 0 ? DONE : DIFFERENT
}

/** Opens the store's parts, which may be open in other processes too. */
async function withStore(use: (store: Store) => Promise<number>): Promise<number> {
  const config = readConfig(process.env)
  const own = config.DATABASE_URL ? null : await startEmbeddedPostgres(join(config.dataDir, 'db'))
  try {
    const url = config.DATABASE_URL ?? own?.url ?? ''
    const parts = await openParts(config, url, createLog('error', process.stderr))
    return await use(parts.store).finally(() => parts.stop())
  } finally {
    await own?.stop()
  }
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = NOT_DONE
}
