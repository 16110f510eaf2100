/** `npm run admin -- create-admin EMAIL USERNAME`: the first admin comes from the command line (decisions §3). */
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { emailProblem, passwordProblem, usernameProblem } from '@nofiller/contract/account-rules'
import { commonPasswordProblem } from '../accounts/common-passwords.ts'
import { readConfig } from '../config.ts'
import { connect } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createAdmin } from './create-admin.ts'

const USAGE =
  'Usage: npm run admin -- create-admin EMAIL USERNAME\nThe password is read from the first line of the input.'

const [command, email = '', username = ''] = process.argv.slice(2)
if (command !== 'create-admin') stop(USAGE)
const lines = createInterface({ input: process.stdin })
console.log('Password:')
const { value: password = '' } = await lines[Symbol.asyncIterator]().next()
lines.close()
const problem =
  emailProblem(email) ??
  usernameProblem(username) ??
  passwordProblem(password) ??
  commonPasswordProblem(password, { username, email })
if (problem) stop(problem)

const config = readConfig(process.env)
const own = config.DATABASE_URL ? null : await startEmbeddedPostgres(join(config.dataDir, 'db'))
const url = config.DATABASE_URL ?? own?.url ?? ''
await migrate(url)
const connection = connect(url, console)
try {
  const done = await createAdmin(connection.db, { email: email.trim().toLowerCase(), username, password })
  console.log(
    done === 'created' ? `${email} is an admin now.` : `${email} had an account, which is an admin's now.`,
  )
} finally {
  await connection.close()
  await own?.stop()
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
