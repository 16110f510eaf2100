import { expect, it, vi } from 'vitest'
import { callAdmin, runAdmin, settingsOf } from '../../testing/command-line.ts'
import { PASSWORD, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

/** A command in a process of its own loads the full store. */
vi.setConfig({ testTimeout: 240_000 })

const test = useTestStore()
const admin = usePerson(test, 'admin')

/** Runs a command beside the running store. */
const run = (args: string[], input?: string) => callAdmin(args, settingsOf(test), input)
/** The same as a process, which ends with the returned code. */
const runProcess = (args: string[], input?: string) => runAdmin(args, settingsOf(test), input)

it('explains its commands, exits with 2 for a command it does not understand and with 1 for one it refuses', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('grant EMAIL ROLE') })
  const refused: [string[], number, string][] = [
    [[], 2, 'Say what to do.'],
    [['fly'], 2, 'no command "fly"'],
    [['--fly'], 2, "Unknown option '--fly'"],
    [['suspend'], 2, 'Whose email address?'],
    [['suspend', 'june'], 2, 'june: Please enter a valid email address.'],
    [['grant', admin.email, 'king'], 2, 'A role is one of player, developer, admin.'],
    [['grant', 'nobody@example.test', 'player'], 1, 'Nobody has the email address'],
    [['suspend', admin.email], 1, 'the last one'],
  ]
  for (const [args, code, sentence] of refused)
    expect(await run(args), args.join(' ')).toMatchObject({
      code,
      out: '',
      errors: expect.stringContaining(sentence),
    })
  const args = ['suspend', admin.email]
  expect(await runProcess(args)).toEqual(await run(args))
})

it('creates an admin and takes the username from the email address', async () => {
  expect(await runProcess(['create-admin', 'Boss@example.test'], `${PASSWORD}\n`)).toMatchObject({ code: 0 })
  const login = await test.nobody.post('/api/login', { email: 'Boss', password: PASSWORD })
  expect(login.body.user).toMatchObject({ username: 'Boss', role: 'admin' })
  expect((await admin.get('/api/admin/audit?q=Boss')).body).toMatchObject([
    {
      action: 'role_changed',
      actor: 'command line',
      before: { role: null, suspended: false },
      after: { role: 'admin', suspended: false },
    },
  ])
  const reason = ['--reason', 'Takes over']
  expect(await run(['create-admin', 'boss@example.test', ...reason], PASSWORD)).toMatchObject({ code: 0 })
  expect((await admin.get('/api/admin/audit?q=Boss&limit=1')).body).toMatchObject([{ reason: 'Takes over' }])
  expect(await run(['create-admin', 'weak@example.test'], 'password\n')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('too common'),
  })
  expect(await run(['create-admin', 'other@example.test', 'boss'], PASSWORD)).toMatchObject({
    code: 1,
    errors: 'The username boss is taken. Say another one after the email address.\n',
  })
})

it('B7 grants a role, suspends and restores an account while the store runs, and records each change', async () => {
  const june = await signedIn(test)
  expect(await run(['grant', june.email, 'developer', '--reason', 'By contract'])).toMatchObject({ code: 0 })
  expect((await june.get('/api/my-games')).status).toBe(200)
  expect(await run(['suspend', june.email])).toMatchObject({
    code: 0,
    out: expect.stringContaining('suspended'),
    errors: expect.stringContaining(`"event":"suspended","accountId":"${june.id}"`),
  })
  expect((await june.get('/api/whoami')).status).toBe(401)
  expect(await run(['restore', june.email])).toMatchObject({ code: 0 })
  expect((await admin.get(`/api/admin/audit?subjectId=${june.id}`)).body).toMatchObject([
    { action: 'restored', actor: 'command line', address: null },
    { action: 'suspended', reason: 'On the command line' },
    { action: 'role_changed', reason: 'By contract' },
  ])
})

it('T18 prints the decisions between two days, and refuses an invalid day', async () => {
  expect(await run(['transparency', '2026-01-01', '2026-12-31'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Time,Decision,Rule'),
  })
  expect(await run(['transparency', 'January', '2026-12-31'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('"January" is no day like 2026-01-01.'),
  })
})

it('reconciles the books and the daily figures, and its exit code says whether they differed', async () => {
  expect(await run(['reconcile'])).toMatchObject({ code: 0 })
  await test.sql`insert into store_days (day, part, downloads) values (utc_day(now()), 3, 7)`
  expect(await run(['reconcile'])).toMatchObject({ code: 3, out: expect.stringContaining('right now: 1.') })
  expect(await run(['reconcile'])).toMatchObject({ code: 0 })
})
