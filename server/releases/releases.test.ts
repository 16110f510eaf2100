import type { Game } from '@nofiller/contract/catalog/catalog'
import type { OwnRelease, Release } from '@nofiller/contract/releases/releases'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { onlySaveOf } from '../catalog/own-game.ts'
import { sha256 } from '../platform/signatures.ts'
import { buyAndPay } from '../testing/buying.ts'
import { aZip, createGame, editGame, filesJson, upload } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { openDueReleases } from './open-on-time.ts'

const test = useTestStore()
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

async function publish(...files: Buffer[]): Promise<Game> {
  const entries = files.map(async (bytes) => ({ tempKey: await upload(dev, bytes), device: 'Windows' }))
  const { body } = await createGame(dev, { gameFilesTempJson: filesJson(...(await Promise.all(entries))) })
  return body
}

const fileIdOf = (game: Game, at = 0): string => game.gameFiles[at]?._id ?? ''
const own = async (game: Game): Promise<OwnRelease[]> =>
  (await dev.get(`/api/dev/games/${game._id}/releases`)).body
const find = async (id: string): Promise<OwnRelease> => (await dev.get(`/api/releases/${id}`)).body
const statesOf = async (game: Game) => (await own(game)).map(({ label, state }) => `${label} ${state}`)

const sent = (method: string, path: string, body: object = {}) =>
  dev.send(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

async function draft(game: Game, entries: object[], change: object = {}): Promise<OwnRelease> {
  const { status, body } = await dev.post(`/api/games/${game._id}/releases`, { files: entries, ...change })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const checked = (id: string) =>
  eventually(async () => ((await find(id)).files.every(({ isChecked }) => isChecked) ? true : null))

async function release(game: Game, bytes: Buffer, change: object = {}): Promise<OwnRelease> {
  const entry = { _id: fileIdOf(game), tempKey: await upload(dev, bytes), device: 'Windows' }
  const { id } = await draft(game, [entry], change)
  await checked(id)
  const { status, body } = await dev.post(`/api/releases/${id}/live`, {})
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function fetched(person: Person, game: Game, at = 0): Promise<Buffer> {
  const { body } = await person.post(`/api/library/${game._id}/download`, { fileId: fileIdOf(game, at) })
  return Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer())
}

async function ownerOf(game: Game): Promise<Person> {
  const owner = await signedIn(test)
  await buyAndPay(test, owner, { id: game._id, slug: game.slug, files: [] })
  return owner
}

it('VE1 a first save makes a first release, and one that replaces or withdraws a file makes the next', async () => {
  const game = await publish(aZip(), aZip())
  expect(await statesOf(game)).toEqual(['1 live'])
  const replaced = { _id: fileIdOf(game), tempKey: await upload(dev, aZip()), filename: 'game.zip' }
  await editGame(dev, game._id, { gameFilesTempJson: filesJson(replaced, { _id: fileIdOf(game, 1) }) })
  expect(await statesOf(game)).toEqual(['2 live', '1 live'])
  await editGame(dev, game._id, { gameFilesTempJson: filesJson({ _id: fileIdOf(game) }) })
  expect(await statesOf(game)).toEqual(['3 earlier', '2 live', '1 live'])
  await editGame(dev, game._id, { gameFilesTempJson: filesJson({ _id: fileIdOf(game) }), title: 'Renamed' })
  expect(await own(game)).toHaveLength(3)
})

it('VE2 a draft changes nothing for buyers until it goes live, and then all of its files at once', async () => {
  const [first, extra, second] = [aZip(), aZip(), aZip()]
  const game = await publish(first, extra)
  const owner = await ownerOf(game)
  const entries = [
    { _id: fileIdOf(game), tempKey: await upload(dev, second) },
    { tempKey: await upload(dev, aZip()), device: 'Linux' },
  ]
  const { id, label } = await draft(game, entries, { label: '0.5', summary: 'Chapter two.' })
  expect(label).toBe('0.5')
  await checked(id)
  expect((await find(id)).state).toBe('ready')
  expect(await fetched(owner, game)).toEqual(first)
  expect((await test.nobody.get(`/api/games/${game._id}`)).body.gameFiles).toHaveLength(2)
  const released = await dev.post(`/api/releases/${id}/live`, {})
  expect(released.body.state).toBe('live')
  expect(await fetched(owner, game)).toEqual(second)
  const page: Game = (await test.nobody.get(`/api/games/${game._id}`)).body
  expect(page.gameFiles.map(({ device }) => device)).toEqual(['Windows', 'Windows', 'Linux'])
  const { body: releases } = await test.nobody.get(`/api/games/${game._id}/releases`)
  expect(releases.map((one: Release) => [one.label, one.summary, one.files.length])).toEqual([
    ['0.5', 'Chapter two.', 2],
    ['1', '', 2],
  ])
  expect((await dev.post(`/api/releases/${id}/live`, {})).status).toBe(409)
})

it('VE2 refuses a release without files, and one whose files are not checked', async () => {
  const game = await publish(aZip())
  const empty = await draft(game, [])
  const refused = await dev.post(`/api/releases/${empty.id}/live`, {})
  expect([refused.status, refused.body.code]).toEqual([409, 'not_ready'])
  const { id } = await draft(game, [{ _id: fileIdOf(game), tempKey: await upload(dev, aZip()) }])
  await checked(id)
  await test.db.updateTable('file_builds').set({ sha256: null }).where('live_at', 'is', null).execute()
  const early = await dev.post(`/api/releases/${id}/live`, {})
  expect([early.status, early.body.code]).toEqual([409, 'not_ready'])
})

it('VE2 refuses a release with a finding that blocks, says which, and lets it go live once that is lifted', async () => {
  const game = await publish(aZip())
  const bytes = aZip()
  const { id } = await draft(game, [{ _id: fileIdOf(game), tempKey: await upload(dev, bytes) }])
  await checked(id)
  await test.sql`insert into malware_scans (sha256, state, signature) values (${sha256(bytes)}, 'infected', 'Test.Signature')`
  const { state, files } = await find(id)
  expect([state, files[0]?.findings[0]?.id]).toEqual(['failed', 'malware'])
  const refused = await dev.post(`/api/releases/${id}/live`, {})
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'not_ready',
    expect.stringContaining('Test.Signature'),
  ])
  await test.sql`update malware_scans set cleared_at = now()`
  expect((await dev.post(`/api/releases/${id}/live`, {})).status).toBe(200)
})

