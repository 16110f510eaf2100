import { PEN_NAME_TEXT } from '@nofiller/contract/pen-names/pen-name-rules'
import { expect, it } from 'vitest'
import { removeAccount } from '../personal-data/deletion/remove-account.ts'
import { purgeExpired } from '../retention.ts'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { aReview } from '../testing/fixtures/reviews.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
const dev = usePerson(test, 'developer')
const admin = usePerson(test, 'admin')

const choose = (who: Person, penName: string) => who.put('/api/pen-name', { penName })
const chosen = async (who: Person, penName: string) => {
  const { status, text } = await choose(who, penName)
  expect(status, text).toBe(200)
}
const ofAccount = async (who: Person) => (await who.get('/api/pen-name')).body
const letChange = (who: Person) =>
  test.sql`update pen_names set chosen_at = chosen_at - interval '30 days' where account_id = ${who.id}`
const namesUnder = async ({ id }: { id: string }) =>
  ((await test.nobody.get(`/api/games/${id}/reviews`)).body as { name: string | null }[]).map(
    ({ name }) => name,
  )
const REASON = 'It is the name of a private person, who asked us for it.'
const taken = { status: 422, body: { fields: { penName: 'This name is taken.' } } }

it('PR1 A pen name stands under the reviews that its account signs with it, and under no other', async () => {
  const [one, two, three] = [
    await addGame(test, { developerId: dev.id }),
    await addGame(test, { developerId: dev.id }),
    await addGame(test, { developerId: dev.id }),
  ]
  const { writer: who } = await aReview(test, one)
  expect(await ofAccount(who)).toEqual({ name: null, changeFrom: null, removed: null })
  expect((await choose(who, ' Wren  Like ')).body).toEqual({
    name: 'Wren Like',
    changeFrom: expect.stringMatching(/Z$/),
    removed: null,
  })
  await aReview(test, two, { who, name: 'pen_name' })
  await aReview(test, three, { who, name: 'username' })
  expect([await namesUnder(one), await namesUnder(two), await namesUnder(three)]).toEqual([
    [null],
    ['Wren Like'],
    [who.username],
  ])
  await letChange(who)
  await chosen(who, 'Heron Like')
  expect([await namesUnder(one), await namesUnder(two), await namesUnder(three)]).toEqual([
    [null],
    ['Heron Like'],
    [who.username],
  ])
})

it('PR1 A pen name is changed once in 30 days, and the error says from when on', async () => {
  const who = await signedIn(test)
  await chosen(who, 'Early Bird 1')
  const early = await choose(who, 'Early Bird 2')
  expect(early).toMatchObject({ status: 409, body: { code: 'too_early' } })
  expect(early.body.fields.penName).toMatch(/^You can change it from \w+ \d+.* UTC\.$/)
  await chosen(who, 'Early Bird 1')
  await letChange(who)
  await chosen(who, 'EARLY BIRD 1')
  expect((await choose(who, 'Early Bird 1')).status).toBe(409)
})

it('PR1 A pen name is like no username, developer’s, store’s or pen name, in whatever letters', async () => {
  const [who, other] = [await signedIn(test), await signedIn(test)]
  await dev.patch(`/api/profile/${dev.id}`, { displayName: 'Foghorn Works' })
  await chosen(other, 'saltwren')
  await chosen(await signedIn(test), 'xope')
  for (const name of [
    other.username.toUpperCase(),
    who.username,
    'f0ghorn works',
    'хоре',
    'Ｓａｌｔｗｒｅｎ',
  ])
    expect(await choose(who, name), name).toMatchObject(taken)
  expect((await choose(who, 'Sаlt-Wren')).body.fields).toEqual({ penName: PEN_NAME_TEXT.lookAlike })
  for (const name of ['No Filler', 'Moderator', 'the Owner', 'Dеveloper', 'wr\u200ben', '<i>wren</i>'])
    expect((await choose(who, name)).body.fields, name).toEqual({ penName: expect.any(String) })
  expect(await ofAccount(who)).toMatchObject({ name: null })
})

