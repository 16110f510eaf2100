import { expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { type Person, signedIn, usePerson } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'

const test = useTestStore()
const developer = usePerson(test, 'developer')

const EMPTY = { displayName: '', bio: '', website: '', twitter: '', patreon: '', wallet: '' }
const change = (editor: Person, accountId: string, changes: unknown) =>
  editor.patch(`/api/profile/${accountId}`, changes)

it('shows a player their account, with how many games they own', async () => {
  const june = await signedIn(test)
  const free = await addGame(test, { developerId: developer.id, priceCents: 0 })
  await june.post('/api/library/claim', { gameId: free.id })
  expect((await june.get('/api/profile')).body).toMatchObject({
    user: {
      _id: june.id,
      username: june.username,
      email: june.email,
      role: 'player',
      gamesOwned: 1,
      developerRequestedAt: null,
    },
    profile: EMPTY,
    games: [],
  })
})

it('changes the given fields, and no others', async () => {
  const june = await signedIn(test, 'developer')
  const draft = await addGame(test, { developerId: june.id, status: 'draft' })
  expect((await change(june, june.id, { bio: '  Makes ferries. ', wallet: 'SoL4n4' })).body).toEqual({
    profile: { ...EMPTY, bio: 'Makes ferries.', wallet: 'SoL4n4' },
  })
  await change(june, june.id, { displayName: 'June', bio: '', role: 'admin', email: 'x@example.test' })
  const { profile, user, games } = (await june.get('/api/profile')).body
  expect(profile).toEqual({ ...EMPTY, displayName: 'June', wallet: 'SoL4n4' })
  expect(user).toMatchObject({ role: 'developer', email: june.email })
  expect(games).toEqual([expect.objectContaining({ _id: draft.id, status: 'draft', totalSales: 0 })])
  expect((await change(june, june.id, {})).body).toEqual({ profile })
})

it('refuses invalid fields, with a message for each', async () => {
  const answer = await change(developer, developer.id, {
    displayName: 'n'.repeat(61),
    website: 'javascript:alert(1)',
    wallet: 'w'.repeat(129),
  })
  expect(answer).toMatchObject({
    status: 422,
    body: {
      fields: {
        displayName: 'A name has at most 60 characters.',
        website: 'Enter a web address that begins with http:// or https://, or a handle.',
        wallet: 'A wallet address has at most 128 characters.',
      },
    },
  })
})

it('lets an admin change any profile, and a developer only their own', async () => {
  const [june, other] = [await signedIn(test, 'developer'), await signedIn(test, 'developer')]
  expect((await change(other, june.id, { bio: 'not mine' })).status).toBe(404)
  const admin = await signedIn(test, 'admin')
  expect((await change(admin, june.id, { bio: 'tidied' })).body.profile.bio).toBe('tidied')
})

it('finds games by their developer’s new name, and drops the pages cached before', async () => {
  const june = await signedIn(test, 'developer')
  await addGame(test, { developerId: june.id, tags: ['Puzzle'] })
  const search = async (q: string) => (await test.nobody.get(`/api/games?q=${q}`)).body
  let changes = 0
  test.store.catalogChanged.onChange(() => {
    changes += 1
  })
  await change(june, june.id, { displayName: 'Zwielicht Werkstatt' })
  await eventually(() => changes > 0)
  await eventually(async () => (await search('zwielicht'))[0]?.devName === 'Zwielicht Werkstatt')
  expect(await search(`puzzle+${june.username}`)).toHaveLength(1)
  await change(june, june.id, { displayName: 'Dämmerung' })
  await eventually(async () => (await search('zwielicht')).length === 0)

  await test.forgetCatalog()
  const before = changes
  expect((await change(june, june.id, { displayName: 'n'.repeat(61) })).status).toBe(422)
  await test.forgetCatalog()
  expect(changes).toBe(before + 1) // the one that this test announced itself
})

it('shows a developer to visitors by id or username, without wallet and email address', async () => {
  const june = await signedIn(test, 'developer')
  await change(june, june.id, {
    displayName: 'June Harrow',
    website: 'https://june.example',
    wallet: 'SECRET-WALLET',
  })
  const game = await addGame(test, { developerId: june.id })
  await addGame(test, { developerId: june.id, status: 'draft' })
  const text = 'word '.repeat(100)
  await test.sql`update games set description = ${`<h2>Fish &amp; chips</h2><p>${text}</p>`} where id = ${game.id}`
  const answer = await test.nobody.get(`/api/profile/${june.id}`)
  expect(answer.body.user).toEqual({
    _id: june.id,
    username: june.username,
    displayName: 'June Harrow',
    bio: null,
    website: 'https://june.example',
    twitter: null,
    patreon: null,
    avatarUrl: null,
  })
  expect(answer.body.games).toHaveLength(1)
  expect(answer.body.games[0].summary).toMatch(/^Fish & chips word word .* word…$/)
  expect(answer.body.games[0].summary.length).toBeLessThanOrEqual(200)
  expect(answer.body.games[0].description).toBe(answer.body.games[0].summary)
  expect(answer.text).not.toMatch(/SECRET-WALLET|@example/)
  expect((await test.nobody.get(`/api/profile/${june.username.toUpperCase()}`)).body).toEqual(answer.body)
})

it('lists a developer’s games with the fields of every list, and only the public facts about their files', async () => {
  const june = await signedIn(test, 'developer')
  const game = await addGame(test, {
    developerId: june.id,
    files: [{}, { customPriceCents: 299 }, { kind: 'demo' }],
  })
  await addGame(test, { developerId: june.id, status: 'draft' })
  const gamesSeenBy = async (who: { get: Person['get'] }) =>
    (await who.get(`/api/profile/${june.username}`)).body.games
  const [shown, ...others] = await gamesSeenBy(test.nobody)
  const [{ owned: _, ...inList }] = (await test.nobody.get(`/api/games?q=${june.username}`)).body
  expect(others).toEqual([])
  expect(shown).toEqual({ ...inList, summary: shown.description })
  expect(shown.cardImage).toBe(shown.cardImageUrl)
  expect(shown.gameFiles.map(({ _id }: { _id: string }) => _id)).toEqual(
    game.files.slice(0, 2).map(({ id }) => id),
  )
  for (const file of shown.gameFiles)
    expect(Object.keys(file).sort()).toEqual([
      '_id',
      'customPrice',
      'customPriceEnabled',
      'device',
      'name',
      'size',
    ])
  expect(await gamesSeenBy(june)).toEqual([expect.objectContaining({ totalSales: 0, totalRevenue: 0 })])
  expect(await gamesSeenBy(developer)).toEqual([shown])
})

it('shows no page for a player, a suspended developer or an unknown account', async () => {
  const [player, suspended] = [await signedIn(test), await signedIn(test, 'developer')]
  await test.sql`update accounts set suspended_at = now() where id = ${suspended.id}`
  for (const id of [player.id, player.username, suspended.id, suspended.username, 'nobody', "' or 1=1 --"]) {
    const { status, body } = await test.nobody.get(`/api/profile/${encodeURIComponent(id)}`)
    expect({ status, error: body.error }, id).toEqual({ status: 404, error: 'Failed to load profile' })
  }
})