it('VE1 refuses a label that the game has, in any case, and one that is too long', async () => {
  const game = await publish(aZip())
  for (const [label, again] of [
    ['0.5-Beta', '0.5-beta'],
    ['Бета', 'бета'],
    ['ΒΕΡΣΙΩΣ', 'βερσιωσ'],
  ]) {
    await draft(game, [], { label })
    const taken = await dev.post(`/api/games/${game._id}/releases`, { label: again })
    expect([taken.status, taken.body.code], again).toEqual([409, 'label_taken'])
  }
  const wrong = await dev.post(`/api/games/${game._id}/releases`, { label: '0'.repeat(33) })
  expect([wrong.status, wrong.body.fields?.label]).toEqual([
    422,
    'Use up to 32 letters, digits, dots or hyphens.',
  ])
})

it('a game holds up to 50 drafts', async () => {
  const game = await publish(aZip())
  const draft = { game_id: game._id, created_by: dev.id }
  const drafts = Array.from({ length: 50 }, (_, at) => ({ ...draft, id: uuid(), label: `draft ${at}` }))
  await test.db.insertInto('releases').values(drafts).execute()
  const refused = await dev.post(`/api/games/${game._id}/releases`, {})
  expect([refused.status, refused.body.code]).toEqual([409, 'too_many_drafts'])
})

it('a draft is changed and deleted with its builds', async () => {
  const game = await publish(aZip())
  const entry = { _id: fileIdOf(game), tempKey: await upload(dev, aZip()) }
  const { id, files } = await draft(game, [entry, { tempKey: await upload(dev, aZip()), device: 'Mac' }])
  const kept = { buildId: files.find(({ device }) => device === 'Windows')?.buildId }
  const { body } = await sent('PUT', `/api/releases/${id}`, {
    files: [kept],
    notes: '<p>New</p><script>x</script>',
  })
  expect([body.files.length, body.notes]).toEqual([1, '<p>New</p>'])
  expect((await sent('DELETE', `/api/releases/${id}`)).status).toBe(200)
  expect(await statesOf(game)).toEqual(['1 live'])
  const files2 = await test.db.selectFrom('game_files').select('id').where('game_id', '=', game._id).execute()
  expect(files2).toHaveLength(1)
})

