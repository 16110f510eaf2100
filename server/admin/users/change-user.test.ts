import type { AuditEntry } from '@nofiller/contract/admin/admin'
import { CHANGE_MISSING, REASON_MISSING } from '@nofiller/contract/admin/admin-rules'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { audit, COMMAND_LINE } from '../../platform/database/audit.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { type Person, SELL_REQUEST, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { untilLockIsAwaited } from '../../testing/lock.ts'
import { allPages, csvRecords } from '../../testing/pages.ts'
import { aStore, eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')

const change = (by: Person, person: Person, body: object) =>
  by.patch(`/api/admin/users/${person.id}`, { reason: 'As agreed', ...body })
const historyOf = async ({ id }: { id: string }) => (await admin.get(`/api/admin/audit?subjectId=${id}`)).body
const isLetIn = async (person: Person) => (await person.get('/api/whoami')).status === 200
const mailTo = (person: Person, subject: RegExp) =>
  eventually(async () => (await test.mailsTo(person.email)).find((mail) => subject.test(mail.subject ?? '')))
const roleOf = async ({ id }: Person) => (await admin.get(`/api/admin/users/${id}`)).body.user.role

it('B7 records who changed what about whom, why, from which address, and the values before and after', async () => {
  const june = await signedIn(test)
  expect(await change(admin, june, { role: 'developer', reason: 'Showed three games' })).toMatchObject({
    status: 200,
    body: { _id: june.id, role: 'developer' },
  })
  expect(await historyOf(june)).toEqual([
    {
      _id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      actor: admin.username,
      address: '127.0.0.1',
      action: 'role_changed',
      subjectKind: 'user',
      subjectId: june.id,
      subject: june.username,
      reason: 'Showed three games',
      before: { role: 'player' },
      after: { role: 'developer' },
    },
  ])
  expect((await june.get('/api/my-games')).status).toBe(200)
})

it('B7 nobody can change or empty the audit log', async () => {
  const june = await signedIn(test)
  await change(admin, june, { role: 'developer' })
  const { db } = test.store
  await expect(sql`update audit_log set reason = 'other'`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow('append-only')
})

it('B7 one admin is left when two admins demote or suspend each other many times at once', async () => {
  const alone = await aStore()
  const [ada, bob] = [await signedIn(alone, 'admin'), await signedIn(alone, 'admin')]
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      at % 2 === 0
        ? change(ada, bob, at % 4 === 0 ? { role: 'player' } : { suspended: true })
        : change(bob, ada, at % 4 === 1 ? { role: 'player' } : { suspended: true }),
    ),
  )
  const left = await alone.sql<{ id: string }>`
    select id from accounts where role = 'admin' and suspended_at is null`
  expect(left).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})

it('B7 a request that waits while its admin loses the role is refused', async () => {
  const [former, june] = [await signedIn(test, 'admin'), await signedIn(test)]
  const demoted = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const demoting = test.db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set({ role: 'player' }).where('id', '=', former.id).execute()
    begun.resolve()
    await demoted.promise
  })
  await begun.promise
  const answer = change(former, june, { role: 'admin' })
  await untilLockIsAwaited(test)
  demoted.resolve()
  await demoting
  expect((await answer).status).toBe(403)
  expect(await roleOf(june)).toBe('player')
})

it('B7 refuses to demote the last admin, and to change one’s own role', async () => {
  const alone = await aStore()
  const ada = await signedIn(alone, 'admin')
  expect(await change(ada, ada, { role: 'player' })).toMatchObject({
    status: 409,
    body: { code: 'last_admin' },
  })
  const bea = await signedIn(alone, 'admin')
  for (const own of [{ suspended: true }, { role: 'player' }])
    expect(await change(ada, ada, own)).toMatchObject({ status: 403, body: { code: 'own_case' } })
  expect((await change(bea, ada, { role: 'player' })).status).toBe(200)
  expect((await ada.get('/api/users')).status).toBe(403)
})

