import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { grant } from '../../library/grants.ts'
import {
  aForm,
  aPicture,
  aZip,
  createGame,
  editGame,
  type FormFields,
  filesJson,
  presign,
  sendForm,
  upload,
} from '../../testing/fixtures/game-form.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { untilLockIsAwaited } from '../../testing/lock.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')
const other = usePerson(test, 'developer')
const admin = usePerson(test, 'admin')
const buyer = usePerson(test)

const create = (changes: FormFields = {}, person = june) => createGame(person, changes)
const edit = (id: string, changes: FormFields, person = june) => editGame(person, id, changes)

const own = (gameId: string, accountId = buyer.id) =>
  test.store.db.transaction().execute((tx) => grant(tx, { accountId, gameId, fileId: null, orderId: null }))

const download = (gameId: string, fileId: string, person = buyer) =>
  person.post(`/api/library/${gameId}/download`, { fileId })

const gamesCount = async () => {
  const { count } = await test.store.db
    .selectFrom('games')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Those of the form; a job makes that for link previews later. */
const storedPictures = async () =>
  (await readdir(join(test.dataDir, 'files'), { recursive: true })).filter(
    (name) => /\.(webp|avif)$/.test(name) && !name.includes('/share/'),
  ).length

it('publishes a game with its pictures and files, and a buyer gets the same bytes', async () => {
  const bytes = aZip(50_000)
  const tempKey = await upload(june, bytes, 'Night Ferry 1.0.zip')
  const { status, body } = await create({
    title: ' Night   Ferry: a crossing ',
    gameFilesTempJson: filesJson({ tempKey, filename: 'Night Ferry 1.0.zip', device: 'Linux' }),
    tags: ['RPG', 'rpg', 'Horror'],
    screenshots: [await aPicture(1920, 1080), await aPicture(1000, 1000)],
    pageBg: '#ABCDEF',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    slug: 'night-ferry-a-crossing',
    price: 9.99,
    isFree: false,
    status: 'published',
    tags: ['RPG', 'Horror'],
    devices: ['Linux'],
    pageBg: '#abcdef',
    textColor: DEFAULT_THEME.textColor,
    gameFiles: [{ name: 'Night Ferry 1.0.zip', size: bytes.length, device: 'Linux', customPrice: null }],
    demoFile: null,
    coverImage: { width: 80, height: 56 },
  })
  expect(body.cardImage).toMatch(
    /^\/uploads\/developer-\d+\/night-ferry-a-crossing\/card\/[0-9a-f]{32}\.webp$/,
  )
  expect(
    body.screenshots.map((shot: { width: number; height: number }) => [shot.width, shot.height]),
  ).toEqual([
    [960, 540],
    [540, 540],
  ])
  expect((await test.nobody.get(body.cardImage)).status).toBe(200)
  expect((await test.nobody.get(`/api/games/${body.slug}`)).body._id).toBe(body._id)

  await own(body._id)
  const answer = await download(body._id, body.gameFiles[0]._id)
  const got = Buffer.from(await (await fetch(answer.body.downloadUrl)).arrayBuffer())
  expect(got.equals(bytes)).toBe(true)
})

it('hashes each file after the save', async () => {
  const bytes = aZip(10_000)
  const { body } = await create({ gameFilesTempJson: filesJson({ tempKey: await upload(june, bytes) }) })
  const stored = await eventually(async () => {
    const row = await test.store.db
      .selectFrom('built_files')
      .select('sha256')
      .where('game_id', '=', body._id)
      .executeTakeFirst()
    return row?.sha256
  })
  expect(stored.equals(createHash('sha256').update(bytes).digest())).toBe(true)
})

it('shows a published game on the home page and in search, and a draft nowhere', async () => {
  const sections = async (id: string) => {
    const rows = await test.sql<{ section: string }>`select section from game_sections where game_id = ${id}`
    return rows.map((row) => row.section).sort()
  }
  const draft = (await create({ status: 'draft', title: 'Quiet Lighthouse', tags: ['Cozy', 'Puzzle'] })).body
  expect(draft.publishedAt).toBeNull()
  expect(await sections(draft._id)).toEqual([])
  expect((await test.nobody.get(`/api/games/${draft._id}`)).status).toBe(404)
  expect((await test.nobody.get('/api/games?q=lighthouse')).body).toEqual([])

  let heard = 0
  test.store.catalogChanged.onChange(() => {
    heard += 1
  })
  const gameFilesTempJson = filesJson({ _id: draft.gameFiles[0]._id })
  const published = await edit(draft._id, {
    title: 'Quiet Lighthouse',
    tags: ['Cozy', 'Puzzle'],
    gameFilesTempJson,
  })
  expect(published.body.publishedAt).not.toBeNull()
  expect(await sections(draft._id)).toEqual(['Cozy', 'Puzzle'])
  await eventually(() => heard > 0)
  for (const q of ['lighthouse', 'puzz', june.username])
    expect(
      (await test.nobody.get(`/api/games?q=${q}`)).body.map((game: { _id: string }) => game._id),
    ).toContain(draft._id)

  const withdrawn = await edit(draft._id, { status: 'draft', tags: ['Cozy'], gameFilesTempJson })
  expect(await sections(draft._id)).toEqual([])
  const again = await edit(draft._id, { tags: ['Cozy'], gameFilesTempJson })
  expect(again.body.publishedAt).toBe(published.body.publishedAt)
  expect(withdrawn.body.slug).toBe(draft.slug)
})

it('makes a unique slug even for simultaneous saves, and keeps it when the title changes', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create({ title: 'Twin Peaks?' })))
  const slugs = answers.map((answer) => answer.body.slug).sort()
  expect(slugs).toEqual(['twin-peaks', 'twin-peaks-2', 'twin-peaks-3', 'twin-peaks-4', 'twin-peaks-5'])
  const { body } = answers[0] ?? {}
  const renamed = await edit(body._id, {
    title: 'Another',
    gameFilesTempJson: filesJson({ _id: body.gameFiles[0]._id }),
  })
  expect(renamed.body).toMatchObject({ title: 'Another', slug: body.slug })
})

