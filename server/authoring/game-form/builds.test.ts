import { createHash } from 'node:crypto'
import type { Game } from '@nofiller/contract/catalog/catalog'
import { expect, it } from 'vitest'
import { grant } from '../../library/grants.ts'
import { buy, buyAndPay, simulate, untilStatus } from '../../testing/buying.ts'
import { longLockTimeoutDatabase } from '../../testing/database.ts'
import { aZip, createGame, editGame, filesJson, upload } from '../../testing/fixtures/game-form.ts'
import { type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { untilLockIsAwaited } from '../../testing/lock.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore(async () => ({ database: await longLockTimeoutDatabase() }))
const june = usePerson(test, 'developer')

const PRICED = { customPriceEnabled: true, customPrice: 4.99 }
const idOf = (game: Game, at = 0): string => game.gameFiles[at]?._id ?? ''
const goods = (game: Game) => ({ id: game._id, slug: game.slug, files: [] })

async function publish(...files: { bytes: Buffer; name?: string; entry?: object }[]): Promise<Game> {
  const entries = files.map(async ({ bytes, name = 'game.zip', entry }) => ({
    tempKey: await upload(june, bytes, name),
    ...entry,
  }))
  const { body } = await createGame(june, { gameFilesTempJson: filesJson(...(await Promise.all(entries))) })
  return body
}

const buildsOf = (fileId: string) =>
  test.db.selectFrom('file_builds').selectAll().where('file_id', '=', fileId).orderBy('created_at').execute()

const downloadedBy = async (person: Person, game: Game, at = 0): Promise<Buffer> => {
  const { body } = await person.post(`/api/library/${game._id}/download`, { fileId: idOf(game, at) })
  return Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer())
}

it('buyers of the base and of an extra get their new builds under the same file ids', async () => {
  const [base, extra, newBase, newExtra] = [aZip(), aZip(), aZip(), aZip()]
  const game = await publish({ bytes: base }, { bytes: extra, name: 'art.zip', entry: PRICED })
  const buyer = await signedIn(test)
  const order = await buyAndPay(test, buyer, goods(game))
  const extraOrder = await buyAndPay(test, buyer, goods(game), [idOf(game, 1)])
  expect((await downloadedBy(buyer, game)).equals(base)).toBe(true)

  const gameFilesTempJson = filesJson(
    { _id: idOf(game), tempKey: await upload(june, newBase, 'v2.zip'), filename: 'v2.zip' },
    {
      _id: idOf(game, 1),
      tempKey: await upload(june, newExtra, 'art 2.zip'),
      filename: 'art 2.zip',
      ...PRICED,
    },
  )
  const after: Game = (await editGame(june, game._id, { gameFilesTempJson })).body
  expect(after.gameFiles.map((file) => [file._id, file.name, file.size])).toEqual([
    [idOf(game), 'v2.zip', newBase.length],
    [idOf(game, 1), 'art 2.zip', newExtra.length],
  ])
  expect((await downloadedBy(buyer, game)).equals(newBase)).toBe(true)
  expect((await downloadedBy(buyer, game, 1)).equals(newExtra)).toBe(true)
  const status = await test.nobody.get(`/api/order-status/${order.orderId}`)
  const first = await fetch(status.body.downloadUrl)
  expect(first.headers.get('content-disposition')).toContain('v2.zip')
  const receipt = await buyer.get(`/api/orders/${extraOrder.orderId}`)
  expect(receipt.body.items).toMatchObject([{ fileId: idOf(game, 1), title: `${game.title}: art.zip` }])
})

it('stores each build with its dates, bytes and hash', async () => {
  const [old, now] = [aZip(), aZip()]
  const game = await publish({ bytes: old, name: 'v1.zip' })
  const tempKey = await upload(june, now, 'v2.zip')
  await editGame(june, game._id, { gameFilesTempJson: filesJson({ _id: idOf(game), tempKey }) })
  const hex = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const builds = await eventually(async () => {
    const builds = await buildsOf(idOf(game))
    return builds.every((build) => build.sha256) ? builds : null
  })
  expect(builds.map((build) => [build.name, build.sha256?.toString('hex')])).toEqual([
    ['v1.zip', hex(old)],
    ['v2.zip', hex(now)],
  ])
  const [first, second] = builds
  expect(first?.replaced_at?.getTime()).toBeLessThanOrEqual(second?.live_at?.getTime() ?? 0)
  expect(second?.replaced_at).toBeNull()
  expect(await test.store.storage.sizeOf(first?.storage_key ?? '')).toBe(old.length)

  const shown: Game = (await test.nobody.get(`/api/games/${game._id}`)).body
  expect(shown.gameFiles).toMatchObject([
    { name: 'v2.zip', sha256: hex(now), updatedAt: second?.live_at?.toISOString() },
  ])
})