it('a build of a draft is known to its developer alone', async () => {
  const game = await publish(aZip())
  const owner = await ownerOf(game)
  const bytes = aZip()
  const { id } = await draft(game, [{ _id: fileIdOf(game), tempKey: await upload(dev, bytes, 'next.zip') }])
  await checked(id)
  const query = new URLSearchParams({ sha256: sha256(bytes).toString('hex'), name: 'next.zip', size: '1' })
  const known = async () => (await owner.get(`/api/library/verify?${query}`)).body
  expect(await known()).toEqual({ match: null, closest: null })
  await dev.post(`/api/releases/${id}/live`, {})
  expect((await known()).match).toMatchObject({ name: 'next.zip', isPresent: true })
})

it('VE4 notes of a live release can be edited, and the edit is dated', async () => {
  const game = await publish(aZip())
  const { id } = await release(game, aZip(), { summary: 'Out.' })
  expect((await find(id)).notesEditedAt).toBeNull()
  const { body } = await sent('PATCH', `/api/releases/${id}/notes`, {
    summary: 'Out now.',
    knownProblems: 'None.',
  })
  expect([body.summary, body.knownProblems, typeof body.notesEditedAt]).toEqual([
    'Out now.',
    'None.',
    'string',
  ])
})

it('VE4 notes show pictures as the description does: blurred where that is chosen, and never a blocked one', async () => {
  const game = await publish(aZip())
  const hash = 'ab'.repeat(16)
  const url = `/uploads/ada/game/text/${hash}.webp`
  const { id } = await release(game, aZip(), { notes: `<p><img src="${url}" alt="" /></p>` })
  await test.db.updateTable('games').set({ category: 'NSFW' }).where('id', '=', game._id).execute()
  const shown = async (content: string): Promise<string> =>
    (
      await test.nobody.get(`/api/games/${game._id}/releases?limit=${content.length}`, {
        cookie: `content=${content}`,
      })
    ).body[0].notes
  expect(await shown('show')).toContain(url)
  expect(await shown('blur')).toContain(url.replace('.webp', '-blurred.webp'))
  expect(await shown('sfw')).toBe('')
  await test.sql`insert into blocked_hashes (sha256, category, blocked_at)
    values (decode(${hash}, 'hex'), 'minor', now())`
  const refused = await sent('PATCH', `/api/releases/${id}/notes`, { notes: `<img src="${url}" alt="" />` })
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['notes']])
})

it('VE10 goes back to an earlier release without an upload, and forward again', async () => {
  const [first, second, third] = [aZip(), aZip(), aZip()]
  const game = await publish(first)
  const owner = await ownerOf(game)
  await release(game, second, { label: '0.5' })
  const [, earlier] = await own(game)
  const back = await dev.post(`/api/releases/${earlier?.id}/rollback`, { reason: 'It crashes.' })
  expect([back.status, back.body.label, back.body.summary]).toEqual([200, '1-2', 'It crashes.'])
  expect(await fetched(owner, game)).toEqual(first)
  expect(await statesOf(game)).toEqual(['1-2 live', '0.5 earlier', '1 earlier'])
  await release(game, third, { label: '0.6' })
  expect(await fetched(owner, game)).toEqual(third)
})

it('VE10 withdraws a release, so that the one before is live again, and never the last one of a game for sale', async () => {
  const [first, second] = [aZip(), aZip()]
  const game = await publish(first)
  const owner = await ownerOf(game)
  const { id } = await release(game, second)
  expect(await fetched(owner, game)).toEqual(second)
  const { body } = await dev.post(`/api/releases/${id}/withdraw`, { reason: 'Crashes.' })
  expect([body.state, body.withdrawnReason]).toEqual(['withdrawn', 'Crashes.'])
  expect(await fetched(owner, game)).toEqual(first)
  expect(await statesOf(game)).toEqual(['2 withdrawn', '1 live'])
  const [, last] = await own(game)
  const refused = await dev.post(`/api/releases/${last?.id}/withdraw`, { reason: 'All.' })
  expect([refused.status, refused.body.code]).toEqual([409, 'last_release'])
  expect(await fetched(owner, game)).toEqual(first)
})

