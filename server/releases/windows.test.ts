import { isDeepStrictEqual } from 'node:util'
import type { BasketItem } from '@nofiller/contract/basket/basket'
import type { Game } from '@nofiller/contract/catalog/catalog'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { WINDOW_TEXT } from '@nofiller/contract/releases/windows'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { mailNotices } from '../notices/mail-notices.ts'
import { buyAndPay, checkout } from '../testing/buying.ts'
import { aZip, createGame, editGame, filesJson, upload } from '../testing/fixtures/game-form.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { openReleasesDueAt } from './open-on-time.ts'

const DAY_MS = 86_400_000
const test = useTestStore()
let dev: Person
let admin: Person
let game: Game
beforeAll(async () => {
  ;[dev, admin] = [await signedIn(test, 'developer'), await signedIn(test, 'admin')]
})
beforeEach(async () => {
  game = await publish()
})

async function publish(fields: Record<string, string> = {}): Promise<Game> {
  const entries = [
    { tempKey: await upload(dev, aZip()), device: 'Windows' },
    { tempKey: await upload(dev, aZip()), device: 'Other', customPriceEnabled: true, customPrice: 4 },
  ]
  const { body, text } = await createGame(dev, { gameFilesTempJson: filesJson(...entries), ...fields })
  expect(body._id, text).toBeDefined()
  return body
}

