import type { Game } from '@nofiller/contract/catalog/catalog'
import type { LibraryEntry } from '@nofiller/contract/library/library'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { gameFeed } from '../feeds/game-feed.ts'
import { sha256 } from '../platform/signatures.ts'
import { openReleasesDueAt } from '../releases/open-on-time.ts'
import { buyAndPay } from '../testing/buying.ts'
import { aZip, createGame, filesJson, upload } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const DAY_MS = 86_400_000
const test = useTestStore()
let admin: Person
let dev: Person
let game: Game
const [first, second] = [aZip(), aZip()]
/** When supporters, and when owners get the second release. */
let opens: { supporters: Date; owners: Date }
let releaseId: string

beforeAll(async () => {
  ;[dev, admin] = [await signedIn(test, 'developer'), await signedIn(test, 'admin')]
})

/** A game with a supporter edition for $4, and a release that opens to supporters tomorrow and to owners a week later. */
beforeEach(async () => {
  const entries = [
    { tempKey: await upload(dev, first), device: 'Windows' },
    { tempKey: await upload(dev, aZip()), device: 'Other', customPriceEnabled: true, customPrice: 4 },
  ]
  game = (await createGame(dev, { gameFilesTempJson: filesJson(...entries), payWhatYouWant: 'true' })).body
  await offer({ fileId: extraId(), minPaid: 20, leadDays: 7 })
  opens = { supporters: inDays(1), owners: inDays(8) }
  releaseId = await draft(second, '0.6')
  const steps = [
    { audience: 'supporters', opensAt: opens.supporters.toISOString() },
    { audience: 'owners', opensAt: opens.owners.toISOString() },
  ]
  expect((await dev.post(`/api/releases/${releaseId}/live`, { steps })).body.state).toBe('scheduled')
})

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)
const fileId = (): string => game.gameFiles.find(({ customPriceEnabled }) => !customPriceEnabled)?._id ?? ''
const extraId = (): string => game.gameFiles.find(({ customPriceEnabled }) => customPriceEnabled)?._id ?? ''
const put = (who: Person, path: string, body: object) =>
  who.send('PUT', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const offer = (to: object | null) => put(dev, `/api/games/${game._id}/supporters`, { offer: to })
const openAt = (at: Date, ms = 0) => openReleasesDueAt(test.store, new Date(at.getTime() + ms))

async function draft(bytes: Buffer, label: string): Promise<string> {
  const files = [{ _id: fileId(), device: 'Windows', tempKey: await upload(dev, bytes) }]
  const { id } = (await dev.post(`/api/games/${game._id}/releases`, { files, label })).body
  await eventually(async () =>
    (await dev.get(`/api/releases/${id}`)).body.files.every(
      ({ isChecked }: { isChecked: boolean }) => isChecked,
    ),
  )
  return id
}

async function anOwner({ extra = false, amount }: { extra?: boolean; amount?: number } = {}) {
  const who = await signedIn(test)
  const bought = { id: game._id, slug: game.slug, files: [] }
  const more = amount === undefined ? {} : { amount }
  const { body } = await who.post('/api/checkout', {
    gameId: game._id,
    email: who.email,
    mode: 'base',
    ...more,
  })
  await test.nobody.post(`/sandbox/invoice/${body.invoiceUrl.split('/').at(-1)}/simulate`, { event: 'pay' })
  await eventually(
    async () => (await test.nobody.get(`/api/order-status/${body.orderId}`)).body.status === 'PAID',
  )
  const extraOrder = extra ? await buyAndPay(test, who, bought, [extraId()]) : null
  return { who, orderId: body.orderId as string, extraOrderId: extraOrder?.orderId ?? '' }
}
type Owner = Awaited<ReturnType<typeof anOwner>>

const NAMES = new Map([
  [sha256(first).toString('hex'), '1'],
  [sha256(second).toString('hex'), '0.6'],
])
const labelOf = (hash: string | null | undefined): string => NAMES.get(hash ?? '') ?? 'none'
async function bytesAt(url: string | undefined): Promise<string> {
  if (!url) return 'none'
  const reply = await fetch(url)
  return reply.ok ? labelOf(sha256(Buffer.from(await reply.arrayBuffer())).toString('hex')) : 'none'
}

/** What an account is told or given on each surface that names a build. */
async function surfaces({ who, orderId }: Owner): Promise<Record<string, string>> {
  const hash = (bytes: Buffer) => sha256(bytes).toString('hex')
  const verify = async (bytes: Buffer) =>
    (await who.get(`/api/library/verify?sha256=${hash(bytes)}&name=x.zip&size=1`)).body.match?.isPresent ===
    true
  const [library, download, link, status, order, hasSecond, hasFirst] = await Promise.all([
    who.get(`/api/library?gameId=${game._id}`),
    who.post(`/api/library/${game._id}/download`, { fileId: fileId() }),
    who.post(`/api/library/${game._id}/link`, { fileId: fileId() }),
    test.nobody.get(`/api/order-status/${orderId}`),
    who.get(`/api/orders/${orderId}`),
    verify(second),
    verify(first),
  ])
  const files: LibraryEntry['files'] = library.body[0]?.files ?? []
  const [fetched, linked, asked, receipt] = await Promise.all(
    [download.body.downloadUrl, link.body.url, status.body.downloadUrl, order.body.items[0]?.downloadUrl].map(
      bytesAt,
    ),
  )
  return {
    library: labelOf(files.find(({ _id }) => _id === fileId())?.sha256),
    download: fetched ?? '',
    link: linked ?? '',
    verify: hasSecond ? '0.6' : hasFirst ? '1' : 'none',
    'order-status': asked ?? '',
    receipt: receipt ?? '',
  }
}

/** What anybody is told. */
async function published(): Promise<Record<string, string>> {
  const page: Game = (await test.nobody.get(`/api/games/${game._id}`)).body
  const { body: latest } = await test.nobody.get(`/api/games/${game._id}/latest?channel=windows`)
  const { body: releases } = await test.nobody.get(`/api/games/${game._id}/releases`)
  const site = { name: 'Store', publicUrl: test.url }
  const feed = await gameFeed(test.db, site, game.slug, { view: 'show', hidden: null })
  return {
    page: labelOf(page.gameFiles.find(({ _id }) => _id === fileId())?.sha256),
    version: page.release?.label ?? 'none',
    latest: labelOf(latest.files[0]?.sha256),
    releases: releases[0]?.label,
    feed: feed?.includes(' 0.6</title>') ? '0.6' : '1',
  }
}

const all = (label: string, of: Record<string, string>) =>
  Object.fromEntries(Object.keys(of).map((key) => [key, label]))

it('EA5 Each audience has the release from its step on, to the second, on every surface, and nobody else before', async () => {
  const owners = {
    owner: await anOwner(),
    'extra named': await anOwner({ extra: true }),
    'paid enough': await anOwner({ amount: 20 }),
    'paid less': await anOwner({ amount: 19.99 }),
  }
  const stranger = await signedIn(test)
  const moments: [Date, number, (name: string) => string, string][] = [
    [opens.supporters, -1_000, () => '1', '1'],
    [
      opens.supporters,
      1_000,
      (name) => (name === 'extra named' || name === 'paid enough' ? '0.6' : '1'),
      '1',
    ],
    [opens.owners, -1_000, (name) => (name === 'extra named' || name === 'paid enough' ? '0.6' : '1'), '1'],
    [opens.owners, 1_000, () => '0.6', '0.6'],
  ]
  for (const [step, ms, expected, toAll] of moments) {
    await openAt(step, ms)
    for (const [name, owner] of Object.entries(owners)) {
      const seen = await surfaces(owner)
      expect(seen, `${name}, ${ms} ms after ${step.toISOString()}`).toEqual(all(expected(name), seen))
    }
    const seen = await eventually(async () => {
      const facts = await published()
      return facts.version === toAll ? facts : null
    })
    expect(seen).toEqual(all(toAll, seen))
    expect((await stranger.post(`/api/library/${game._id}/download`, { fileId: fileId() })).status).toBe(404)
  }
})

it('EA1 Supporters read of the early version as an update, have it by its label, and keep it when owners get it', async () => {
  const supporter = await anOwner({ extra: true })
  await supporter.who.post(`/api/library/${game._id}/download`, { fileId: fileId() })
  const entry = async () => (await supporter.who.get(`/api/library?gameId=${game._id}`)).body[0]
  expect(await entry()).toMatchObject({
    hasUpdate: false,
    coming: { label: '0.6', opensAt: opens.supporters.toISOString() },
    early: [],
  })
  await openAt(opens.supporters)
  expect(await entry()).toMatchObject({
    hasUpdate: true,
    coming: null,
    early: [{ fileId: fileId(), label: '0.6', ownersAt: opens.owners.toISOString() }],
    update: { newest: { label: '0.6' }, releases: [{ label: '0.6' }] },
  })
  await supporter.who.post(`/api/library/${game._id}/download`, { fileId: fileId() })
  expect(await entry()).toMatchObject({ hasUpdate: false, version: { label: '0.6' } })
  await openAt(opens.owners)
  expect(await entry()).toMatchObject({ hasUpdate: false, early: [], version: { label: '0.6' } })
})

it('EA1 Everybody is told once, at their own step', async () => {
  const [supporter, owner] = [await anOwner({ extra: true }), await anOwner()]
  for (const { who } of [supporter, owner])
    await who.post(`/api/library/${game._id}/download`, { fileId: fileId() })
  const told = async ({ who }: Owner) =>
    (await who.get('/api/notices')).body.flatMap(({ labels }: { labels: string[] }) => labels)
  await openAt(opens.supporters)
  await test.drain()
  expect([await told(supporter), await told(owner)]).toEqual([['0.6'], []])
  await openAt(opens.owners)
  await test.drain()
  expect([await told(supporter), await told(owner)]).toEqual([['0.6'], ['0.6']])
})

it('EA2 A supporter stays one when the offer changes, and who paid before it or too little becomes none', async () => {
  const [byExtra, bySum, less] = [
    await anOwner({ extra: true }),
    await anOwner({ amount: 20 }),
    await anOwner({ amount: 10 }),
  ]
  expect((await offer({ fileId: null, minPaid: 10, leadDays: 7 })).body).toMatchObject({ supporters: 2 })
  const later = await anOwner({ amount: 10 })
  expect((await offer(null)).body).toMatchObject({ offer: null, supporters: 3, isSold: true })
  await openAt(opens.supporters)
  const labels = []
  for (const one of [byExtra, bySum, less, later]) labels.push((await surfaces(one)).library)
  expect(labels).toEqual(['0.6', '0.6', '1', '0.6'])
})

it('EA2 A refund of what made a supporter ends it at once, also for a download that was begun', async () => {
  const supporter = await anOwner({ extra: true })
  const bySum = await anOwner({ amount: 20 })
  await openAt(opens.supporters)
  const { downloadUrl } = (
    await supporter.who.post(`/api/library/${game._id}/download`, { fileId: fileId() })
  ).body
  expect(await bytesAt(downloadUrl)).toBe('0.6')
  const refund = (orderId: string, items: object[]) =>
    admin.post(`/api/admin/orders/${orderId}/refunds`, {
      items,
      transactionId: `tx-${orderId}`,
      reason: 'Asked for it.',
    })
  expect((await refund(supporter.extraOrderId, [{ position: 0 }])).status).toBe(200)
  expect(await bytesAt(downloadUrl)).toBe('none')
  expect(await surfaces(supporter)).toMatchObject({ library: '1', download: '1', link: '1', verify: '1' })
  expect((await surfaces(bySum)).library).toBe('0.6')
  await test.db
    .updateTable('order_items')
    .set({ refunded_cents: 1 })
    .where('order_id', '=', bySum.orderId)
    .execute()
  expect((await surfaces(bySum)).library).toBe('1')
})

it('EA1 An early release that is withdrawn is theirs alone who downloaded it, and a rollback passes it by', async () => {
  const [fetched, other] = [await anOwner({ extra: true }), await anOwner({ amount: 20 })]
  await openAt(opens.supporters)
  await fetched.who.post(`/api/library/${game._id}/download`, { fileId: fileId() })
  const { buildId } = (await dev.get(`/api/releases/${releaseId}`)).body.files[0]
  const withdrawn = await dev.post(`/api/releases/${releaseId}/withdraw`, { reason: 'It crashes.' })
  expect(withdrawn.body).toMatchObject({ state: 'withdrawn', nextStep: null })
  const again = ({ who }: Owner) =>
    who.post(`/api/library/${game._id}/download`, { fileId: fileId(), buildId })
  expect([(await again(fetched)).status, (await again(other)).status]).toEqual([200, 404])
  expect((await surfaces(other)).library).toBe('1')
  await openAt(opens.owners)
  expect((await published()).version).toBe('1')
})

it.each([
  ['a game that is held', sql`update games set suspended_at = now(), is_illegal = true where id = `],
  ['a game that was taken down', sql`update games set suspended_at = now() where id = `],
  [
    'a suspended developer',
    sql`update accounts set suspended_at = now() from games where games.developer_id = accounts.id and games.id = `,
  ],
])('EA1 Nothing of %s opens', async (_, statement) => {
  await sql`${statement}${game._id}`.execute(test.db)
  try {
    await openAt(opens.supporters)
    await openAt(opens.owners)
    expect((await dev.get(`/api/releases/${releaseId}`)).body.state ?? 'scheduled').toBe('scheduled')
  } finally {
    await test.sql`update accounts set suspended_at = null where id = ${dev.id}`
    await test.sql`update games set suspended_at = null, is_illegal = false where id = ${game._id}`
  }
})
