import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldName } from '@nofiller/contract/accounts/names'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { compareAll } from '../../orders/settlement/reconcile.ts'
import { buyAndPay } from '../../testing/buying.ts'
import { freshDatabase } from '../../testing/database.ts'
import { useGame } from '../../testing/fixtures/games.ts'
import { PASSWORD, type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { openTestStore, useTestStore } from '../../testing/store.ts'
import { deleteDueAccounts, replayDeletions } from './delete-accounts.ts'
import { loggedDeletions } from './deletion-log.ts'

const HOUR_MS = 3_600_000
/** Stands in each text that the person typed. */
const SENTINEL = 'zqxsentinel'

const test = useTestStore()
const seller = usePerson(test, 'developer')
const game = useGame(test, seller, { title: 'Night Ferry' })

const setDay = (who: Person, deletionAt: Date | null) =>
  test.db.updateTable('accounts').set({ deletion_at: deletionAt }).where('id', '=', who.id).execute()
const makeDue = (who: Person) => setDay(who, new Date(Date.now() - HOUR_MS))
const rowOf = (who: Person) =>
  test.db.selectFrom('accounts').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow()
const isDeleted = async (who: Person) => (await rowOf(who)).deleted_at !== null

async function deletedPerson(): Promise<Person> {
  const june = await signedIn(test)
  await makeDue(june)
  await deleteDueAccounts(test.store)
  return june
}

/** Tables of all schemas that contain a text, in any column: each row is read completely. */
async function tablesHolding(text: string): Promise<string[]> {
  const tables = await test.sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  const matching: string[] = []
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`)
    const rows =
      await test.sql`select from ${table} as whole where strpos(lower(whole::text), ${text}) > 0 limit 1`
    if (rows.length > 0) matching.push(name)
  }
  return matching.sort()
}

/** An account that bought, wrote, reported, asked to sell and filled its profile, with the sentinel in each text. */
async function talkative(): Promise<Person> {
  const june = await signedIn(test)
  const email = `${SENTINEL}.${june.id}@example.test`
  await test.sql`update accounts set username = ${`${SENTINEL}_${june.id.slice(-8)}`}, email = ${email},
    display_name = ${SENTINEL}, bio = ${SENTINEL}, website = ${`https://${SENTINEL}.test`}, twitter = ${SENTINEL},
    patreon = ${SENTINEL}, wallet = ${SENTINEL}, avatar_url = ${`/${SENTINEL}.webp`}, excluded_tags = ${[SENTINEL]}
    where id = ${june.id}`
  await test.db.insertInto('names').values({ folded: SENTINEL, account_id: june.id }).execute()
  await buyAndPay(test, { ...june, email }, game)
  await june.post('/api/contact', { email, subject: SENTINEL, message: `I am ${SENTINEL}, are you there?` })
  await test.nobody.post('/api/contact', { email, subject: SENTINEL, message: `It is ${SENTINEL} again.` })
  await test.db
    .insertInto('sell_requests')
    .values({ id: uuid(), account_id: june.id, who: SENTINEL, links: [SENTINEL], plans: SENTINEL })
    .execute()
  await test.db
    .insertInto('registrations')
    .values({
      id: uuid(),
      username: `${SENTINEL}_again`,
      email,
      password_hash: '',
      notify_purchases: false,
      notify_updates: false,
    })
    .execute()
  await test.db
    .insertInto('passkeys')
    .values({
      id: uuid(),
      account_id: june.id,
      credential_id: `${SENTINEL}-key`,
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      device_type: 'singleDevice',
      name: SENTINEL,
    })
    .execute()
  await test.sql`update sessions set user_agent = ${SENTINEL} where account_id = ${june.id}`
  await test.db
    .insertInto('uploads')
    .values({
      temp_key: `temp/${uuid()}`,
      account_id: june.id,
      name: `${SENTINEL}.zip`,
      content_type: 'application/zip',
      size_bytes: 1,
      storage_key: `files/${uuid()}`,
    })
    .execute()
  await test.db
    .insertInto('reports')
    .values({
      id: uuid(),
      subject_kind: 'game',
      subject_id: game.id,
      part: 'game',
      category: 'other',
      text: 'This page says what is not so.',
      reported_for: 'myself',
      signature: SENTINEL,
      snapshot: '{}',
      reporter_id: june.id,
      email,
      network_hash: Buffer.from('network'),
      browser_hash: Buffer.from('browser'),
    })
    .execute()
  await test.sql`insert into order_notes (id, order_id, admin_id, text)
    select ${uuid()}, id, ${seller.id}, ${`Wrote as ${SENTINEL}`} from orders where account_id = ${june.id}`
  await test.drain()
  return { ...june, email }
}

const books = async () => {
  const rows = await test.sql`select account, line, count(*), sum(amount_cents) as cents
    from ledger_entries group by 1, 2 order by 1, 2`
  return rows
}

it('Y5 deletion leaves no name, address or text of the person in any column, and Y6 the books unchanged', async () => {
  const june = await talkative()
  const before = { holding: await tablesHolding(SENTINEL), books: await books() }
  expect(before.holding).toEqual([
    'accounts',
    'contact_messages',
    'names',
    'order_mails',
    'order_notes',
    'orders',
    'passkeys',
    'registrations',
    'reports',
    'sell_requests',
    'sessions',
    'uploads',
  ])
  await makeDue(june)
  await deleteDueAccounts(test.store)
  expect(await tablesHolding(SENTINEL)).toEqual([])
  expect(await books()).toEqual(before.books)
  expect(await compareAll(test.db)).toEqual([])
  const orders = await test.sql<{ status: string; email: string }>`
    select status, email from orders where account_id = ${june.id}`
  expect(orders).toEqual([
    { status: 'PAID', email: expect.stringMatching(/^deleted-\w{8}@deleted\.invalid$/) },
  ])
})

it('Y5 deletion ends sessions, grants and log-in, and affects nobody else', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  for (const buyer of [june, kim]) await buyAndPay(test, buyer, game)
  const kimBefore = await rowOf(kim)
  await makeDue(june)
  await deleteDueAccounts(test.store)
  expect((await june.get('/api/whoami')).status).toBe(401)
  for (const email of [june.email, (await rowOf(june)).email])
    for (const password of [PASSWORD, ''])
      expect((await test.nobody.post('/api/login', { email, password })).status).not.toBe(200)
  const owners = await test.sql<{ account_id: string }>`
    select account_id from grants where account_id = any(${[june.id, kim.id]})`
  expect(owners).toEqual([{ account_id: kim.id }])
  expect(await rowOf(kim)).toEqual(kimBefore)
  expect((await kim.get('/api/library')).status).toBe(200)
})

/** Tables of accounts whose rows go otherwise, or stay without a name. */
const NOT_OWN = {
  'with the row that they refer to': ['blocked_developers', 'blocked_games'],
  'by the store': ['account_exports', 'contact_messages', 'finding_acks', 'link_checks', 'names'],
  'kept: books, figures and files of games': ['downloads', 'game_downloaders', 'orders', 'uploads'],
}

it('Y5 of each table of accounts it is known how its rows go', async () => {
  const tables = await test.sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables
      using (table_schema, table_name)
    where column_name = 'account_id' and table_schema = 'public' and table_type = 'BASE TABLE'`
  const own = await test.db.selectFrom('own_tables').select('name').execute()
  const known = [...own.map(({ name }) => name), ...Object.values(NOT_OWN).flat()]
  expect(tables.map(({ name }) => name).sort()).toEqual(known.sort())
})

