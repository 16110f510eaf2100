import { type CallName, calls } from '@nofiller/contract/calls'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { type Person, signedIn } from '../../../testing/fixtures/people.ts'
import { useTestStore } from '../../../testing/store.ts'

/** How zod words what it refuses, and what no person should read. */
const OF_VALIDATOR =
  /invalid (input|option|string|number|format|key|value|uuid|url|email|iso|discriminator)|expected|received|too (big|small)|pattern|regex|unrecogni[sz]ed|\bnan\b|undefined|\bnull\b|instance|[\\^$]\W|<=|>=|\|/i

/** Of each type one. Empty lists and objects are no wish that could be granted. */
const WRONG = [undefined, null, 'wrong', 'x'.repeat(5_000), -1, 1.5, 1e300, {}, [null]]

const test = useTestStore()
let admin: Person

const shapeOf = (schema: z.ZodType | undefined): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []

/** No access of the contract keeps an admin out, and a call that ends a session costs only this one. */
async function send(name: CallName, path: string, body?: unknown) {
  const [method] = name.split(' ') as [string]
  const answer = await admin.send(method, path, body === undefined ? {} : asBody(body))
  if (answer.status === 401) admin = await signedIn(test, 'admin')
  return answer
}

const asBody = (body: unknown) =>
  body instanceof FormData
    ? { body }
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }

const pathOf = (name: CallName, params: Record<string, string> = {}) =>
  (name.split(' ')[1] ?? '').replace(
    /:(\w+)/g,
    (_, param) => encodeURIComponent(params[param] ?? '') || '00000000-0000-7000-8000-000000000000',
  )

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** Every request that has one field wrong, and the wrong bodies. */
function* wrongRequests(name: CallName): Generator<[path: string, body?: unknown]> {
  const { params, query, body, form } = calls[name] as (typeof calls)[CallName] & {
    params?: z.ZodObject
    query?: z.ZodObject
    body?: z.ZodType
    form?: z.ZodObject
  }
  for (const wrong of WRONG) {
    const short = asText(wrong).slice(0, 300)
    for (const field of shapeOf(params)) yield [pathOf(name, { [field]: short })]
    for (const field of shapeOf(query)) yield [`${pathOf(name)}?${new URLSearchParams({ [field]: short })}`]
    for (const field of shapeOf(form)) {
      const data = new FormData()
      data.append(field, asText(wrong))
      yield [pathOf(name), data]
    }
    if (!body) continue
    yield [pathOf(name), wrong === undefined ? '' : wrong]
    for (const field of shapeOf(body)) yield [pathOf(name), { [field]: wrong }]
  }
}

it('no call answers in the words of the validator, whatever is wrong', async () => {
  admin = await signedIn(test, 'admin')
  const offending = new Set<string>()
  let refused = 0
  for (const name of Object.keys(calls) as CallName[])
    for (const [path, body] of wrongRequests(name)) {
      const { status, text } = await send(name, path, body)
      expect(status, `${name} ${path}`).not.toBe(500)
      if (status < 400) continue
      refused += 1
      const { error, fields = {} } = JSON.parse(text)
      for (const sentence of [error, ...Object.values<string>(fields)])
        if (OF_VALIDATOR.test(sentence)) offending.add(`${name} ${path}: ${sentence}`)
    }
  expect([...offending]).toEqual([])
  expect(refused).toBeGreaterThan(1_000)
}, 300_000)

it.each([
  ['GET', '/api/admin/users/wrong', 'This id is not valid.'],
  ['GET', '/api/games?limit=many', 'Use a number.'],
  ['GET', '/api/games?limit=500', 'Use at most 100.'],
  ['GET', '/api/games?sort=best', 'Use one of these: match, new, popular, price, -price, discount, title.'],
])('%s %s says: %s', async (method, path, sentence) => {
  admin = await signedIn(test, 'admin')
  expect((await admin.send(method, path)).body.error).toBe(sentence)
})