it('the present build stays available until the save that replaces it commits', async () => {
  const [old, now] = [aZip(), aZip()]
  const game = await publish({ bytes: old })
  const tempKey = await upload(june, now)
  let saving: Promise<unknown> = Promise.resolve()
  await test.db.transaction().execute(async (tx) => {
    await tx.selectFrom('uploads').select('name').where('temp_key', '=', tempKey).forUpdate().execute()
    saving = editGame(june, game._id, { gameFilesTempJson: filesJson({ _id: idOf(game), tempKey }) })
    await untilLockIsAwaited(test)
    expect((await downloadedBy(june, game)).equals(old)).toBe(true)
  })
  expect(await saving).toMatchObject({ status: 200 })
  expect((await downloadedBy(june, game)).equals(now)).toBe(true)
})

it('R1 a replacement that fails in the database leaves the old build, and can be saved again', async () => {
  const [old, now] = [aZip(), aZip()]
  const game = await publish({ bytes: old })
  const changes = {
    gameFilesTempJson: filesJson({ _id: idOf(game), tempKey: await upload(june, now, 'broken.zip') }),
  }
  await test.sql`alter table file_builds add constraint broken check (name <> 'broken.zip') not valid`
  const failed = await editGame(june, game._id, changes)
  await test.sql`alter table file_builds drop constraint broken`
  expect(failed.status).toBe(500)
  expect((await downloadedBy(june, game)).equals(old)).toBe(true)
  expect(await buildsOf(idOf(game))).toHaveLength(1)
  expect((await editGame(june, game._id, changes)).status).toBe(200)
  expect((await downloadedBy(june, game)).equals(now)).toBe(true)
})