it('Y5 the database deletes the rows of an account that the version before deletes, and nobody else’s', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  for (const who of [june, kim]) {
    expect((await who.put(`/api/wishlist/${game.id}`, {})).status).toBe(204)
    expect((await who.put(`/api/follows/game/${game.id}`, undefined)).status).toBe(204)
    expect((await who.put(`/api/blocks/developer/${seller.id}`, undefined)).status).toBe(200)
  }
  await test.sql`update accounts set deleted_at = now() where id = ${june.id}`
  for (const table of ['wishlist', 'follows', 'blocked_developers', 'account_blocks', 'sessions'])
    expect(
      await test.sql`select account_id from ${sql.table(table)} where account_id = any(${[june.id, kim.id]})`,
      table,
    ).toEqual([{ account_id: kim.id }])
})

it('Y5 deletion ends a finished export, and deletes one that was never made', async () => {
  const june = await signedIn(test)
  const now = new Date()
  const archive = { account_id: june.id, asked_at: now, size_bytes: 4, ready_at: now }
  await test.storage.write(`exports/${june.id}.zip`, Buffer.from('PK34'))
  await test.db
    .insertInto('account_exports')
    .values([
      {
        ...archive,
        id: uuid(),
        storage_key: `exports/${june.id}.zip`,
        ends_at: new Date(Date.now() + HOUR_MS),
      },
      { id: uuid(), account_id: june.id, asked_at: now },
    ])
    .execute()
  await makeDue(june)
  await deleteDueAccounts(test.store)
  const left = await test.sql<{ ready_at: Date | null; ends_at: Date | null }>`
    select ready_at, ends_at from account_exports where account_id = ${june.id}`
  expect(left).toHaveLength(1)
  expect(left[0]?.ends_at?.getTime()).toBeLessThanOrEqual(Date.now())
})

it('Y4 deletes nobody before the day, and nobody who canceled', async () => {
  const [early, stays] = [await signedIn(test), await signedIn(test)]
  await setDay(early, new Date(Date.now() + HOUR_MS))
  await makeDue(stays)
  await setDay(stays, null)
  await deleteDueAccounts(test.store)
  expect([await isDeleted(early), await isDeleted(stays)]).toEqual([false, false])
  expect(await loggedDeletions(test.dataDir)).not.toContain(early.id)
})

