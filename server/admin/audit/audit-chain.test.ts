import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { audit, COMMAND_LINE } from '../../platform/database/audit.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { aStore, useTestStore } from '../../testing/store.ts'
import { mailToDo } from '../todo/todo-mail.ts'
import { auditChain, checkChain, extendChain } from './audit-chain.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')

const write = (name: string, { db } = test) =>
  db.transaction().execute((tx) =>
    audit(tx, COMMAND_LINE, {
      action: 'featured_changed',
      kind: 'store',
      id: null,
      name,
      reason: `“Why” of ${name}`,
      before: { games: [] },
      after: { games: [name] },
    }),
  )

beforeEach(async () => {
  for (const name of ['one', 'two', 'three']) await write(name)
  await extendChain(test.db)
})

const behindTheTriggers = (change: ReturnType<typeof sql>) =>
  test.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })
const middle = sql`(select id from audit_log order by id offset 1 limit 1)`

it('M14 puts each audit entry into the chain once, however many processes add entries at the same time', async () => {
  for (const name of ['four', 'five']) await write(name)
  await Promise.all(Array.from({ length: 5 }, () => extendChain(test.db)))
  const rows = await test.sql<{ chained: number; logged: number }>`select
    (select count(*)::int from audit_chain) as chained, (select count(*)::int from audit_log) as logged`
  expect(rows[0]?.chained).toBe(rows[0]?.logged)
  await checkChain(test.db)
})

it('M14 shows admins the newest hash of the chain, which changes with every entry', async () => {
  const shown = async () => (await admin.get('/api/admin/audit/chain')).body
  const before = await shown()
  expect(before).toEqual({ entries: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await write('six')
  await extendChain(test.db)
  const after = await shown()
  expect(after.entries).toBe(before.entries + 1)
  expect(after.hash).not.toBe(before.hash)
  expect(after).toEqual(await auditChain(test.db))
})

it('M14 emails admins the newest hash every day, even when nothing is to do, as soon as there is one', async () => {
  const fresh = await aStore()
  const boss = await signedIn(fresh, 'admin')
  await mailToDo(fresh.store)
  await fresh.drain()
  expect(await fresh.mailsTo(boss.email)).toEqual([])
  await write('one', fresh)
  await extendChain(fresh.db)
  await mailToDo(fresh.store)
  await fresh.drain()
  const [mail] = await fresh.mailsTo(boss.email)
  expect(mail?.subject).toBe('Nothing to do at No Filler')
  expect(mail?.text).toContain((await auditChain(fresh.db)).hash)
})

it('M14 refuses changes to the chain, and detects an entry that was changed behind its triggers', async () => {
  await expect(sql`update audit_chain set hash = ''`.execute(test.db)).rejects.toThrow(/append-only/)
  await expect(sql`delete from audit_chain`.execute(test.db)).rejects.toThrow(/append-only/)
  await behindTheTriggers(sql`update audit_log set reason = 'Another reason' where id = ${middle}`)
  await expect(checkChain(test.db)).rejects.toThrow(/entry \d+ is not what it was/)
  await behindTheTriggers(sql`update audit_log set reason = '“Why” of two' where id = ${middle}`)
  await checkChain(test.db)
})

it('M14 detects that an entry was removed', async () => {
  await behindTheTriggers(sql`delete from audit_log where id = ${middle}`)
  await expect(checkChain(test.db)).rejects.toThrow(/is not what it was/)
})

it('M14 the chain verifies in every time zone', async () => {
  const fresh = await aStore()
  await write('one', fresh)
  await extendChain(fresh.db)
  await fresh.db.connection().execute(async (connection) => {
    await sql`set time zone 'Asia/Tokyo'`.execute(connection)
    await checkChain(connection)
  })
})