it('VE10 neither goes back to malware, nor in a game that is out of the store, and blocked bytes hide the game', async () => {
  const [first, second] = [aZip(), aZip()]
  const game = await publish(first)
  await release(game, second)
  const [live, earlier] = await own(game)
  const back = async () => {
    const { status, body } = await dev.post(`/api/releases/${earlier?.id}/rollback`, {
      reason: 'It crashes.',
    })
    return [status, body.code]
  }
  const suspend = (at: Date | null) =>
    test.db.updateTable('games').set({ suspended_at: at }).where('id', '=', game._id).execute()
  await suspend(new Date())
  expect(await back()).toEqual([409, 'game_suspended'])
  await suspend(null)
  await test.sql`insert into malware_scans (sha256, state, signature) values (${sha256(first)}, 'infected', 'Bad')`
  expect(await back()).toEqual([409, 'not_ready'])
  const withdrawn = await dev.post(`/api/releases/${live?.id}/withdraw`, { reason: 'Crashes.' })
  expect([withdrawn.status, withdrawn.body.code]).toEqual([409, 'last_release'])
  await test.sql`update malware_scans set cleared_at = now()`
  await test.sql`insert into blocked_hashes (sha256, category, blocked_at) values (${sha256(first)}, 'malware', now())`
  expect((await dev.post(`/api/releases/${live?.id}/withdraw`, { reason: 'Crashes.' })).status).toBe(200)
  const holds = test.db.selectFrom('game_holds').select('stops_downloads').where('game_id', '=', game._id)
  expect(await holds.execute()).toEqual([{ stops_downloads: true }])
})

it('VE10 a withdrawal is another revision for who looks at the game, as a release is', async () => {
  const game = await publish(aZip())
  const revision = async () =>
    (
      await test.db
        .selectFrom('game_reviews')
        .select('revision')
        .where('game_id', '=', game._id)
        .executeTakeFirst()
    )?.revision ?? 0
  const { id } = await release(game, aZip())
  const seen = await revision()
  await dev.post(`/api/releases/${id}/withdraw`, { reason: 'Crashes.' })
  expect([seen > 0, await revision()]).toEqual([true, seen + 1])
})

it('VE3 a scheduled release opens at its time, once, and not while its game is out of the store', async () => {
  const game = await publish(aZip())
  const entry = { _id: fileIdOf(game), tempKey: await upload(dev, aZip()) }
  const { id } = await draft(game, [entry])
  await checked(id)
  const past = await dev.post(`/api/releases/${id}/live`, { opensAt: '2020-01-01T00:00:00Z' })
  expect(past.status).toBe(422)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  expect((await dev.post(`/api/releases/${id}/live`, { opensAt: later })).body.state).toBe('scheduled')
  expect((await sent('DELETE', `/api/releases/${id}/live`)).body.state).toBe('ready')
  await dev.post(`/api/releases/${id}/live`, { opensAt: later })
  const due = { opens_at: new Date(Date.now() - 1_000) }
  await test.db
    .updateTable('games')
    .set({ suspended_at: new Date(), is_illegal: true })
    .where('id', '=', game._id)
    .execute()
  await test.db.updateTable('releases').set(due).where('id', '=', id).execute()
  await openDueReleases(test.store)
  expect((await find(id)).state).toBe('scheduled')
  await test.db
    .updateTable('games')
    .set({ suspended_at: null, is_illegal: false })
    .where('id', '=', game._id)
    .execute()
  await Promise.all([openDueReleases(test.store), openDueReleases(test.store)])
  expect(await statesOf(game)).toEqual(['2 live', '1 earlier'])
})

