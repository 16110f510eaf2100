import { SUGGESTION_TEXTS } from '@nofiller/contract/suggestions/suggestion-rules'
import type { Suggestion } from '@nofiller/contract/suggestions/suggestions'
import { beforeEach, describe, expect, it } from 'vitest'
import { addGame, type NewGame, type TestGame } from '../testing/fixtures/games.ts'
import { addGrants } from '../testing/fixtures/libraries.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { relateGames } from './relate-games.ts'

const test = useTestStore()
let june: Person
beforeEach(async () => {
  june = await signedIn(test)
})

const consents = async (who: Person) => (await who.get('/api/suggestion-consents')).body
const set = (who: Person, body: object) => who.put('/api/suggestion-consents', { page: '/library', ...body })
const stored = ({ id }: Person) =>
  test.db.selectFrom('suggestion_consents').selectAll().where('account_id', '=', id).orderBy('id').execute()

describe('RE5 the two switches', () => {
  it('are off until somebody switches them on, also with a library and news', async () => {
    await june.put('/api/settings', { notifyUpdates: true })
    expect(await consents(june)).toEqual({ isCounted: false, isSuggested: false, isAsked: false })
    expect(await stored(june)).toEqual([])
  })

  it('are stored each with purpose, text, time and page, also once they are withdrawn', async () => {
    expect((await set(june, { isCounted: true })).body).toMatchObject({ isCounted: true, isSuggested: false })
    await set(june, { isCounted: true, page: '/settings' })
    await set(june, { isCounted: false, isSuggested: true, page: '/settings' })
    await set(june, { isCounted: false })
    await set(june, { isCounted: true })
    const given = { text_version: SUGGESTION_TEXTS.version, given_at: expect.any(Date) }
    expect(await stored(june)).toMatchObject([
      {
        ...given,
        purpose: 'counted',
        given_through: '/library',
        withdrawn_at: expect.any(Date),
        withdrawn_through: '/settings',
      },
      { ...given, purpose: 'suggested', given_through: '/settings', withdrawn_at: null },
      { ...given, purpose: 'counted', given_through: '/library', withdrawn_at: null },
    ])
    expect(await consents(june)).toMatchObject({ isCounted: true, isSuggested: true })
  })

  it('are asked about until their question is closed', async () => {
    expect((await set(june, { isAsked: true })).body.isAsked).toBe(true)
    expect((await set(june, { isAsked: true })).body).toEqual({
      isCounted: false,
      isSuggested: false,
      isAsked: true,
    })
  })

  it('are of one account alone, given twice at once too', async () => {
    const kim = await signedIn(test)
    const answers = await Promise.all([1, 2, 3].map(() => set(june, { isSuggested: true })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored(june)).toHaveLength(1)
    expect(await consents(kim)).toMatchObject({ isSuggested: false })
    expect((await set(june, { isSuggested: true, page: '/admin' })).status).toBe(400)
  })
})

describe('RE5 suggestions for me', () => {
  let tags = 0
  const suggestions = async (who: Person): Promise<Suggestion[]> =>
    (await who.get('/api/suggestions')).body.suggestions
  const titles = async (who: Person) => (await suggestions(who)).map(({ game }) => game.title).sort()

  /** Games that share a tag which no others have, each of a developer of its own. */
  async function alike(names: readonly string[], more: Partial<NewGame> = {}): Promise<TestGame[]> {
    tags += 1
    const games: TestGame[] = []
    for (const title of names) {
      const { id: developerId } = await signedIn(test, 'developer')
      games.push(await addGame(test, { developerId, title, files: [], tags: [`like ${tags}`], ...more }))
    }
    return games
  }
  const own = (who: Person, games: readonly TestGame[]) => addGrants(test, [who.id], games, 'claim')

  it('are games like those that somebody owns or wants, with the reason, and none without consent', async () => {
    const [owned] = await alike(['Owned', 'Near', 'Nearer'])
    const [wanted] = await alike(['Wanted', 'Beside'])
    await alike(['Stranger', 'Other stranger'])
    await relateGames(test.db)
    await own(june, owned ? [owned] : [])
    await june.put(`/api/wishlist/${wanted?.id}`, {})
    expect(await suggestions(june)).toEqual([])
    await set(june, { isCounted: true })
    expect(await suggestions(june)).toEqual([])
    await set(june, { isSuggested: true })
    expect(await titles(june)).toEqual(['Beside', 'Near', 'Nearer'])
    const reasons = new Map((await suggestions(june)).map(({ game, because }) => [game.title, because]))
    expect(reasons.get('Near')).toEqual({ kind: 'owned', slug: owned?.slug, title: 'Owned' })
    expect(reasons.get('Beside')).toEqual({ kind: 'wanted', slug: wanted?.slug, title: 'Wanted' })
    await set(june, { isSuggested: false })
    expect(await suggestions(june)).toEqual([])
  })

  it('leave out what is owned, wanted, blocked, gone or their own', async () => {
    const [seed, owned, wanted, blocked, gone, shown] = await alike([
      'Seed',
      'Has',
      'Wants',
      'Blocked',
      'Gone',
      'Shown',
    ])
    if (!seed || !owned || !wanted || !blocked || !gone || !shown) throw new Error('no games')
    await relateGames(test.db)
    await own(june, [seed, owned])
    await june.put(`/api/wishlist/${wanted.id}`, {})
    await set(june, { isSuggested: true })
    expect(await titles(june)).toEqual(['Blocked', 'Gone', 'Shown'])
    await june.put(`/api/blocks/game/${blocked.id}`, undefined)
    await test.sql`update games set suspended_at = now() where id = ${gone.id}`
    expect(await titles(june)).toEqual(['Shown'])
    await test.sql`update games set developer_id = ${june.id} where id = ${shown.id}`
    expect(await titles(june)).toEqual([])
  })

  it('name no game as a reason that is blocked, or hidden in the library', async () => {
    const [blocked] = await alike(['Blocked reason', 'By the blocked'])
    const [hidden] = await alike(['Hidden reason', 'By the hidden'])
    if (!blocked || !hidden) throw new Error('no games')
    await relateGames(test.db)
    await own(june, [blocked, hidden])
    await set(june, { isSuggested: true })
    expect(await titles(june)).toEqual(['By the blocked', 'By the hidden'])
    await june.patch(`/api/library/${hidden.id}`, { hidden: true })
    await june.put(`/api/blocks/game/${blocked.id}`, undefined)
    expect(await suggestions(june)).toEqual([])
  })

  it('follow the content choice, and are six at most, two of one developer', async () => {
    const { id: developerId } = await signedIn(test, 'developer')
    const [seed] = await alike(['First', 'A', 'B', 'C', 'D', 'E', 'F', 'G'])
    const [adult] = await alike(['Grown up', 'Also grown up'], { category: 'NSFW' })
    const [one] = await alike(['By one', 'By one', 'By one', 'By one'], { developerId })
    if (!seed || !adult || !one) throw new Error('no games')
    await relateGames(test.db)
    await set(june, { isSuggested: true })
    await own(june, [adult])
    expect(await titles(june)).toEqual(['Also grown up'])
    const sfw = await june.get('/api/suggestions', { cookie: 'content=sfw' })
    expect(sfw.body.suggestions).toEqual([])
    await own(june, [one])
    expect((await titles(june)).filter((title) => title === 'By one')).toHaveLength(2)
    await own(june, [seed])
    expect(await titles(june)).toHaveLength(6)
  })
})
