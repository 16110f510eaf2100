import { FOLLOWS_MAX } from '@nofiller/contract/follows/follow-rules'
import { expect, it } from 'vitest'
import { removeAccount } from '../personal-data/deletion/remove-account.ts'
import { buyAndPay } from '../testing/buying.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { countFollowers, followersOf } from './count-followers.ts'

const test = useTestStore()
const dev = usePerson(test, 'developer')

const follow = (who: Person, kind: 'developer' | 'game', id: string) =>
  who.put(`/api/follows/${kind}/${id}`, undefined)
const unfollow = (who: Person, kind: string, id: string) => who.send('DELETE', `/api/follows/${kind}/${id}`)
const followed = async (who: Person) =>
  (await who.get('/api/follows')).body.map(({ id }: { id: string }) => id)

it('FO1 A developer and a game are followed and left, as often as one presses', async () => {
  const player = await signedIn(test)
  const game = await addGame(test, { developerId: dev.id, title: 'Night Garden' })
  for (let time = 0; time < 2; time += 1) {
    expect((await follow(player, 'game', game.id)).status).toBe(204)
    expect((await follow(player, 'developer', dev.id)).status).toBe(204)
  }
  expect((await player.get('/api/follows')).body).toMatchObject([
    { kind: 'developer', id: dev.id, name: dev.username, path: `/dev/${dev.username}` },
    { kind: 'game', id: game.id, name: 'Night Garden', path: `/game/${game.slug}` },
  ])
  for (let time = 0; time < 2; time += 1) expect((await unfollow(player, 'game', game.id)).status).toBe(204)
  expect(await followed(player)).toEqual([dev.id])
})

it('FO1 Nobody follows what is not public, a player or themselves', async () => {
  const player = await signedIn(test)
  const draft = await addGame(test, { developerId: dev.id, status: 'draft' })
  const held = await addGame(test, { developerId: dev.id })
  await test.sql`update games set suspended_at = now() where id = ${held.id}`
  for (const { id } of [draft, held]) expect((await follow(player, 'game', id)).status).toBe(404)
  const other = await signedIn(test)
  expect((await follow(player, 'developer', other.id)).status).toBe(404)
  expect(await follow(dev, 'developer', dev.id)).toMatchObject({ status: 409, body: { code: 'own_page' } })
})

it('FO1 The list ends at 2,000, also for two presses at once', async () => {
  const player = await signedIn(test)
  const games = [
    await addGame(test, { developerId: dev.id, files: [] }),
    await addGame(test, { developerId: dev.id, files: [] }),
  ]
  await test.sql`
    with others as (
      insert into accounts (id, username, email, password_hash)
      select gen_random_uuid(), 'maker' || n, 'maker' || n || '@example.test', '' from generate_series(1, ${FOLLOWS_MAX - 1}) as n
      returning id
    ) insert into follows (account_id, developer_id) select ${player.id}, id from others`
  const answers = await Promise.all(games.map(({ id }) => follow(player, 'game', id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('list_full')
  const kept = games.find((_, at) => answers[at]?.status === 204)
  expect((await follow(player, 'game', kept?.id ?? '')).status).toBe(204)
})

it('FO2 The nightly count leaves out accounts of less than a week that neither paid nor downloaded what they claimed', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const free = await addGame(test, { developerId: dev.id, priceCents: 0 })
  const [old, fresh, payer, claimer] = await Promise.all(Array.from({ length: 4 }, () => signedIn(test)))
  if (!old || !fresh || !payer || !claimer) throw new Error('nobody')
  await test.sql`update accounts set created_at = now() - interval '8 days', notify_updates = true where id = ${old.id}`
  await buyAndPay(test, payer, game)
  for (const who of [old, fresh, payer, claimer]) await follow(who, 'game', game.id)
  const count = async () => {
    await countFollowers(test.db)
    return followersOf(test.db, { game_id: game.id })
  }
  await claimer.post('/api/library/claim', { gameId: free.id })
  expect(await count()).toEqual({ followers: 2, emailed: 1 })
  await claimer.post(`/api/library/${free.id}/download`, { fileId: free.files[0]?.id })
  expect(await count()).toEqual({ followers: 3, emailed: 1 })
  await test.sql`update accounts set suspended_at = now() where id = ${old.id}`
  expect(await count()).toEqual({ followers: 2, emailed: 0 })
})

it.each([
  [99, null],
  [100, 100],
  [1_239, 1_200],
])('FO2 Of %i followers the public pages of a game and its developer show %s', async (followers, shown) => {
  const maker = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: maker.id })
  await test.sql`insert into follower_counts (game_id, developer_id, followers, emailed)
    values (${game.id}, null, ${followers}, 0), (null, ${maker.id}, ${followers}, 0)`
  await test.forgetCatalog()
  expect((await test.nobody.get(`/api/games/${game.id}`)).body.followers).toBe(shown)
  expect((await test.nobody.get(`/api/profile/${maker.id}`)).body.followers).toBe(shown)
})

it('Who deleted their account follows nothing, and a developer who did is followed by nobody', async () => {
  const [player, leaving] = [await signedIn(test), await signedIn(test, 'developer')]
  const game = await addGame(test, { developerId: leaving.id })
  await follow(player, 'developer', leaving.id)
  await follow(player, 'game', game.id)
  await follow(player, 'developer', dev.id)
  const remove = (id: string) => test.db.transaction().execute((tx) => removeAccount(test.store, tx, id))
  await remove(leaving.id)
  expect(await test.sql`select developer_id from follows where account_id = ${player.id}`).toEqual([
    { developer_id: dev.id },
  ])
  await remove(player.id)
  expect(await test.sql`select from follows where account_id = ${player.id}`).toEqual([])
})

it('FO1 My devices are what I tick, and those of downloaded files are proposed', async () => {
  const player = await signedIn(test)
  const game = await addGame(test, { developerId: dev.id })
  await buyAndPay(test, player, game)
  await player.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
  expect((await player.get('/api/follows/devices')).body).toEqual({ devices: [], proposed: ['Windows'] })
  await player.put('/api/follows/devices', { devices: ['Linux', 'Windows'] })
  expect((await player.get('/api/follows/devices')).body.devices).toEqual(['Windows', 'Linux'])
})