it('VE11 says what is newest for a notice inside the game, and nothing of a game that is not public', async () => {
  const game = await publish(aZip())
  await release(game, aZip(), { label: '0.5' })
  const { body } = await test.nobody.get(`/api/games/${game._id}/latest?channel=windows`)
  expect([body.label, body.files.map(({ channel }: { channel: string }) => channel)]).toEqual([
    '0.5',
    ['windows'],
  ])
  expect((await test.nobody.get(`/api/games/${game._id}/latest?channel=mac`)).status).toBe(404)
  await test.db.updateTable('games').set({ status: 'draft' }).where('id', '=', game._id).execute()
  await test.store.catalogChanged.announce(test.db)
  const hidden = () => test.nobody.get(`/api/games/${game._id}/latest`)
  await eventually(async () => (await hidden()).status === 404 || null)
})

it('VE7 what is fetched becomes the version, so that a newer one is an update until it is fetched or skipped', async () => {
  const game = await publish(aZip())
  const owner = await ownerOf(game)
  const hasUpdate = async () => (await owner.get(`/api/library?gameId=${game._id}`)).body[0].hasUpdate
  expect(await hasUpdate()).toBe(false)
  await fetched(owner, game)
  const { id } = await release(game, aZip())
  expect(await hasUpdate()).toBe(true)
  await test.db.insertInto('skipped_releases').values({ account_id: owner.id, release_id: id }).execute()
  expect(await hasUpdate()).toBe(false)
  await release(game, aZip())
  expect(await hasUpdate()).toBe(true)
  await fetched(owner, game)
  expect(await hasUpdate()).toBe(false)
})

it('VE3 an illegal game is evidence: its drafts and notes stay as they are', async () => {
  const game = await publish(aZip())
  const { id: live } = await release(game, aZip(), { summary: 'Out.' })
  const { id } = await draft(game, [{ _id: fileIdOf(game), tempKey: await upload(dev, aZip()) }])
  await test.db
    .updateTable('games')
    .set({ suspended_at: new Date(), is_illegal: true })
    .where('id', '=', game._id)
    .execute()
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
  const refused = [409, 'taken_down_as_illegal']
  expect(codeOf(await sent('DELETE', `/api/releases/${id}`))).toEqual(refused)
  expect(codeOf(await sent('PUT', `/api/releases/${id}`, { files: [] }))).toEqual(refused)
  expect(codeOf(await sent('PATCH', `/api/releases/${live}/notes`, { summary: '' }))).toEqual(refused)
  expect((await find(id)).files).toHaveLength(1)
})

it('a draft refuses a price that the game form refuses, and stores no build that none of its files has', async () => {
  const game = await publish(aZip())
  const { id, files } = await draft(game, [{ tempKey: await upload(dev, aZip()), device: 'Mac' }])
  const [file] = files
  const extra = { _id: file?.fileId, buildId: file?.buildId, device: 'Mac', customPriceEnabled: true }
  const save = (...entries: object[]) => sent('PUT', `/api/releases/${id}`, { files: entries })
  for (const customPrice of [0, -1, 5_000_000, null]) {
    const { status, body } = await save({ ...extra, customPrice })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['files.0.customPrice']])
  }
  const same = async () => ({ _id: fileIdOf(game), tempKey: await upload(dev, aZip()) })
  const twice = await save(await same(), await same())
  expect([twice.status, Object.keys(twice.body.fields ?? {})]).toEqual([422, ['files.1']])
  const first = await save(await same())
  const { buildId } = first.body.files[0]
  await save({ buildId }, await same())
  const drafts = test.db
    .selectFrom('stored_builds')
    .where('game_id', '=', game._id)
    .where('held_for', '=', 'draft')
  expect(await drafts.select('build_id').execute()).toHaveLength(1)
})

it('a draft that was deleted while a change of it waited is not found', async () => {
  const game = await publish(aZip())
  const { id } = await draft(game, [{ _id: fileIdOf(game), tempKey: await upload(dev, aZip()) }])
  await checked(id)
  const changes = await test.db.transaction().execute(async (tx) => {
    await onlySaveOf(tx, game._id)
    await tx.selectFrom('games').select('id').where('id', '=', game._id).forUpdate().execute()
    const waiting = [
      sent('PUT', `/api/releases/${id}`),
      sent('PATCH', `/api/releases/${id}/notes`),
      dev.post(`/api/releases/${id}/live`, {}),
      sent('DELETE', `/api/releases/${id}`),
    ]
    await eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db)
      return rows.length === waiting.length || null
    })
    await tx.deleteFrom('releases').where('id', '=', id).execute()
    return waiting
  })
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
})
