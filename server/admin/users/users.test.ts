import { USER_SORTS } from '@nofiller/contract/admin/admin-rules'
import { expect, it } from 'vitest'
import { buyAndPay } from '../../testing/buying.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')

const users = async (query: string) => {
  const answer = await admin.get(`/api/users${query}`)
  expect(answer.status).toBe(200)
  return answer
}
const names = async (query: string): Promise<string[]> =>
  (await users(query)).body.map(({ username }: { username: string }) => username)

const set = (person: Person, columns: object) =>
  test.store.db.updateTable('accounts').set(columns).where('id', '=', person.id).execute()

it('lists users, the newest first, without any secret', async () => {
  const june = await signedIn(test)
  const [newest] = (await users('')).body
  expect(newest).toEqual({
    _id: june.id,
    username: june.username,
    email: june.email,
    role: 'player',
    displayName: null,
    avatarUrl: null,
    createdAt: expect.stringMatching(/Z$/),
    verifiedAt: expect.stringMatching(/Z$/),
    suspendedAt: null,
    developerRequestedAt: null,
  })
})

it('answers a call without parameters with the first 1,000 users', async () => {
  await test.sql`insert into accounts (id, username, email, password_hash, role, verified_at, created_at)
    select uuidv7(), 'crowd_' || n, 'crowd' || n || '@example.test', '', 'player', now(), '2020-01-01'
    from generate_series(1, 1001) as n`
  const { body, headers } = await users('')
  expect(body).toHaveLength(1_000)
  expect(headers.get('link')).toContain('rel="next"')
  expect((await users('?limit=2')).body).toHaveLength(2)
})

it('finds users by part of a name, address or id, and treats the search as plain text', async () => {
  const june = await signedIn(test)
  await set(june, { display_name: 'Odd 100% Studio' })
  for (const q of [june.username, june.email, june.id, 'odd 100%', 'OD'])
    expect(await names(`?q=${encodeURIComponent(q)}`), q).toContain(june.username)
  for (const q of ['%', '_', "' or 1=1 --", '\\'])
    expect((await admin.get(`/api/users?q=${encodeURIComponent(q)}`)).status).toBe(200)
  expect(await names('?q=%25%25%25')).toEqual([])
})

it('filters users by role and by state', async () => {
  const june = await signedIn(test, 'developer')
  await set(june, { suspended_at: new Date() })
  const asking = await signedIn(test)
  await set(asking, { developer_requested_at: new Date() })
  expect(await names('?role=developer&state=suspended')).toEqual([june.username])
  expect(await names('?state=asking')).toEqual([asking.username])
  expect(await names('?state=active')).not.toContain(june.username)
  expect(await names('?role=admin')).toEqual([admin.username])
})

it.each(['new', 'old', 'name'])(
  'lists every user once and counts them, page by page, sorted by %s',
  async (sort) => {
    await test.sql`insert into accounts (id, username, email, password_hash, created_at)
    select gen_random_uuid(), ${sort} || '-Paged-' || n, ${sort} || n || '@paged.test', '', '2026-01-01'::timestamptz + n / 3 * interval '1 minute'
    from generate_series(1, 23) as n`
    const seen: string[] = []
    for (let path: string | undefined = `/api/users?q=${sort}-paged&sort=${sort}&limit=5`; path; ) {
      const page = await admin.get(path)
      expect(page.headers.get('x-total-count')).toBe('23')
      seen.push(...page.body.map(({ _id }: { _id: string }) => _id))
      path = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(new Set(seen).size).toBe(23)
    expect(seen).toHaveLength(23)
  },
)

it('shows a user with games, orders and sessions', async () => {
  const owner = await signedIn(test, 'developer')
  const draft = await addGame(test, { developerId: owner.id, status: 'draft' })
  const game = await addGame(test, { developerId: owner.id })
  const june = await signedIn(test)
  const { orderId } = await buyAndPay(test, june, game)
  await set(june, { wallet: 'bc1q', notify_updates: true })

  const seen = (await admin.get(`/api/admin/users/${june.id}`)).body
  expect(seen.user).toMatchObject({
    _id: june.id,
    gamesOwned: 1,
    notifyUpdates: true,
    profile: { wallet: 'bc1q' },
  })
  expect(seen.orders.map((order: { orderId: string }) => order.orderId)).toEqual([orderId])
  expect(seen.orderCount).toBe(1)
  expect(seen.sessions).toEqual([expect.objectContaining({ _id: june.sessionId, current: false })])
  const theirs = (await admin.get(`/api/admin/users/${owner.id}`)).body
  expect(theirs.games.map((each: { _id: string }) => each._id)).toEqual([game.id, draft.id])
  expect(JSON.stringify([seen, theirs])).not.toMatch(/password|argon|hash/i)
})

it('answers 404 for a user that does not exist', async () => {
  expect(await admin.get('/api/admin/users/0192f0c0-0000-7000-8000-000000000000')).toMatchObject({
    status: 404,
    body: { error: 'Failed to load user details' },
  })
})

it('a list continues after its last row even if that account is gone, and refuses an invalid cursor', async () => {
  await test.sql`insert into accounts (id, username, email, password_hash, created_at)
    select gen_random_uuid(), 'Leaving-' || n, 'leaving' || n || '@gone.test', '', '2026-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, 5) as n`
  for (const sort of USER_SORTS) {
    const first = await admin.get(`/api/users?q=leaving-&sort=${sort}&limit=2`)
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    await test.db.deleteFrom('accounts').where('id', '=', first.body[1]._id).execute()
    const left = (await admin.get('/api/users?q=leaving-')).body.length
    expect((await admin.get(next.replace('limit=2', 'limit=100'))).body).toHaveLength(left - 1)
    await test.sql`insert into accounts (id, username, email, password_hash, created_at)
      values (${first.body[1]._id}, ${first.body[1].username}, ${first.body[1].email}, '', ${first.body[1].createdAt})`
  }
  const byName = (await admin.get('/api/users?q=leaving-&sort=name&limit=2')).headers.get('link') ?? ''
  const after = new URL(/<(.+)>/.exec(byName)?.[1] ?? '', test.url).searchParams.get('after')
  for (const wrong of ['x', admin.id, after])
    expect(await admin.get(`/api/users?sort=new&after=${wrong}`)).toMatchObject({
      status: 400,
      body: { code: 'bad_cursor' },
    })
})

it('C8 exports users as CSV without a cell that a spreadsheet would run as a formula', async () => {
  const june = await signedIn(test)
  await set(june, { display_name: '=cmd|x' })
  const answer = await admin.get(`/api/admin/users.csv?q=${june.username}`)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users.csv"')
  const lines = answer.text.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${june.id},${june.username},${june.email},player,'=cmd|x,`)
})

it('exports and lists each of many users once, and counts all of them', async () => {
  await test.sql`insert into accounts (id, username, email, password_hash)
    select gen_random_uuid(), 'many-' || n, 'many' || n || '@many.test', '' from generate_series(1, 1234) as n`
  const { text } = await admin.get('/api/admin/users.csv?q=many-')
  expect(new Set(text.trim().split('\r\n').slice(1)).size).toBe(1234)

  const page = await admin.get('/api/users?q=many-&sort=name&limit=100')
  expect(page.headers.get('x-total-count')).toBe('1234')
  const seen = new Set<string>()
  for (let path: string | undefined = '/api/users?q=many-&sort=name&limit=100'; path; ) {
    const { body, headers } = await admin.get(path)
    for (const user of body) seen.add(user.username)
    path = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(seen.size).toBe(1234)
})