it('Y4 a cancellation that locks the row before the deletion job wins', async () => {
  const june = await signedIn(test)
  await makeDue(june)
  const [holds, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const keeping = test.db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set({ deletion_at: null }).where('id', '=', june.id).execute()
    holds.resolve()
    await mayCommit.promise
  })
  await holds.promise
  const deleting = deleteDueAccounts(test.store)
  mayCommit.resolve()
  await Promise.all([keeping, deleting])
  expect(await isDeleted(june)).toBe(false)
  expect(await loggedDeletions(test.dataDir)).not.toContain(june.id)
})

it('Y4 an interrupted deletion changes nothing, and is completed the next time', async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  for (const who of [june, kim]) await makeDue(who)
  await test.sql`create function refuse_june() returns trigger language plpgsql as $$
    begin raise exception 'cut off'; end $$`
  await test.sql`create trigger refuse_june before update on accounts for each row
    when (new.id = ${sql.lit(june.id)}) execute function refuse_june()`
  await expect(deleteDueAccounts(test.store)).rejects.toThrow('not all accounts')
  expect([await isDeleted(june), await isDeleted(kim)]).toEqual([false, true])
  expect((await june.get('/api/whoami')).status).toBe(200)
  await test.sql`drop trigger refuse_june on accounts`
  await deleteDueAccounts(test.store)
  expect(await isDeleted(june)).toBe(true)
  expect((await loggedDeletions(test.dataDir)).filter((id) => id === june.id)).toHaveLength(1)
})

it('Y5 A15 nobody can use the name of a deleted account or one that reads like it, or read that name in the database', async () => {
  const june = await signedIn(test)
  const username = `sable_${june.id.slice(-8)}`
  await test.db.updateTable('accounts').set({ username }).where('id', '=', june.id).execute()
  const own = { account_id: june.id }
  await test.db.deleteFrom('names').where('account_id', '=', june.id).execute()
  await test.db
    .insertInto('names')
    .values([
      { ...own, folded: foldName(username) },
      { ...own, folded: foldName(`Sable Works ${june.id.slice(-8)}`) },
    ])
    .execute()
  await makeDue(june)
  await deleteDueAccounts(test.store)
  expect(await tablesHolding('sable')).toEqual([])
  const signUp = (name: string) =>
    test.nobody.post('/api/register-start', {
      username: name,
      email: `${uuid()}@example.test`,
      password: PASSWORD,
    })
  for (const name of [username, username.toUpperCase(), username.replace('sable', 'sab1e')])
    expect((await signUp(name)).body.code, name).toBe('username_taken')
  const ada = await signedIn(test, 'developer')
  const renamed = await ada.patch(`/api/profile/${ada.id}`, {
    displayName: `Sable Works ${june.id.slice(-8)}`,
  })
  expect([renamed.status, Object.keys(renamed.body.fields ?? {})]).toEqual([422, ['displayName']])
})

it('H4 A15 the name of a deleted account stays reserved after SECRET_KEY was replaced', async () => {
  const [old, next] = ['the key of the first year, of the store', 'the key of the second year, of the store']
  const database = await freshDatabase()
  const open = (settings: Record<string, string>) =>
    openTestStore({ settings, database: { ...database, drop: async () => undefined } })
  const first = await open({ SECRET_KEY: old })
  const gone = await signedIn(first)
  await first.db
    .updateTable('accounts')
    .set({ deletion_at: new Date(Date.now() - HOUR_MS) })
    .where('id', '=', gone.id)
    .execute()
  await deleteDueAccounts(first.store)
  await first.close()
  await (await open({ SECRET_KEY: next, SECRET_KEY_PREVIOUS: old })).close()
  const after = await open({ SECRET_KEY: next })
  const answer = await after.nobody.post('/api/register-start', {
    username: gone.username,
    email: `${uuid()}@example.test`,
    password: PASSWORD,
  })
  expect(answer.body.code).toBe('username_taken')
  await after.close()
  await database.drop()
})

it('Y8 a deleted person who returns with a restored backup is deleted again before the store answers', async () => {
  const june = await deletedPerson()
  const before = { username: june.username, email: june.email, verified_at: new Date(), deleted_at: null }
  await test.db.updateTable('accounts').set(before).where('id', '=', june.id).execute()
  await replayDeletions(test.store)
  expect(await rowOf(june)).toMatchObject({ verified_at: null, deleted_at: expect.any(Date) })
  expect(await tablesHolding(june.email)).toEqual([])
  const once = await rowOf(june)
  await replayDeletions(test.store)
  expect(await rowOf(june)).toEqual(once)
})

it('Y8 reads a truncated line of the deletion log, and deletes nobody for it', async () => {
  const path = join(test.dataDir, 'deleted-accounts.log')
  const whole = await readFile(path, 'utf8')
  const kim = await signedIn(test)
  await appendFile(path, `\n${kim.id.slice(0, 20)}`)
  const june = await deletedPerson()
  expect(await loggedDeletions(test.dataDir)).toContain(june.id)
  await replayDeletions(test.store)
  expect(await isDeleted(kim)).toBe(false)
  await rm(path)
  expect(await loggedDeletions(test.dataDir)).toEqual([])
  await writeFile(path, whole)
})
