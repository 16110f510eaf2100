import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, type Person, signedIn } from '../testing/people.ts'
import { openTestStore, type TestStore } from '../testing/store.ts'

let test: TestStore
let admin: Person
beforeAll(async () => {
  test = await openTestStore()
  admin = await signedIn(test, 'admin')
})
afterAll(() => test.close())

/** Runs a command beside the running store. */
async function run(args: string[], input = '') {
  const child = spawn(process.execPath, [fileURLToPath(new URL('cli.ts', import.meta.url)), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: test.databaseUrl,
      DATA_DIR: test.dataDir,
      PUBLIC_URL: test.url,
    },
  })
  child.stdin.end(input)
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { out, errors, code }
}

it('explains itself, and refuses what it does not know with exit code 1', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('grant EMAIL ROLE') })
  for (const args of [
    [],
    ['fly'],
    ['--fly'],
    ['grant', admin.email, 'king'],
    ['grant', 'nobody@example.test', 'player'],
  ])
    expect(await run(args), args.join(' ')).toMatchObject({
      code: 1,
      out: '',
      errors: expect.stringMatching(/./),
    })
})

it('makes an admin, whose name is the beginning of the e-mail address', async () => {
  expect(await run(['create-admin', 'Boss@example.test'], `${PASSWORD}\n`)).toMatchObject({ code: 0 })
  const login = await test.nobody.post('/api/login', { email: 'Boss', password: PASSWORD })
  expect(login.body.user).toMatchObject({ username: 'Boss', role: 'admin' })
  expect((await admin.get('/api/admin/audit?q=Boss')).body).toMatchObject([
    { action: 'role_changed', actor: 'command line', after: { role: 'admin' } },
  ])
  expect(await run(['create-admin', 'weak@example.test'], 'password\n')).toMatchObject({ code: 1 })
})

it('B7 grants a role, suspends and restores beside the running store, and writes it down', async () => {
  const june = await signedIn(test)
  expect(await run(['grant', june.email, 'developer', '--reason', 'By contract'])).toMatchObject({ code: 0 })
  expect((await june.get('/api/my-games')).status).toBe(200)
  expect(await run(['suspend', june.email])).toMatchObject({
    code: 0,
    out: expect.stringContaining('suspended'),
  })
  expect((await june.get('/api/whoami')).status).toBe(401)
  expect(await run(['restore', june.email])).toMatchObject({ code: 0 })
  expect((await admin.get(`/api/admin/audit?subjectId=${june.id}`)).body).toMatchObject([
    { action: 'restored', actor: 'command line', address: null },
    { action: 'suspended', reason: 'On the command line' },
    { action: 'role_changed', reason: 'By contract' },
  ])
})

it('compares the books and the figures of days, and tells by its exit code whether they differed', async () => {
  expect(await run(['reconcile'])).toMatchObject({ code: 0 })
  await sql`insert into store_days (day, part, downloads) values (utc_day(now()), 3, 7)`.execute(
    test.store.db,
  )
  expect(await run(['reconcile'])).toMatchObject({
    code: 2,
    out: expect.stringContaining('right now: 1.'),
  })
  expect(await run(['reconcile'])).toMatchObject({ code: 0 })
})