it('keeps non-Latin letters of a title in its slug, and stores its pictures under ASCII keys', async () => {
  const [first, second] = [await create({ title: '夜の街物語' }), await create({ title: '夜の街物語' })]
  expect([first.body.slug, second.body.slug]).toEqual(['夜の街物語', '夜の街物語-2'])
  for (const { body } of [first, second]) {
    expect(body.cardImage).toMatch(/^\/uploads\/developer-\d+\/game-[0-9a-f]{24}\/card\/[0-9a-f]{32}\.webp$/)
    expect((await test.nobody.get(body.cardImage)).status).toBe(200)
  }
  expect((await create({ title: 'Łódź: Don’t' })).body.slug).toBe('lodz-dont')
})

it('names every broken rule of the form at once, and stores nothing', async () => {
  const before = [await gamesCount(), await storedPictures()]
  const { status, body } = await sendForm(june, '/api/games', {
    status: 'published',
    title: ' ',
    description: '<p> </p>',
    price: '1000.01',
    pageBg: 'red;}',
    previewBgAlpha: '2',
    cardImage: await aPicture(),
  })
  expect(status).toBe(422)
  expect(body.fields).toEqual({
    title: 'Title is required',
    description: 'Description is required',
    projectType: 'Please select a project type',
    stage: 'Please select a stage',
    coverImage: 'Cover image is required',
    category: 'Please choose SFW or NSFW',
    tags: 'Please add at least one tag',
    price: 'Price cannot exceed $1000',
    files: 'Please upload at least one game file',
    pageBg: 'Use a color like #1a2b3c',
    previewBgAlpha: 'Use a value from 0 to 1',
  })
  expect([await gamesCount(), await storedPictures()]).toEqual(before)
})

it('C1 accepts a price only in whole cents from 0.01 to 1000', async () => {
  for (const price of ['', '0', '-1', '0.001', '1e3', 'NaN', '1000.01', '9.99x'])
    expect((await create({ price })).body.fields, price).toHaveProperty('price')
  expect((await create({ price: '1000' })).body.price).toBe(1000)
})

