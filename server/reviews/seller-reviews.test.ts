import type { SellerReview } from '@nofiller/contract/reviews/seller-reviews'
import { expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { usePerson } from '../testing/fixtures/people.ts'
import { anOwner, aReview } from '../testing/fixtures/reviews.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
const dev = usePerson(test, 'developer')
const other = usePerson(test, 'developer')
const admin = usePerson(test, 'admin')

it('RV8 A developer reads all reviews of a game, those against it, and those without an answer, 20 a page', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const path = `/api/dev/games/${game.id}/reviews`
  const [yes, no] = [
    await aReview(test, game, { name: 'username' }),
    await aReview(test, game, { recommends: false }),
  ]
  await dev.put(`/api/reviews/${yes.id}/answer`, { text: 'Thank you.' })
  const idsOf = async (query = '') =>
    (await dev.get(`${path}${query}`)).body.map(({ id }: SellerReview) => id)
  expect(new Set(await idsOf())).toEqual(new Set([yes.id, no.id]))
  expect(await idsOf('?show=not_recommended')).toEqual([no.id])
  expect(await idsOf('?show=unanswered')).toEqual([no.id])
  const first = await dev.get(`${path}?limit=1`)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = (await dev.get(next)).body
  expect(new Set([...first.body, ...second].map(({ id }: SellerReview) => id))).toEqual(
    new Set([yes.id, no.id]),
  )
  const { text } = await dev.get(path)
  for (const secret of [yes.writer.id, no.writer.id, no.writer.username, yes.writer.email])
    expect(text).not.toContain(secret)
  expect((await other.get(path)).status).toBe(404)
  expect((await admin.get(path)).body).toHaveLength(2)
})

it('RV5 A developer reads the share that buyers read, and why others do not count', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const refunded = await aReview(test, game, { recommends: false })
  for (let at = 0; at < 5; at += 1) await aReview(test, game, { recommends: at > 0 })
  await test.sql`delete from grants where account_id = ${refunded.writer.id}`
  await test.forgetCatalog()
  const { body } = await dev.get(`/api/dev/games/${game.id}/review-figures`)
  const { share, counted, shown, shownPositive, recent } = (await test.nobody.get(`/api/games/${game.id}`))
    .body.reviews
  expect(body).toEqual({
    share,
    counted,
    shown,
    shownPositive,
    recent,
    unanswered: 6,
    uncounted: { free_copy: 0, team: 0, refunded: 1, surge: 0, others: 0 },
    surge: null,
  })
  expect(share).toBe(80)
  expect((await other.get(`/api/dev/games/${game.id}/review-figures`)).status).toBe(404)
})

it('RV8 The answer to a review that was removed meanwhile is refused with a sentence', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const { id } = await aReview(test, game)
  await test.sql`update reviews set removed_at = now() where id = ${id}`
  expect(await dev.put(`/api/reviews/${id}/answer`, { text: 'Thank you.' })).toMatchObject({
    status: 404,
    body: { error: 'This review is no longer shown, so it can’t be answered.' },
  })
})

it('RV1 The library says from when on an owned game can be reviewed, and not of one that was', async () => {
  const game = await addGame(test, { developerId: dev.id })
  const [fresh, may, wrote] = [
    await anOwner(test, game, { fetchedHours: 1 }),
    await anOwner(test, game),
    (await aReview(test, game)).writer,
  ]
  const fromOf = async (who: typeof fresh) => (await who.get('/api/library?limit=24')).body[0].reviewFrom
  const { from } = (await fresh.get(`/api/games/${game.id}/review`)).body
  expect(await fromOf(fresh)).toBe(from)
  expect(new Date(await fromOf(may)).getTime()).toBeLessThan(Date.now())
  expect(await fromOf(wrote)).toBeNull()
})
