import { expect, it } from 'vitest'
import { clientOf } from '../../testing/client.ts'
import { runAdmin } from '../../testing/command-line.ts'
import { PASSWORD } from '../../testing/fixtures/people.ts'
import { storeProcess } from '../../testing/process.ts'

it('admin commands work on the bundled database before the first start, beside the running store, and while it is stopped', async () => {
  const store = await storeProcess({ DEMO: '0' })
  const run = (args: string[], input?: string) =>
    runAdmin(args, { DATA_DIR: store.dataDir, PUBLIC_URL: store.url, DEMO: '0' }, input)
  const owner = { email: 'owner@example.test', password: PASSWORD }
  const login = () => clientOf(store.url).post('/api/login', owner)

  expect(await run(['create-admin', owner.email], PASSWORD)).toMatchObject({ code: 0 })
  await store.start()
  const { accessToken, user } = (await login()).body
  expect(user).toMatchObject({ username: 'owner', role: 'admin' })

  await run(['create-admin', 'second@example.test'], PASSWORD)
  expect(await run(['suspend', owner.email])).toMatchObject({ code: 0 })
  expect((await clientOf(store.url, accessToken).get('/api/whoami')).status).toBe(401)
  expect((await login()).status).toBe(403)
  expect(await run(['reconcile'])).toMatchObject({ code: 0 })
  expect((await clientOf(store.url).get('/api/ready')).status).toBe(200)

  expect(await store.end('SIGTERM')).toBe(0)
  expect(await run(['restore', owner.email])).toMatchObject({ code: 0 })
  await store.start()
  expect((await login()).status).toBe(200)
  await store.remove()
}, 240_000)
