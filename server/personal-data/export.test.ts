import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { levelsWith, NO_LIMITS, writeLimits } from '@nofiller/contract/content-limits/limit-rules'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { buyAndPay } from '../testing/buying.ts'
import { aPicture, sendForm } from '../testing/fixtures/game-form.ts'
import { useGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { EXPORT_SOURCES, exportEntries, inOnePiece } from './export-entries.ts'
import { makeExport } from './exports.ts'
import { NOT_EXPORTED } from './not-exported.ts'
import { writeArchive } from './write-archive.ts'

const HOUR_MS = 3_600_000

const test = useTestStore()
const seller = usePerson(test, 'developer')
const game = useGame(test, seller, { title: 'Night Ferry' })

const ask = (who: Person) => who.post('/api/account/export')
const stateOf = async (who: Person) => (await who.get('/api/account/export')).body
const isReady = (who: Person) => eventually(async () => (await stateOf(who)).export.state === 'ready')
const urlFor = (who: Person) => who.post('/api/account/export/download')

async function filesOf(who: Person): Promise<Record<string, string>> {
  const { body } = await urlFor(who)
  const answer = await fetch(body.downloadUrl)
  expect(answer.headers.get('content-disposition')).toContain('.zip')
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(entries).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
  )
}

const ageExports = (who: Person, by: string) =>
  test.sql`update account_exports set asked_at = asked_at - ${by}::interval, ready_at = ready_at - ${by}::interval,
    ends_at = ends_at - ${by}::interval where account_id = ${who.id}`