it('E2 names the field of a broken picture, and stores none of the pictures', async () => {
  const before = await storedPictures()
  const { status, body } = await create({
    coverImage: Buffer.from('GIF89a nothing more'),
    screenshots: [await aPicture(), Buffer.from('<svg/>')],
  })
  expect(status).toBe(422)
  expect(Object.keys(body.fields)).toEqual(['coverImage', 'screenshots'])
  expect(await storedPictures()).toBe(before)
})

it('accepts one picture for each single-picture field, and stores none of several', async () => {
  const before = await storedPictures()
  const { status, body } = await create({ cardImage: [await aPicture(), await aPicture()] })
  expect(status).toBe(422)
  expect(body.fields).toEqual({ cardImage: 'Choose only one image.' })
  expect(await storedPictures()).toBe(before)
})

it('D6 refuses the upload of another developer, an unknown one, and one whose file has not arrived', async () => {
  const waiting = (await presign(june, 'game.zip', 100)).body.tempKey
  const keys = [await upload(other, aZip()), 'f'.repeat(32), "' or 1=1 --", '\0', waiting]
  for (const tempKey of keys) {
    const answer = await create({ gameFilesTempJson: filesJson({ tempKey }) })
    expect(answer.status, tempKey).toBe(422)
    expect(answer.body.fields).toEqual({ 'files.0': 'Upload a file and wait for it to finish' })
  }
})

it('D6 refuses a developer’s upload when an admin saves with it', async () => {
  const { body } = await create()
  const tempKey = await upload(june, aZip())
  const { status } = await edit(body._id, { gameFilesTempJson: filesJson({ tempKey }) }, admin)
  expect(status).toBe(422)
})

it('D6 of eight simultaneous saves with one upload, one succeeds', async () => {
  const before = await gamesCount()
  const gameFilesTempJson = filesJson({ tempKey: await upload(june, aZip()) })
  const form = await aForm({ title: 'Only Once', gameFilesTempJson })
  const answers = await Promise.all(Array.from({ length: 8 }, () => sendForm(june, '/api/games', form)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(422)])
  expect(await gamesCount()).toBe(before + 1)
  const made = answers.find((answer) => answer.status === 200)
  expect((await test.nobody.get(made?.body.cardImage)).status).toBe(200)
})