it('B7 an unverified account cannot become an admin, and does not count as one', async () => {
  const alone = await aStore()
  const [ada, ghost] = [await signedIn(alone, 'admin'), await signedIn(alone)]
  const set = (columns: object) =>
    alone.db.updateTable('accounts').set(columns).where('id', '=', ghost.id).execute()
  await set({ verified_at: null })
  for (const role of ['admin', 'developer'])
    expect(await change(ada, ghost, { role })).toMatchObject({ status: 409, body: { code: 'unverified' } })
  await set({ role: 'admin' })
  for (const last of [{ role: 'player' }, { role: 'developer' }])
    expect(await change(ada, ada, last)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
})

it('answers 400 to a change without a reason and to a reason without a change', async () => {
  const june = await signedIn(test)
  for (const body of [
    { role: 'developer', reason: undefined },
    { role: 'developer', reason: '' },
    { suspended: true, reason: '  ' },
  ])
    expect(await change(admin, june, body)).toMatchObject({
      status: 400,
      body: { error: REASON_MISSING, fields: { reason: REASON_MISSING } },
    })
  expect(await change(admin, june, {})).toMatchObject({ status: 400, body: { error: CHANGE_MISSING } })
  for (const reason of ['ok', 'x'.repeat(501)])
    expect((await change(admin, june, { role: 'developer', reason })).status).toBe(422)
  expect(await roleOf(june)).toBe('player')
  expect(await historyOf(june)).toEqual([])
})

it('A9 suspending a user ends their sessions at once, and restoring them does not bring the sessions back', async () => {
  const june = await signedIn(test)
  expect(
    (await change(admin, june, { suspended: true, reason: 'Chargebacks' })).body.suspendedAt,
  ).not.toBeNull()
  expect(await isLetIn(june)).toBe(false)
  expect((await mailTo(june, /suspended/)).text).toContain('Chargebacks')
  await change(admin, june, { suspended: false })
  expect(await isLetIn(june)).toBe(false)
  await mailTo(june, /open again/)
  expect((await historyOf(june)).map(({ action }: { action: string }) => action)).toEqual([
    'restored',
    'suspended',
  ])
})

it('records nothing when nothing changes', async () => {
  const june = await signedIn(test)
  expect((await change(admin, june, { role: 'player', suspended: false })).status).toBe(200)
  expect(await historyOf(june)).toEqual([])
})

it('hides the page of a former developer', async () => {
  const june = await signedIn(test, 'developer')
  await addGame(test, { developerId: june.id })
  expect((await test.nobody.get(`/api/profile/${june.id}`)).status).toBe(200)
  await change(admin, june, { role: 'player' })
  expect((await test.nobody.get(`/api/profile/${june.id}`)).status).toBe(404)
})

it('approves a request to sell, and emails the user', async () => {
  const june = await signedIn(test)
  await june.post('/api/sell-request', SELL_REQUEST)
  expect((await change(admin, june, { role: 'developer' })).body).toMatchObject({
    developerRequestedAt: null,
  })
  expect((await mailTo(june, /You can now sell/)).text).toContain('/dev-dashboard')
  expect((await admin.get(`/api/admin/users/${june.id}`)).body.sellRequests).toMatchObject([
    { who: SELL_REQUEST.who, links: SELL_REQUEST.links, decision: 'approved', reason: null },
  ])
})

it('declines a request to sell with a reason, after which the user can ask again', async () => {
  const june = await signedIn(test)
  const decline = () =>
    admin.post(`/api/admin/users/${june.id}/decline-developer`, { reason: 'No games to show yet' })
  expect(await decline()).toMatchObject({ status: 409, body: { code: 'no_request' } })
  await june.post('/api/sell-request', SELL_REQUEST)
  expect((await decline()).body).toMatchObject({ role: 'player', developerRequestedAt: null })
  expect((await mailTo(june, /your request/)).text).toContain('No games to show yet')
  expect((await june.get('/api/sell-request')).body.request).toMatchObject({
    decision: 'refused',
    reason: 'No games to show yet',
  })
  expect((await june.post('/api/sell-request', SELL_REQUEST)).status).toBe(200)
  expect((await admin.get(`/api/admin/users/${june.id}`)).body.sellRequests).toMatchObject([
    { decision: null },
    { decision: 'refused' },
  ])
})

it('A13 lets an admin end every session of a user', async () => {
  const june = await signedIn(test)
  expect((await admin.post(`/api/admin/users/${june.id}/sign-out`, { reason: 'Lost phone' })).status).toBe(
    200,
  )
  expect([await isLetIn(june), await isLetIn(admin)]).toEqual([false, true])
  expect(await historyOf(june)).toMatchObject([{ action: 'signed_out', reason: 'Lost phone' }])
})

it('filters the audit log, pages it and exports it', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  await change(admin, june, { role: 'developer', reason: 'Wanted: June' })
  await change(admin, kim, { suspended: true, reason: '=cmd|kim' })
  const entries = async (query: string) => (await admin.get(`/api/admin/audit?${query}`)).body
  expect(await entries('q=wanted%3A')).toMatchObject([{ subject: june.username }])
  expect(await entries(`action=suspended&q=${kim.username}`)).toHaveLength(1)
  const first = await admin.get('/api/admin/audit?limit=1')
  const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
  expect(first.body).toMatchObject([{ subject: kim.username }])
  expect((await admin.get(next ?? '')).body).toMatchObject([{ subject: june.username }])
  const { text } = await admin.get(`/api/admin/audit.csv?subjectId=${kim.id}`)
  expect(text.split('\r\n')[1]).toContain(`user,${kim.id},${kim.username},'=cmd|kim,"{""suspended"":false}"`)
})

