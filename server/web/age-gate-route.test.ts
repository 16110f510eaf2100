import { expect, it } from 'vitest'
import { aStore, useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })

const enter = async (
  fields: Record<string, string>,
  headers: Record<string, string> = { origin: test.url },
) => {
  const answer = await test.nobody.send('POST', '/age', { body: new URLSearchParams(fields), headers })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    cookie: answer.headers.get('set-cookie'),
  }
}

it.each(['show', 'blur'])('remembers %s, and returns to the page', async (content) => {
  const back = '/games?tag=Horror&sort=new'
  expect(await enter({ content, back })).toEqual({
    status: 303,
    location: back,
    cookie: `content=${content}; Max-Age=31536000; Path=/; SameSite=Lax`,
  })
})

it('restricts the cookie to HTTPS where the store uses HTTPS', async () => {
  const secure = await aStore({ pages: 'built', settings: { PUBLIC_URL: 'https://store.test' } })
  const answer = await secure.nobody.send('POST', '/age', {
    body: new URLSearchParams({ content: 'show', back: '/' }),
    headers: { origin: 'https://store.test' },
  })
  expect(answer.headers.get('set-cookie')).toMatch(/; Secure/)
})

it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/a/..//evil.test', 'javascript:alert(1)', ''])(
  'returns to no other site: %s',
  async (back) => {
    expect((await enter({ content: 'blur', back })).location).toBe('/')
  },
)

it('accepts only the two offered choices', async () => {
  for (const content of ['sfw', 'all', '', 'show; Domain=evil.test'])
    expect(await enter({ content, back: '/games' })).toEqual({
      status: 303,
      location: '/games',
      cookie: null,
    })
  expect((await enter({})).status).toBe(303)
})

it('accepts no form from another site', async () => {
  const form = { content: 'show', back: '/' }
  for (const origin of ['https://evil.test', 'null', `${test.url}.evil.test`])
    expect(await enter(form, { origin }), origin).toMatchObject({ status: 403, cookie: null })
  expect((await enter(form, {})).status).toBe(303)
})