it('D6 refuses files by their content: programs, web pages, prefixed archives and misleading names', async () => {
  const refused: [string, Buffer][] = [
    ['game.zip', Buffer.from(`MZ${'\0'.repeat(500)}`)],
    ['game.zip', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['game.zip', Buffer.concat([Buffer.from('#!/bin/sh\n'), aZip()])],
    ['game.exe', aZip()],
    ['art.png', aZip()],
  ]
  for (const [name, bytes] of refused) {
    const tempKey = await upload(june, bytes)
    const { body } = await create({ gameFilesTempJson: filesJson({ tempKey, filename: name }) })
    expect(body.fields, name).toEqual({ 'files.0': 'Only .zip, .apk, .rar and image files are allowed.' })
  }
  const tempKey = await upload(june, await aPicture(), 'art.png')
  expect((await create({ gameFilesTempJson: filesJson({ tempKey, filename: 'art.png' }) })).status).toBe(200)
})

it('D3 replaying the upload address cannot change the bytes of a published game', async () => {
  const bytes = aZip()
  const address = (await presign(june, 'game.zip', bytes.length)).body
  const put = (sent: Buffer) =>
    fetch(address.uploadUrl, { method: 'PUT', body: new Uint8Array(sent), headers: address.headers })
  expect((await put(bytes)).status).toBe(201)
  const { body } = await create({ gameFilesTempJson: filesJson({ tempKey: address.tempKey }) })
  expect((await put(Buffer.alloc(bytes.length, 1))).status).toBe(409)
  await own(body._id)
  const answer = await download(body._id, body.gameFiles[0]._id)
  expect(Buffer.from(await (await fetch(answer.body.downloadUrl)).arrayBuffer()).equals(bytes)).toBe(true)
})

it("B2 somebody else's game is answered like one that does not exist, but an admin may edit it", async () => {
  const { body } = await create()
  const changes = { title: 'Mine now', gameFilesTempJson: filesJson({ _id: body.gameFiles[0]._id }) }
  const refused = await edit(body._id, changes, other)
  const absent = await edit('0198f2c0-0000-7000-8000-000000000000', changes, other)
  expect([refused.status, refused.text]).toEqual([404, absent.text])
  expect((await edit(body._id, changes, buyer)).status).toBe(403)
  const byAdmin = await edit(body._id, changes, admin)
  expect(byAdmin.body).toMatchObject({ title: 'Mine now', developer: { _id: june.id } })
  expect((await admin.get(`/api/admin/audit?subjectId=${body._id}`)).body).toMatchObject([
    { action: 'game_changed', actor: admin.username, after: { title: 'Mine now' } },
  ])
})

it('B7 records what an admin changed in a developer’s game, and nothing that stayed the same', async () => {
  const { body } = await create({ description: '<p>Before.</p>' })
  const [file] = body.gameFiles
  const tempKey = await upload(admin, aZip(), 'other.zip')
  const long = (end: string) => `<p>${'Long. '.repeat(1_000)}${end}</p>`
  const changes = {
    description: long('One.'),
    category: 'NSFW',
    cardImage: await aPicture(),
    gameFilesTempJson: filesJson({ _id: file._id, tempKey }),
  }
  expect((await edit(body._id, changes, admin)).status).toBe(200)
  const { gameFilesTempJson, cardImage, ...same } = changes
  const asIs = { ...same, gameFilesTempJson: filesJson({ _id: file._id }) }
  expect((await edit(body._id, { ...asIs, description: long('Two.') }, admin)).status).toBe(200)
  expect((await edit(body._id, { ...asIs, description: long('Two.') }, admin)).status).toBe(200)

  const [nothing, ending, all] = (await admin.get(`/api/admin/audit?subjectId=${body._id}`)).body
  expect(all.before).toEqual({
    description: '<p>Before.</p>',
    category: 'SFW',
    card: expect.any(String),
    files: [expect.stringMatching(/^game\.zip · Windows · build [0-9a-f-]{36}$/)],
  })
  expect(all.after).toEqual({
    description: expect.stringMatching(/^<p>Long\. .{1500,2500}… \(SHA-256 of the whole: [0-9a-f]{64}\)$/),
    category: 'NSFW',
    card: expect.any(String),
    files: [expect.stringMatching(/^other\.zip · Windows · build [0-9a-f-]{36}$/)],
  })
  expect(all.after.card).not.toBe(all.before.card)
  expect(all.after.files).not.toEqual(all.before.files)
  expect(Object.keys(ending.after)).toEqual(['description'])
  expect(nothing).toMatchObject({ before: {}, after: {} })
})

it('B2 a file of another game cannot be taken over', async () => {
  const [mine, theirs] = [(await create()).body, (await create({}, other)).body]
  const { body } = await edit(mine._id, { gameFilesTempJson: filesJson({ _id: theirs.gameFiles[0]._id }) })
  expect(body.fields).toEqual({ 'files.0': 'Upload a file and wait for it to finish' })
})

it('B3 unknown fields of the form change nothing', async () => {
  const { body } = await create({
    developerId: other.id,
    slug: 'chosen',
    sales: '999',
    _id: '0198f2c0-0000-7000-8000-000000000001',
  })
  expect(body.developer._id).toBe(june.id)
  expect(body.slug).not.toBe('chosen')
  expect(body._id).not.toBe('0198f2c0-0000-7000-8000-000000000001')
})

it('a file that is left out is withdrawn: owners keep it, and later owners do not get it', async () => {
  const tempKeys = [await upload(june, aZip()), await upload(june, aZip())]
  const { body } = await create({
    gameFilesTempJson: filesJson({ tempKey: tempKeys[0] }, { tempKey: tempKeys[1] }),
  })
  const [retained, left] = body.gameFiles
  await own(body._id)
  const after = await edit(body._id, { gameFilesTempJson: filesJson({ _id: retained._id, device: 'Mac' }) })
  expect(after.body.gameFiles).toMatchObject([{ _id: retained._id, device: 'Mac' }])
  expect(after.body.devices).toEqual(['Mac'])
  expect((await download(body._id, left._id)).status).toBe(200)
  const late = await signedIn(test)
  await own(body._id, late.id)
  expect((await download(body._id, left._id, late)).status).toBe(404)
  expect((await edit(body._id, { gameFilesTempJson: filesJson({ _id: left._id }) })).status).toBe(422)
})

it('C2 a file that is withdrawn between order and payment belongs to the buyer', async () => {
  const tempKeys = [await upload(june, aZip()), await upload(june, aZip())]
  const { body } = await create({
    gameFilesTempJson: filesJson({ tempKey: tempKeys[0] }, { tempKey: tempKeys[1] }),
  })
  const [base, left] = body.gameFiles
  const order = { gameId: body._id, email: buyer.email, mode: 'base' }
  const { orderId, invoiceUrl } = (await buyer.post('/api/checkout', order)).body
  await edit(body._id, { price: '20', gameFilesTempJson: filesJson({ _id: base._id }) })
  for (const event of ['choose', 'pay']) await test.nobody.post(`${invoiceUrl}/simulate`, { event })
  await eventually(async () => {
    const order = await test.nobody.get(`/api/order-status/${orderId}`)
    return order.body.status === 'PAID'
  })
  expect((await download(body._id, left._id)).status).toBe(200)
})

it('a base file that gets a price stays with those who already own the base', async () => {
  const tempKeys = [await upload(june, aZip()), await upload(june, aZip())]
  const { body } = await create({
    gameFilesTempJson: filesJson({ tempKey: tempKeys[0] }, { tempKey: tempKeys[1] }),
  })
  const [base, art] = body.gameFiles
  await own(body._id)
  const priced = { _id: art._id, customPriceEnabled: true, customPrice: 4.99 }
  const after = await edit(body._id, { gameFilesTempJson: filesJson({ _id: base._id }, priced) })
  expect(after.body.gameFiles[1]).toMatchObject({ customPriceEnabled: true, customPrice: 4.99 })
  expect((await download(body._id, art._id)).status).toBe(200)
  const library = await buyer.get(`/api/library?gameId=${body._id}`)
  expect(library.body[0]).toMatchObject({ baseOwned: true, extrasOwnedFileIds: [art._id] })
  const late = await signedIn(test)
  await own(body._id, late.id)
  expect((await download(body._id, art._id, late)).status).toBe(404)

  const back = await edit(body._id, { gameFilesTempJson: filesJson({ _id: base._id }, { _id: art._id }) })
  expect(back.body.gameFiles[1].customPriceEnabled).toBe(false)
  expect((await download(body._id, art._id, late)).status).toBe(200)
})

it('the first file cannot have a price, and a free game has neither priced files nor a demo', async () => {
  const priced = { customPriceEnabled: true, customPrice: 2 }
  const first = await create({
    gameFilesTempJson: filesJson({ tempKey: await upload(june, aZip()), ...priced }),
  })
  expect(first.body.fields).toEqual({ 'files.0': 'The first file cannot have its own price' })

  const [base, extra, demo] = await Promise.all([aZip(), aZip(), aZip()].map((bytes) => upload(june, bytes)))
  const gameFilesTempJson = filesJson({ tempKey: base }, { tempKey: extra, ...priced })
  const { body } = await create({ gameFilesTempJson, demoTempKey: demo })
  expect(body.demoFile).toMatchObject({ name: 'game.zip', url: `/api/games/${body._id}/demo` })
  expect((await test.nobody.get(body.demoFile.url)).status).toBe(302)

  const retained = filesJson({ _id: body.gameFiles[0]._id }, { _id: body.gameFiles[1]._id, ...priced })
  const same = await edit(body._id, { gameFilesTempJson: retained })
  expect(same.body.demoFile).toMatchObject({ name: 'game.zip' })
  const replaced = await edit(body._id, {
    gameFilesTempJson: retained,
    demoTempKey: await upload(june, aZip(), 'second.zip'),
  })
  expect(replaced.body.demoFile.name).toBe('second.zip')
  const free = await edit(body._id, { isFree: 'true', gameFilesTempJson: retained })
  expect(free.body).toMatchObject({ price: 0, isFree: true, demoFile: null })
  expect(free.body.gameFiles.map((file: { customPrice: number | null }) => file.customPrice)).toEqual([
    null,
    null,
  ])
})

it('keeps, reorders, adds and removes pictures as the form says', async () => {
  const shots = [await aPicture(), await aPicture(), await aPicture()]
  const { body } = await create({
    screenshots: shots,
    pageBgImage: await aPicture(),
    buyButtonImage: shots[0],
  })
  const gameFilesTempJson = filesJson({ _id: body.gameFiles[0]._id })
  const [first, second, third] = body.screenshots.map((shot: { url: string }) => shot.url)
  const urls = (answer: { body: { screenshots: { url: string }[] } }) =>
    answer.body.screenshots.map((shot) => shot.url)

  const same = await edit(body._id, { gameFilesTempJson })
  expect(same.body).toMatchObject({ screenshots: body.screenshots, cardImage: body.cardImage })
  const sorted = await edit(body._id, {
    gameFilesTempJson,
    screenshotsJson: JSON.stringify([{ url: third }, { url: first }]),
    removeBuyButtonImage: 'true',
  })
  expect(urls(sorted)).toEqual([third, first])
  expect(sorted.body.buyButtonImage).toBeNull()
  expect(sorted.body.pageBgImage).toEqual(body.pageBgImage)
  const many = await edit(body._id, {
    gameFilesTempJson,
    screenshotsJson: JSON.stringify([
      { url: first },
      { url: third },
      ...[0, 1, 2, 3].map((part) => ({ part })),
    ]),
    screenshots: [...shots, await aPicture()],
  })
  expect(many.body.fields).toEqual({ screenshots: 'You can only add up to 5 screenshots.' })
  const none = await edit(body._id, { gameFilesTempJson, screenshotsJson: '[]' })
  expect(urls(none)).toEqual([])
  expect((await test.nobody.get(second)).status).toBe(200)
})

it('E4 stores a description without scripts, event handlers and external pictures', async () => {
  const { body } = await create({
    description:
      '<p onclick="x()">Hi<script>x()</script><img src="https://elsewhere.test/x.png"><a href="javascript:x()">a</a></p>\0',
  })
  expect(body.description).toBe('<p>Hi<a rel="nofollow noopener noreferrer" target="_blank">a</a></p>')
})

it('R1 a save that fails in the database leaves no game, no used upload and no picture behind', async () => {
  const before = [await gamesCount(), await storedPictures()]
  const tempKey = await upload(june, aZip())
  const form = await aForm({ gameFilesTempJson: filesJson({ tempKey }) })
  await test.sql`alter table game_files add constraint broken check (device <> 'Windows') not valid`
  const failed = await sendForm(june, '/api/games', form)
  await test.sql`alter table game_files drop constraint broken`
  expect(failed.status).toBe(500)
  expect([await gamesCount(), await storedPictures()]).toEqual(before)
  expect((await sendForm(june, '/api/games', form)).status).toBe(200)
})

it('C3 somebody who becomes an owner during a change of files gets the files from before or after it, never fewer', async () => {
  const tempKeys = [await upload(june, aZip()), await upload(june, aZip())]
  const { body } = await create({
    gameFilesTempJson: filesJson({ tempKey: tempKeys[0] }, { tempKey: tempKeys[1] }),
  })
  const [base, left] = body.gameFiles
  const late = await signedIn(test)
  let saving: Promise<unknown> = Promise.resolve()
  await test.store.db.transaction().execute(async (tx) => {
    await grant(tx, { accountId: late.id, gameId: body._id, fileId: null, orderId: null })
    saving = edit(body._id, { gameFilesTempJson: filesJson({ _id: base._id }) })
    await untilLockIsAwaited(test)
  })
  expect(await saving).toMatchObject({ status: 200 })
  expect((await download(body._id, left._id, late)).status).toBe(200)
})

it('answers 400 to text that the database cannot store', async () => {
  expect((await test.nobody.get('/api/games/a%00b')).status).toBe(400)
})

it('C7 owners keep their files when a game is unpublished', async () => {
  const { body } = await create()
  await own(body._id)
  const file = body.gameFiles[0]._id
  await edit(body._id, { status: 'draft', gameFilesTempJson: filesJson({ _id: file }) })
  expect((await download(body._id, file)).status).toBe(200)
  expect((await test.nobody.get(`/api/games/${body._id}`)).status).toBe(404)
})