it('PR1 No username and no developer takes a name that is a pen name', async () => {
  const who = await signedIn(test)
  await chosen(who, 'reedwarbler')
  const seller = await signedIn(test, 'developer')
  const profile = `/api/profile/${seller.id}`
  expect((await seller.patch(profile, { displayName: 'Reed Warbler' })).body.fields).toEqual({
    displayName: 'This name is taken.',
  })
  const signUp = (username: string) =>
    test.nobody.post('/api/register-start', {
      username,
      email: `${username}@example.test`,
      password: 'correct horse battery',
      age: true,
      terms: true,
    })
  expect((await signUp('reed_warbler')).body.code).toBe('username_taken')
  await chosen(seller, 'Seller in Private')
  await seller.patch(profile, { displayName: 'Reed Bunting' })
  await seller.patch(profile, { displayName: '' })
  expect(await choose(who, 'seller in private')).toMatchObject({ status: 409 })
  await letChange(who)
  expect(await choose(who, 'seller in private')).toMatchObject(taken)
})

it('PR1 Of two who choose one name at once one gets it, and who clicks twice has it once', async () => {
  const [one, two] = [await signedIn(test), await signedIn(test)]
  const answers = await Promise.all(
    [one, two, one, two].map((who) => choose(who, 'Dunnock').then(({ status }) => [who, status] as const)),
  )
  const winners = new Set(answers.flatMap(([who, status]) => (status === 200 ? [who] : [])))
  expect(winners.size).toBe(1)
  expect(answers.filter(([, status]) => status === 200)).toHaveLength(2)
})

it('PR1 A pen name that was given up is nobody’s for a year, and is nowhere to be read', async () => {
  const [who, other, leaving] = [await signedIn(test), await signedIn(test), await signedIn(test)]
  await chosen(who, 'Turnstone')
  await chosen(leaving, 'Sanderling')
  await letChange(who)
  await chosen(who, 'Curlew Sandpiper')
  await test.db.transaction().execute((tx) => removeAccount(test.store, tx, leaving.id))
  for (const name of ['turnstone', 'sanderling']) {
    expect(await choose(other, name), name).toMatchObject(taken)
    expect(await choose(who, name), name).toMatchObject({ status: 409 })
    const seen = await test.sql`select folded from names where folded like ${`%${name.slice(-6)}%`}`
    expect(seen).toEqual([])
  }
  await test.sql`update names set given_up_at = given_up_at - interval '366 days'`
  await purgeExpired(test.store)
  await chosen(other, 'Turnstone')
})

it('PR1 A pen name that a decision took away is "Owner", and who had it reads why and chooses another', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const who = await signedIn(test)
  await chosen(who, 'Bad Egg')
  await aReview(test, game, { who, name: 'pen_name' })
  const { id } = await test.row<{ id: string }>`
    insert into moderation_decisions (id, title, developer_id, kind, rule, rule_version, assets, text, content_hash, statement,
      decided_by, decided_at)
    values (gen_random_uuid(), '', ${who.id}, 'take_down', 'spam', 1, '{name}', ${REASON}, 'hash', '', ${admin.id}, now())
    returning id`
  await test.sql`update pen_names set removed_by = ${id} where account_id = ${who.id}`
  expect(await namesUnder(game)).toEqual([null])
  expect(await ofAccount(who)).toEqual({
    name: null,
    changeFrom: expect.any(String),
    removed: { name: 'Bad Egg', decisionId: id, reason: REASON },
  })
  expect(
    (await who.put(`/api/games/${game.id}/review`, { recommends: true, name: 'pen_name' })).body.fields,
  ).toEqual({
    name: 'Choose a pen name first.',
  })
  await letChange(who)
  for (const name of ['Bad Egg', 'bad-egg'])
    expect((await choose(who, name)).body.fields).toEqual({
      penName: 'A decision took this name away. Choose another one.',
    })
  await chosen(who, 'Good Egg')
  expect(await namesUnder(game)).toEqual(['Good Egg'])
  expect(await ofAccount(who)).toMatchObject({ name: 'Good Egg', removed: null })
})