it('Y3 every column of the database is exported, or excluded for a reason', async () => {
  const rows = await test.sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`
  const listed = new Map<string, string[]>(
    EXPORT_SOURCES.map(({ table, columns, without = {} }) => [
      table,
      [columns, ...Object.keys(without)].flatMap((names) => names.split(' ')).sort(),
    ]),
  )
  const undecided = rows.filter(({ name }) => !listed.has(name) && !(name in NOT_EXPORTED))
  expect(undecided.map(({ name }) => name)).toEqual([])
  for (const { name, columns } of rows)
    if (listed.has(name)) expect(listed.get(name), name).toEqual(columns.toSorted())
  const gone = Object.keys(NOT_EXPORTED).filter((name) => !rows.some((row) => row.name === name))
  expect(gone).toEqual([])
})

it('Y3 an export contains every row about the person, and nobody else’s', async () => {
  const [june, other] = [await signedIn(test), await signedIn(test)]
  for (const buyer of [june, other]) {
    await buyAndPay(test, buyer, game)
    await buyer.get(`/api/games/${game.id}/download/${game.files[0]?.id}`)
    await buyer.post('/api/contact', {
      email: buyer.email,
      subject: 'Hello',
      message: `I am ${buyer.username}, are you there?`,
    })
    await test.sql`insert into downloads (id, account_id, game_id, file_id) values (${uuid()}, ${buyer.id}, ${game.id}, ${game.files[0]?.id})`
  }
  await ask(june)
  await isReady(june)
  const files = await filesOf(june)
  const all = Object.values(files).join('\n')
  for (const secret of [other.id, other.email, other.username, seller.email])
    expect(all).not.toContain(secret)
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject([{ id: june.id, email: june.email }])
  expect(all).not.toContain('$argon2')
  for (const { file, table, whose } of EXPORT_SOURCES) {
    const condition = sql.raw(whose.replaceAll('$account', `'${june.id}'`))
    const rows = await test.sql`select from ${sql.table(table)} where ${condition}`
    const text = files[file] ?? ''
    const count = file.endsWith('.csv') ? text.trim().split('\r\n').length - 1 : JSON.parse(text).length
    // The session that asks and the export itself are used and finished while the archive is written.
    expect(count, file).toBe(rows.length)
  }
  expect(JSON.parse(files['library/files.json'] ?? '')).toMatchObject([{ name: game.files[0]?.name }])
  const receipts = Object.keys(files).filter((path) => path.startsWith('receipts/'))
  expect(receipts).toHaveLength(1)
  expect(files[receipts[0] ?? '']).toContain('Night Ferry')
})

it('Y3 an export contains the pictures of the person’s reports', async () => {
  const june = await signedIn(test)
  await sendForm(june, '/api/reports', {
    subject: 'game',
    id: game.id,
    part: 'page',
    category: 'stolen',
    text: 'Here it is on a page of mine.',
    pictures: [await aPicture(), await aPicture()],
  })
  await ask(june)
  await isReady(june)
  const files = await filesOf(june)
  const named = JSON.parse(files['reports/pictures.json'] ?? '').map(({ id }: { id: string }) => id)
  const pictures = Object.keys(files).filter((path) => path.startsWith('reports/pictures/'))
  expect(pictures).toEqual(named.map((id: string) => `reports/pictures/${id}.webp`))
  expect(pictures).toHaveLength(2)
  for (const path of pictures) expect(files[path]).toMatch(/^RIFF/)
})

it('Y2 an export shows stored numbers in the words of the screens', async () => {
  const limits = writeLimits({ levels: levelsWith({ gore: 1, incest: 3 }), allowsAvoidable: true })
  await test.sql`insert into account_limits (account_id, limits) values (${seller.id}, ${limits})`
  await test.sql`insert into content_warnings (game_id, theme, level, avoidable, spoiler)
    values (${game.id}, 15, 3, false, false), (${game.id}, 4, 0, false, false)`
  const [shown] = await exported('limits.json')
  expect(shown).toMatchObject({
    account_id: seller.id,
    limits: {
      'Gore and torture': 'Hide if shown',
      Relatives: 'Hide any mention',
      Cheating: 'Not hidden',
      'Allow what I can avoid in the game': true,
    },
  })
  expect(Object.keys(shown.limits)).toHaveLength(Object.keys(NO_LIMITS.levels).length + 1)
  expect(await exported('developer/content-warnings.json')).toMatchObject([
    { theme: 'Relatives', level: 'none' },
    { theme: 'Gore and torture', level: 'shown' },
  ])
})

/** The records of a file of the seller's copy. */
async function exported(path: string) {
  for await (const entry of exportEntries(test.store, seller.id)) {
    if (entry.path !== path) continue
    const pieces: string[] = []
    for await (const piece of entry.text) pieces.push(String(piece))
    return JSON.parse(pieces.join(''))
  }
}

it('Y2 a developer’s export contains games, books and payouts, and a manifest with the hash of each file', async () => {
  const buyer = await signedIn(test)
  await buyAndPay(test, buyer, game)
  await ask(seller)
  await isReady(seller)
  const files = await filesOf(seller)
  expect(files['developer/games.json']).toContain('Night Ferry')
  expect(files['developer/ledger.csv']?.split('\r\n')[0]).toBe(
    '\uFEFForder_id,booking,line,account,developer_id,amount_cents,item_position,created_at',
  )
  expect(files['developer/ledger.csv']).toContain('developer_share')
  expect(Object.values(files).join()).not.toContain(buyer.email)
  expect(files['README.html']).toContain('developer/payouts.csv')
  const { files: hashes, schemaVersion } = JSON.parse(files['manifest.json'] ?? '')
  expect(schemaVersion).toBe(1)
  const hashOf = (text = '') => createHash('sha256').update(text).digest('hex')
  expect(hashes).toEqual(
    Object.keys(files)
      .filter((path) => path !== 'manifest.json')
      .map((path) => ({ path, sha256: hashOf(files[path]) })),
  )
})

it('Y1 an export and its download require a recent log-in, and the email links to the page only', async () => {
  const june = await signedIn(test)
  expect(await stateOf(june)).toEqual({ export: { state: 'none' }, nextAt: null })
  const verifiedAt = (at: Date) =>
    test.db.updateTable('sessions').set({ verified_at: at }).where('id', '=', june.sessionId).execute()
  await verifiedAt(new Date(Date.now() - HOUR_MS))
  expect(await ask(june)).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } })
  expect((await stateOf(june)).export).toEqual({ state: 'none' })
  await verifiedAt(new Date())
  expect((await urlFor(june)).status).toBe(404)
  await ask(june)
  await isReady(june)
  await verifiedAt(new Date(Date.now() - HOUR_MS))
  expect((await urlFor(june)).body.code).toBe('reauthentication_needed')
  const mail = await eventually(async () => (await test.mailsTo(june.email))[0])
  expect(mail.text).toContain(`${test.url}/settings/data`)
  expect(mail.text).not.toMatch(/\.zip|\/files\//)
  expect((await urlFor(await signedIn(test))).status).toBe(404)
})

it('Y1 makes one export at a time and one a day, and deletes it after 7 days', async () => {
  const june = await signedIn(test)
  const several = await Promise.all(Array.from({ length: 5 }, () => ask(june)))
  expect(several.filter(({ status }) => status === 200)).toHaveLength(1)
  await isReady(june)
  expect((await ask(june)).status).toBe(429)
  const { export: ready, nextAt } = await stateOf(june)
  expect(Date.parse(nextAt) - Date.parse(ready.askedAt)).toBe(24 * 3_600_000)
  await ageExports(june, '25 hours')
  expect((await stateOf(june)).nextAt).toBeNull()
  expect((await urlFor(june)).status).toBe(200)
  await ageExports(june, '6 days')
  expect((await stateOf(june)).export).toEqual({ state: 'none' })
  expect((await urlFor(june)).status).toBe(404)
  expect((await ask(june)).status).toBe(200)
  await isReady(june)
})

it('Y1 an interrupted export starts again, and sends one email', async () => {
  const june = await signedIn(test)
  const id = uuid()
  await test.db
    .insertInto('account_exports')
    .values({ id, account_id: june.id, asked_at: new Date() })
    .execute()
  const cutOff = {
    ...test.store,
    storage: {
      ...test.store.storage,
      receive: async (key: string) => {
        await test.store.storage.write(key, Buffer.from('half of an arch'))
        throw new Error('the process was killed')
      },
    },
  }
  await expect(makeExport(cutOff, id)).rejects.toThrow('the process was killed')
  expect((await stateOf(june)).export.state).toBe('preparing')
  await makeExport(test.store, id)
  await makeExport(test.store, id)
  expect(JSON.parse((await filesOf(june))['account.json'] ?? '')).toHaveLength(1)
  await test.drain()
  expect(await test.mailsTo(june.email)).toHaveLength(1)
  const temporary = await readdir(join(test.dataDir, 'temp'))
  expect(temporary.filter((name) => name.startsWith('export-'))).toEqual([])
})

it('Y1 an export that fails halfway leaves no temporary file', async () => {
  const june = await signedIn(test)
  const id = uuid()
  await test.db
    .insertInto('account_exports')
    .values({ id, account_id: june.id, asked_at: new Date() })
    .execute()
  await test.sql`alter table grants rename to grants_away`
  await expect(makeExport(test.store, id)).rejects.toThrow(/grants/)
  await test.sql`alter table grants_away rename to grants`
  const temporary = await readdir(join(test.dataDir, 'temp'))
  expect(temporary.filter((name) => name.startsWith('export-'))).toEqual([])
  await makeExport(test.store, id)
  await isReady(june)
})

it('Y1 reads 10,000 downloads in batches of some hundred', async () => {
  const june = await signedIn(test)
  await test.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx) // without the trigger that keeps versions
    await sql`insert into downloads (id, account_id, game_id, file_id)
      select gen_random_uuid(), ${june.id}, ${game.id}, ${game.files[0]?.id} from generate_series(1, 10000)`.execute(
      tx,
    )
  })
  const pieces: string[] = []
  for await (const { path, text } of exportEntries(test.store, june.id))
    if (path === 'library/downloads.json') for await (const piece of text) pieces.push(String(piece))
  expect(JSON.parse(pieces.join(''))).toHaveLength(10_000)
  expect(pieces).toHaveLength(21)
  expect(Math.max(...pieces.map((piece) => piece.split('\n').length))).toBeLessThan(502)
})

it('Y1 streams the entries of an archive, and holds none of them in memory', async () => {
  const piece = 'a download of somebody\n'.repeat(3_000)
  const MIB = 1024 ** 2
  const total = 160 * MIB
  async function* text() {
    for (let made = 0; made < total; made += piece.length) yield piece
  }
  async function* entries() {
    yield { path: 'large.json', text: text() }
  }
  const path = join(test.dataDir, 'temp', 'large.zip')
  const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const before = held()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, held())
  }, 5)
  await writeArchive(path, entries(), (hashes) => ({
    path: 'last',
    text: inOnePiece(JSON.stringify(hashes)),
  }))
  clearInterval(timer)
  expect((peak - before) / MIB).toBeLessThan(128)
})
