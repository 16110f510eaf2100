import { linksOf, SELL_TEXT } from '@nofiller/contract/profiles/sell-rules'
import { expect, it } from 'vitest'
import { SELL_REQUEST, signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()

it('keeps the first of equal requests to sell, and shows the user what is pending', async () => {
  const june = await signedIn(test)
  expect((await june.get('/api/sell-request')).body).toEqual({ request: null })
  const asked = await Promise.all(
    Array.from({ length: 5 }, () => june.post('/api/sell-request', SELL_REQUEST)),
  )
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await june.post('/api/sell-request', { ...SELL_REQUEST, who: 'Somebody else' })
  const { request } = (await june.get('/api/sell-request')).body
  const { who, links, plans } = SELL_REQUEST
  expect(request).toMatchObject({ who, links, plans, decision: null, decidedAt: null, reason: null })
  expect((await june.get('/api/profile')).body.user.developerRequestedAt).not.toBeNull()
  expect((await june.get('/api/whoami')).body.role).toBe('player')
  const { count } = await test.store.db
    .selectFrom('sell_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', june.id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

it('tells a developer that they can already sell', async () => {
  const developer = await signedIn(test, 'developer')
  const { status, body } = await developer.post('/api/sell-request', SELL_REQUEST)
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'already_developer' })
})

it('names each missing or invalid field, and stores nothing', async () => {
  const june = await signedIn(test)
  const fieldsOf = async (changes: object) =>
    (await june.post('/api/sell-request', { ...SELL_REQUEST, ...changes })).body.fields
  expect(await fieldsOf({ who: ' ', links: [], plans: '', agreed: false })).toEqual({
    who: SELL_TEXT.who,
    links: SELL_TEXT.links,
    plans: SELL_TEXT.plans,
    agreed: SELL_TEXT.agreed,
  })
  for (const link of ['javascript:alert(1)', 'https://', 'https://nowhere', 'https://a b.example'])
    expect(await fieldsOf({ links: [link] }), link).toEqual({ links: SELL_TEXT.link })
  expect((await june.get('/api/sell-request')).body).toEqual({ request: null })
})

it('reads one link a line, and adds https to a bare host name', () => {
  expect(linksOf(' nightstall.example \n\n http://jam.example/nine\njavascript:alert(1)')).toEqual([
    'https://nightstall.example',
    'http://jam.example/nine',
    'javascript:alert(1)',
  ])
})
