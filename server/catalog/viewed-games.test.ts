import { expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()

it('The games that a browser remembers are answered in its order, each once, without what is not public or hidden', async () => {
  const june = await signedIn(test)
  const { id: developerId } = await signedIn(test, 'developer')
  const [adult, safe, draft, blocked] = [
    await addGame(test, { developerId, category: 'NSFW' }),
    await addGame(test, { developerId, category: 'SFW' }),
    await addGame(test, { developerId, status: 'draft' }),
    await addGame(test, { developerId }),
  ]
  const gameIds = [safe.id, adult.id, draft.id, blocked.id, june.id, safe.id]
  const seen = async (who: { post: typeof june.post }) => {
    const { status, body } = await who.post('/api/viewed-games/look-up', { gameIds })
    expect(status).toBe(200)
    return body.games.map(({ _id }: { _id: string }) => _id)
  }
  expect(await seen(june)).toEqual([safe.id, adult.id, blocked.id])
  expect((await june.put(`/api/blocks/game/${blocked.id}`, undefined)).status).toBe(200)
  expect(await seen(june)).toEqual([safe.id, adult.id])
})

it('More than a browser remembers are refused, and so is what is no id', async () => {
  const { id } = await signedIn(test)
  const look = async (gameIds: string[]) =>
    (await test.nobody.post('/api/viewed-games/look-up', { gameIds })).status
  expect(await look(Array.from({ length: 20 }, () => id))).toBe(200)
  expect(await look(Array.from({ length: 21 }, () => id))).toBe(422)
  expect(await look(['x'])).toBe(400)
})