const extraId = (): string => game.gameFiles.find(({ customPriceEnabled }) => customPriceEnabled)?._id ?? ''
const fileId = (): string => game.gameFiles.find(({ customPriceEnabled }) => !customPriceEnabled)?._id ?? ''
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
const put = (path: string, body: object, who = dev) =>
  who.send('PUT', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const offer = (to: object | null, who = dev) => put(`/api/games/${game._id}/supporters`, { offer: to }, who)
const byExtra = (leadDays = 7) => ({ fileId: extraId(), minPaid: null, leadDays })
const live = (id: string, steps: object[]) => dev.post(`/api/releases/${id}/live`, { steps })
const change = (id: string, steps: object[], reason?: string) =>
  put(`/api/releases/${id}/steps`, { steps, ...(reason !== undefined && { reason }) })
const find = async (id: string): Promise<OwnRelease> => (await dev.get(`/api/releases/${id}`)).body
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const openAt = (days: number, ms = 0) =>
  openReleasesDueAt(test.store, new Date(Date.parse(inDays(days)) + ms))
const steps = (supporters: number | null, owners: number) => [
  { audience: 'supporters', opensAt: supporters === null ? null : inDays(supporters) },
  { audience: 'owners', opensAt: inDays(owners) },
]

async function draft(entry: object = { _id: fileId(), device: 'Windows' }, label = '0.6'): Promise<string> {
  const files = [{ ...entry, tempKey: await upload(dev, aZip()) }]
  const { body, text } = await dev.post(`/api/games/${game._id}/releases`, { files, label })
  expect(body.id, text).toBeDefined()
  await eventually(async () => (await find(body.id)).files.every(({ isChecked }) => isChecked))
  return body.id
}

async function anOwner(extras: string[] = []): Promise<Person> {
  const who = await signedIn(test)
  const bought = { id: game._id, slug: game.slug, files: [] }
  await buyAndPay(test, who, bought)
  if (extras.length > 0) await buyAndPay(test, who, bought, extras)
  return who
}

/** What was emailed about early access, once the 15 minutes are over. */
async function mailsAbout(who: Person): Promise<string[]> {
  await test.sql`update notices set mail_at = now() where mail_at is not null and account_id = ${who.id}`
  await mailNotices(test.store)
  await test.drain()
  const mails = await test.mailsTo(who.email)
  return mails.flatMap(({ text = '' }) =>
    text.includes('early access') ? [text.replaceAll(/\s+/g, ' ')] : [],
  )
}

it('EA1 A release opens to supporters now and to owners by itself, and says who is next', async () => {
  await offer(byExtra())
  const id = await draft()
  const opening = (await live(id, steps(null, 7))).body
  expect([opening.state, opening.nextStep.audience, opening.steps.length]).toEqual(['opening', 'owners', 2])
  expect((await test.nobody.get(`/api/games/${game._id}`)).body).toMatchObject({
    release: { label: '1' },
    coming: [{ label: '0.6', steps: opening.steps, files: [] }],
    supporters: { fileId: extraId(), minPaid: null, leadDays: 7 },
    availableFrom: null,
  })
  expect((await dev.get(`/api/dev/games/${game._id}/next-release`)).body).toMatchObject({
    audiences: [
      { audience: 'supporters', people: 0 },
      { audience: 'owners', people: 0 },
    ],
    leadDays: 7,
  })
  await test.sql`update release_steps set opens_at = now() - interval '1 second' where release_id = ${id} and audience = 'owners'`
  await test.sql`update releases set opens_at = now() - interval '1 second' where id = ${id}`
  await test.store.catalogChanged.announce(test.db) // every process looks at the clock again
  const done = await eventually(async () => {
    const release = await find(id)
    return release.state === 'live' ? release : null
  })
  expect(done.nextStep).toBeNull()
})

it('VE4 notes that supporters have read are dated when they change', async () => {
  await offer(byExtra())
  const id = await draft()
  await live(id, steps(null, 7))
  expect((await find(id)).notesEditedAt).toBeNull()
  await dev.send('PATCH', `/api/releases/${id}/notes`, {
    body: JSON.stringify({ summary: 'Two more nights.' }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await find(id)).toMatchObject({ summary: 'Two more nights.', notesEditedAt: expect.any(String) })
})

it('VE13 what is new in a release is public once supporters have it, and not before', async () => {
  await offer(byExtra())
  const id = await draft()
  await dev.send('PATCH', `/api/releases/${id}/notes`, {
    body: JSON.stringify({ summary: 'Two more nights.', saves: 'none', savesNote: 'The lamp is new.' }),
    headers: { 'content-type': 'application/json' },
  })
  const news = async (cookie = 'content=show') =>
    (await test.nobody.get(`/api/games/${game._id}`, { cookie })).body.coming[0].news
  await live(id, steps(1, 8))
  expect(await news()).toBeNull()
  await openAt(1, 1_000)
  const said = { summary: 'Two more nights.', saves: 'none', savesFrom: null, savesNote: 'The lamp is new.' }
  await eventually(async () => isDeepStrictEqual(await news(), said))
  await test.sql`update games set category = 'NSFW' where id = ${game._id}`
  await test.store.catalogChanged.announce(test.db)
  const unsaid = { ...said, summary: '', savesNote: '' }
  await eventually(async () => isDeepStrictEqual(await news('content=sfw'), unsaid))
})

it('EA1 Refuses steps that the rules refuse, and supporters where a game has none', async () => {
  const id = await draft()
  const refused = async (of: object[]) => {
    const { status, body } = await live(id, of)
    return [status, body.fields?.steps]
  }
  expect(await refused(steps(1, 8))).toEqual([422, WINDOW_TEXT.audience])
  expect(await refused([{ audience: 'testers' }, { audience: 'owners', opensAt: inDays(1) }])).toEqual([
    422,
    WINDOW_TEXT.audience,
  ])
  await offer(byExtra())
  expect(await refused(steps(8, 1))).toEqual([422, WINDOW_TEXT.later])
  expect(await refused([{ audience: 'owners', opensAt: inDays(-1) }])).toEqual([422, WINDOW_TEXT.past])
  expect((await find(id)).state).toBe('ready')
})

it('EA3 A release opens as long before owners as was sold, no longer and no shorter', async () => {
  await offer(byExtra(7))
  const id = await draft()
  for (const days of [5, 9])
    expect(codeOf(await live(id, steps(1, 1 + days)))).toEqual([409, 'window_promised'])
  expect((await find(id)).state).toBe('ready')
  expect((await live(id, steps(1, 8))).body.state).toBe('scheduled')
  expect(codeOf(await change(id, steps(1, 10), 'We need more time.'))).toEqual([409, 'window_promised'])
})

it('EA3 What was announced changes for the worse with a reason alone, which supporters are told, each time', async () => {
  await offer(byExtra(7))
  const [supporter, owner] = [await anOwner([extraId()]), await anOwner()]
  for (const who of [supporter, owner]) await who.put('/api/settings', { notifyUpdates: true })
  const id = await draft()
  await live(id, steps(1, 8))
  const silent = await change(id, steps(2, 9))
  expect([silent.status, silent.body.fields?.reason]).toEqual([422, WINDOW_TEXT.reason])
  expect((await change(id, steps(2, 9), 'A bug in chapter two.')).status).toBe(200)
  await test.drain()
  const told = async (who: Person) =>
    (await who.get('/api/notices')).body.map(({ topic, labels, reason, isNew }: Record<string, unknown>) => [
      topic,
      labels,
      reason,
      isNew,
    ])
  const notice = (reason: string) => ['window-changed', ['0.6'], reason, true]
  expect(await told(supporter)).toEqual([notice('A bug in chapter two.')])
  expect(await told(owner)).toEqual([])
  expect(await mailsAbout(supporter)).toEqual([
    expect.stringContaining(`${game.title} 0.6 has changed. The developer says: A bug in chapter two.`),
  ])
  expect(await mailsAbout(owner)).toEqual([])
  await supporter.post('/api/notices/read', { all: true })
  expect((await change(id, steps(1, 8))).status).toBe(200) // earlier again is no loss
  await test.drain()
  expect((await told(supporter))[0]?.at(-1)).toBe(false)
  await change(id, steps(1, 6), 'Owners get it for the holidays.')
  await test.drain()
  expect(await told(supporter)).toEqual([notice('Owners get it for the holidays.')])
})

it('EA3 A window that was announced ends with a reason alone', async () => {
  await offer(byExtra(7))
  const supporter = await anOwner([extraId()])
  const id = await draft()
  await live(id, steps(1, 8))
  expect(codeOf(await dev.send('DELETE', `/api/releases/${id}/live`))).toEqual([409, 'window_promised'])
  expect(codeOf(await dev.send('DELETE', `/api/releases/${id}`))).toEqual([409, 'window_promised'])
  expect(codeOf(await dev.post(`/api/releases/${id}/live`, {}))).toEqual([409, 'window_promised'])
  const files = (await find(id)).files.map(({ fileId: _id, buildId, device }) => ({ _id, buildId, device }))
  expect((await put(`/api/releases/${id}`, { files, summary: 'More.' })).body).toMatchObject({
    state: 'scheduled',
    summary: 'More.',
  })
  const back = await dev.post(`/api/releases/${id}/withdraw`, { reason: 'It is not ready.' })
  expect(back.body).toMatchObject({ state: 'ready', steps: [], opensAt: null })
  await test.drain()
  expect((await supporter.get('/api/notices')).body).toMatchObject([
    { topic: 'window-changed', reason: 'It is not ready.' },
  ])
  expect((await dev.send('DELETE', `/api/releases/${id}`)).status).toBe(200)
})

it('VE10 supporters are told that a release is taken back which they have or could have, on the site alone', async () => {
  await offer(byExtra(7))
  const [has, could, owner] = [await anOwner([extraId()]), await anOwner([extraId()]), await anOwner()]
  for (const who of [has, could, owner]) await who.put('/api/settings', { notifyUpdates: true })
  const id = await draft()
  await live(id, steps(null, 7))
  await has.post(`/api/library/${game._id}/download`, { fileId: fileId() })
  expect((await dev.post(`/api/releases/${id}/withdraw`, { reason: 'It crashes.' })).status).toBe(200)
  await test.drain()
  const told = async (who: Person) => (await who.get('/api/notices')).body
  const notice = { topic: 'rolled-back', labels: ['0.6'], reason: 'It crashes.', isNew: true }
  expect(await told(has)).toMatchObject([{ ...notice, mine: '0.6' }])
  expect(await told(could)).toMatchObject([notice])
  expect(await told(owner)).toEqual([])
  for (const who of [has, could, owner]) expect(await mailsAbout(who)).toEqual([])
})

it('EA3 The days that were sold stay, and until then they are free to choose', async () => {
  expect((await offer(byExtra(14))).body).toMatchObject({ isSold: false })
  expect((await offer(byExtra(7))).status).toBe(200)
  await anOwner()
  expect((await dev.get(`/api/dev/games/${game._id}/supporters`)).body.isSold).toBe(true)
  for (const days of [3, 14]) expect(codeOf(await offer(byExtra(days)))).toEqual([409, 'window_promised'])
  await offer(null)
  expect(codeOf(await offer({ ...byExtra(14), minPaid: 20 }))).toEqual([409, 'window_promised'])
  expect((await offer({ ...byExtra(7), minPaid: 20 })).status).toBe(200)
})

it('EA2 A supporter edition is an extra of the game that has a price, or an amount', async () => {
  const empty = await offer({ fileId: null, minPaid: null, leadDays: 7 })
  expect([empty.status, empty.body.fields]).toEqual([422, { 'offer.fileId': WINDOW_TEXT.supporters }])
  expect((await offer({ fileId: fileId(), minPaid: null, leadDays: 7 })).status).toBe(422)
  expect((await offer({ fileId: extraId(), minPaid: null, leadDays: 91 })).status).toBe(422)
  await offer(byExtra(), admin)
  const [entry] = (await admin.get('/api/admin/audit?limit=1')).body
  expect(entry).toMatchObject({ action: 'game_changed', reason: null })
})

it('EA1 A step that has opened stays, and the rest goes on by its new times', async () => {
  await offer(byExtra(7))
  const id = await draft()
  const [first] = (await live(id, steps(null, 7))).body.steps
  const moved = await change(id, steps(1, 8), 'Later.')
  expect([moved.status, moved.body.fields?.steps]).toEqual([422, WINDOW_TEXT.opened])
  const owners = { audience: 'owners', opensAt: inDays(3) }
  expect((await change(id, [first, owners], 'The holidays.')).body.nextStep.opensAt).toBe(owners.opensAt)
  expect(codeOf(await dev.post(`/api/releases/${id}/live`, {}))).toEqual([409, 'window_promised'])
  expect(codeOf(await put(`/api/releases/${id}`, { files: [] }))).toEqual([409, 'already_live'])
  await openAt(3, 1_000)
  expect((await find(id)).state).toBe('live')
  expect(codeOf(await change(id, [first, owners]))).toEqual([409, 'not_planned'])
})

it('EA1 A save of the form during a window goes to all, and what comes is still the newest', async () => {
  await offer(byExtra(7))
  const supporter = await anOwner([extraId()])
  await live(await draft(), steps(null, 7))
  const files = filesJson(
    { _id: fileId(), tempKey: await upload(dev, aZip()) },
    { _id: extraId(), device: 'Other', customPriceEnabled: true, customPrice: 4 },
  )
  expect((await editGame(dev, game._id, { gameFilesTempJson: files })).status).toBe(200)
  const page = (await test.nobody.get(`/api/games/${game._id}`)).body
  expect([page.release.label, page.coming[0].label]).not.toContain(undefined)
  const [entry] = (await supporter.get(`/api/library?gameId=${game._id}`)).body
  expect(entry.early).toMatchObject([{ label: '0.6' }])
  await openAt(7, 1_000)
  expect((await test.nobody.get(`/api/games/${game._id}`)).body.release.label).toBe('0.6')
})

it('EA1 What a release holds of the demo waits for everyone', async () => {
  const [before, after] = [aZip(), aZip()]
  await editGame(dev, game._id, {
    gameFilesTempJson: filesJson(
      { _id: fileId() },
      { _id: extraId(), device: 'Other', customPriceEnabled: true, customPrice: 4 },
    ),
    demoTempKey: await upload(dev, before),
  })
  expect((await dev.get(`/api/dev/games/${game._id}/next-release`)).body.audiences.at(-1)).toEqual({
    audience: 'everyone',
    people: null,
  })
  const [newest]: OwnRelease[] = (await dev.get(`/api/dev/games/${game._id}/releases`)).body
  const demo = newest?.files.find(({ kind }) => kind === 'demo')
  const files = [
    { _id: fileId(), device: 'Windows', tempKey: await upload(dev, aZip()) },
    { _id: demo?.fileId, device: 'Windows', tempKey: await upload(dev, after) },
  ]
  const { id } = (await dev.post(`/api/games/${game._id}/releases`, { files, label: '0.6' })).body
  await eventually(async () => (await find(id)).files.every(({ isChecked }) => isChecked))
  const opened = await live(id, [
    { audience: 'owners', opensAt: null },
    { audience: 'everyone', opensAt: inDays(2) },
  ])
  expect([opened.body.state, opened.body.nextStep.audience]).toEqual(['live', 'everyone'])
  const demoNow = async () =>
    Buffer.from(await (await fetch(`${test.url}/api/games/${game._id}/demo`)).arrayBuffer())
  expect(await demoNow()).toEqual(before)
  await openAt(2, -1_000)
  expect(await demoNow()).toEqual(before)
  await openAt(2, 1_000)
  expect(await demoNow()).toEqual(after)
  expect((await find(id)).nextStep).toBeNull()
})

it('a new extra that is in its window is on the page with its time, and can’t be bought, put into a basket or given before', async () => {
  await offer(byExtra(7))
  const id = await draft({ device: 'Linux', customPriceEnabled: true, customPrice: 3 })
  const { opensAt } = (await live(id, steps(null, 7))).body
  const page: Game = (await test.nobody.get(`/api/games/${game._id}`)).body
  const [file] = page.coming[0]?.files ?? []
  expect([file?.customPrice, page.gameFiles.length]).toEqual([3, 2])
  const buyer = await anOwner()
  const newId = file?._id ?? ''
  const refused = await checkout(buyer, { id: game._id }, [newId])
  expect([...codeOf(refused), refused.body.error]).toEqual([
    409,
    'not_available',
    expect.stringContaining(`${opensAt.slice(11, 16)} UTC`),
  ])
  expect(codeOf(await buyer.post('/api/basket', { goods: [{ gameId: game._id, fileId: newId }] }))).toEqual([
    409,
    'not_available',
  ])
  const given = await admin.post('/api/admin/grants', {
    accountId: buyer.id,
    gameId: game._id,
    fileId: newId,
    reason: 'A present for testing.',
  })
  expect(codeOf(given)).toEqual([409, 'not_available'])
  await openAt(7, 1_000)
  expect((await checkout(buyer, { id: game._id }, [newId])).status).toBe(200)
})

it('EA5 a good in a basket that is not open to buyers yet stays there with its time, and the rest can be paid', async () => {
  await offer(byExtra(7))
  const other = await addGame(test, { developerId: dev.id })
  const id = await draft({ device: 'Linux', customPriceEnabled: true, customPrice: 3 })
  const { opensAt } = (await live(id, steps(null, 7))).body
  const page: Game = (await test.nobody.get(`/api/games/${game._id}`)).body
  const newId = page.coming[0]?.files[0]?._id ?? ''
  const buyer = await signedIn(test)
  const saved = { fileId: null, price: 9.99, addedAt: inDays(-1) }
  const items = [
    { ...saved, gameId: game._id, fileId: newId, price: 3 },
    { ...saved, gameId: other.id, addedAt: inDays(0) },
  ]
  const merged = (await buyer.post('/api/basket/merge', { items })).body
  expect(merged.leftOut).toEqual([])
  const coming = { _id: newId, state: 'coming', price: 0, savedPrice: 3, availableFrom: opensAt }
  expect(merged.items).toMatchObject([coming, { _id: other.id, state: 'unchanged', availableFrom: null }])
  expect((await test.nobody.post('/api/basket/look-up', { items })).body.items).toMatchObject([coming, {}])
  const shown = merged.items.map(({ _id, price }: BasketItem) => ({ _id, price: price || null }))
  expect((await buyer.post('/api/basket/settle', { shown })).body.items).toMatchObject([coming, {}])
  await buyAndPay(test, buyer, other)
  const left = async () => (await buyer.get('/api/basket')).body.items
  expect(await left()).toMatchObject([coming])
  await openAt(7, 1_000)
  expect(await left()).toMatchObject([{ state: 'unchanged', price: 3, availableFrom: null }])
})

it('a game whose only file is in its window can’t be bought or claimed before', async () => {
  await offer(byExtra(7))
  const supporter = await anOwner([extraId()])
  const id = await draft({ device: 'Linux' })
  await live(id, steps(null, 7))
  const [entry] = (await supporter.get(`/api/library?gameId=${game._id}`)).body
  expect(entry.files.map(({ device }: { device: string }) => device)).toContain('Linux')
  const owner = await anOwner()
  const [other] = (await owner.get(`/api/library?gameId=${game._id}`)).body
  expect(other.files.map(({ device }: { device: string }) => device)).toEqual(['Windows'])
  await test.sql`update game_files set withdrawn_at = now() where id = ${fileId()}`
  await test.store.catalogChanged.announce(test.db)
  const buyer = await signedIn(test)
  expect(codeOf(await checkout(buyer, { id: game._id }))).toEqual([409, 'not_available'])
  const page = await eventually(async () => {
    const { body } = await test.nobody.get(`/api/games/${game._id}`)
    return body.availableFrom ? body : null
  })
  expect(page.coming[0].files[0].device).toBe('Linux')
  await put(`/api/wishlist/${game._id}`, {}, buyer)
  const [wish] = (await buyer.get('/api/wishlist')).body
  expect([wish.state, wish.availableFrom]).toEqual(['coming', page.availableFrom])
  await test.sql`update games set price_cents = 0, is_free = true where id = ${game._id}`
  expect(codeOf(await buyer.post('/api/library/claim', { gameId: game._id }))).toEqual([409, 'not_available'])
})