it('several simultaneous replacements leave exactly one present build', async () => {
  const game = await publish({ bytes: aZip() })
  const tempKeys = await Promise.all(Array.from({ length: 6 }, () => upload(june, aZip())))
  const answers = await Promise.all(
    tempKeys.map((tempKey) =>
      editGame(june, game._id, { gameFilesTempJson: filesJson({ _id: idOf(game), tempKey }) }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200))
  const builds = await buildsOf(idOf(game))
  expect(builds).toHaveLength(7)
  expect(builds.filter((build) => build.replaced_at === null)).toHaveLength(1)
})

it('D6 an upload becomes a new build once: later saves with it are refused', async () => {
  const now = aZip()
  const game = await publish({ bytes: aZip() })
  const changes = { gameFilesTempJson: filesJson({ _id: idOf(game), tempKey: await upload(june, now) }) }
  const answers = await Promise.all(Array.from({ length: 4 }, () => editGame(june, game._id, changes)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422])
  expect((await downloadedBy(june, game)).equals(now)).toBe(true)
  expect(await buildsOf(idOf(game))).toHaveLength(2)
})

it('B2 a file of another game cannot get a new build', async () => {
  const [mine, old] = [await publish({ bytes: aZip() }), aZip()]
  const theirs = await publish({ bytes: old })
  const tempKey = await upload(june, aZip())
  const { status, body } = await editGame(june, mine._id, {
    gameFilesTempJson: filesJson({ _id: idOf(theirs), tempKey }),
  })
  expect([status, body.fields]).toEqual([422, { 'files.0': 'Upload a file and wait for it to finish' }])
  expect((await downloadedBy(june, theirs)).equals(old)).toBe(true)
})

it('owners of a withdrawn file get its last build', async () => {
  const [old, last] = [aZip(), aZip()]
  const game = await publish({ bytes: aZip() }, { bytes: old })
  const buyer = await signedIn(test)
  await test.db
    .transaction()
    .execute((tx) => grant(tx, { accountId: buyer.id, gameId: game._id, fileId: null, orderId: null }))
  const tempKey = await upload(june, last)
  await editGame(june, game._id, {
    gameFilesTempJson: filesJson({ _id: idOf(game) }, { _id: idOf(game, 1), tempKey }),
  })
  await editGame(june, game._id, { gameFilesTempJson: filesJson({ _id: idOf(game) }) })
  expect((await downloadedBy(buyer, game, 1)).equals(last)).toBe(true)
})

it('C2 a buyer who ordered the base keeps a file that then gets a price and a new build', async () => {
  const now = aZip()
  const game = await publish({ bytes: aZip() }, { bytes: aZip() })
  const buyer = await signedIn(test)
  const order = await buy(buyer, goods(game))
  const tempKey = await upload(june, now)
  await editGame(june, game._id, {
    gameFilesTempJson: filesJson({ _id: idOf(game) }, { _id: idOf(game, 1), tempKey, ...PRICED }),
  })
  await simulate(test, order, 'pay')
  await untilStatus(test, order, 'PAID')
  expect((await downloadedBy(buyer, game, 1)).equals(now)).toBe(true)
})

it('a new demo is a build of the same file, and a withdrawn demo keeps its builds', async () => {
  const game = await publish({ bytes: aZip() })
  const gameFilesTempJson = filesJson({ _id: idOf(game) })
  const names = ['demo 1.zip', 'demo 2.zip']
  for (const name of names)
    await editGame(june, game._id, { gameFilesTempJson, demoTempKey: await upload(june, aZip(), name) })
  const demos = () =>
    test.db
      .selectFrom('game_files as file')
      .innerJoin('file_builds as build', 'build.file_id', 'file.id')
      .select(['file.id', 'file.withdrawn_at', 'build.name', 'build.replaced_at'])
      .where('file.game_id', '=', game._id)
      .where('file.kind', '=', 'demo')
      .orderBy('build.created_at')
      .execute()
  const [first, second] = await demos()
  expect([first?.name, second?.name]).toEqual(names)
  expect(first?.id).toBe(second?.id)
  expect([first?.replaced_at === null, second?.replaced_at]).toEqual([false, null])
  expect((await test.nobody.get(`/api/games/${game._id}/demo`)).headers.get('location')).toContain('demo')

  const without = await editGame(june, game._id, { gameFilesTempJson, removeDemo: 'true' })
  expect(without.body.demoFile).toBeNull()
  expect((await demos()).map((demo) => demo.withdrawn_at === null)).toEqual([false, false])
  expect((await test.nobody.get(`/api/games/${game._id}/demo`)).status).toBe(404)
})

it('refuses the second of two editors with an explanation, and changes nothing', async () => {
  const game = await publish({ bytes: aZip() })
  const gameFilesTempJson = filesJson({ _id: idOf(game) })
  const first = await editGame(june, game._id, { gameFilesTempJson, title: 'First', basedOn: game.updatedAt })
  expect(first.status).toBe(200)
  const late = await editGame(june, game._id, { gameFilesTempJson, title: 'Second', basedOn: game.updatedAt })
  expect([late.status, late.body.code, late.body.error]).toEqual([
    409,
    'game_changed',
    'This game was changed elsewhere. Reload the page.',
  ])
  expect((await test.nobody.get(`/api/games/${game._id}`)).body.title).toBe('First')
  const again = await editGame(june, game._id, {
    gameFilesTempJson,
    title: 'Second',
    basedOn: first.body.updatedAt,
  })
  expect(again.body.title).toBe('Second')
})

it('answers 400 when a save does not name the time of the version it is based on', async () => {
  const game = await publish({ bytes: aZip() })
  for (const basedOn of ['', 'abc', '2020-01-01', '1']) {
    const { status, body } = await editGame(june, game._id, { basedOn })
    expect([status, Object.keys(body.fields)], basedOn).toEqual([400, ['basedOn']])
  }
})

it('of several editors who save at the same time, one succeeds', async () => {
  const game = await publish({ bytes: aZip() })
  const changes = { gameFilesTempJson: filesJson({ _id: idOf(game) }), basedOn: game.updatedAt }
  const answers = await Promise.all(Array.from({ length: 6 }, () => editGame(june, game._id, changes)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
})