it('B7 records what an admin changes in a profile, but not what its owner changes', async () => {
  const june = await signedIn(test, 'developer')
  const edit = (by: Person, bio: string) => by.patch(`/api/profile/${june.id}`, { bio })
  await edit(june, 'Makes games.')
  await edit(admin, 'Made games.')
  expect(await historyOf(june)).toMatchObject([
    {
      action: 'profile_changed',
      actor: admin.username,
      address: '127.0.0.1',
      before: { bio: 'Makes games.' },
      after: { bio: 'Made games.' },
    },
  ])
})

it('sorts the audit log by time, and filters it by person and by day', async () => {
  const [june, ada] = [await signedIn(test), await signedIn(test, 'admin')]
  await change(admin, june, { role: 'developer', reason: 'First' })
  await change(ada, june, { role: 'player', reason: 'Second' })
  await test.db.transaction().execute((tx) =>
    audit(tx, COMMAND_LINE, {
      action: 'role_changed',
      kind: 'user',
      id: june.id,
      name: june.username,
      reason: 'Third',
    }),
  )
  const reasons = async (query: string) =>
    (await allPages<AuditEntry>(admin, `/api/admin/audit?subjectId=${june.id}&limit=2&${query}`)).map(
      ({ reason }) => reason,
    )
  expect(await reasons('')).toEqual(['Third', 'Second', 'First'])
  expect(await reasons('sort=old')).toEqual(['First', 'Second', 'Third'])
  expect(await reasons(`actor=${ada.username.toUpperCase()}`)).toEqual(['Second'])
  expect(await reasons('actor=command%20line')).toEqual(['Third'])
  expect(await reasons('actor=nobody')).toEqual([])
  const days = (await admin.get(`/api/admin/audit?subjectId=${june.id}`)).body.map(({ at }: AuditEntry) =>
    at.slice(0, 10),
  )
  expect(await reasons(`from=${days.at(-1)}&to=${days[0]}`)).toHaveLength(3)
  expect(await reasons('from=2020-01-01&to=2020-12-31')).toEqual([])
  const csv = (await admin.get(`/api/admin/audit.csv?subjectId=${june.id}&sort=old&actor=${ada.username}`))
    .text
  expect(csvRecords(csv)).toHaveLength(2)
})
