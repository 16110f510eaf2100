import type { Call, CallName } from '@nofiller/contract/call'
import { calls } from '@nofiller/contract/calls'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Person, signedIn } from '../../../testing/fixtures/people.ts'
import { useTestStore } from '../../../testing/store.ts'
import { asHttpError } from './error-response.ts'

/** Phrases of zod's messages, which no person should read. */
const OF_VALIDATOR =
  /invalid (input|option|string|number|format|key|value|uuid|url|email|iso|discriminator)|expected|received|too (big|small)|pattern|regex|unrecogni[sz]ed|\bnan\b|undefined|\bnull\b|instance|[\\^$]\W|<=|>=|\|/i

/** One of each type. Empty lists and objects are not valid in any field. */
const WRONG = [undefined, null, 'wrong', 'x'.repeat(5_000), -1, 1.5, 1e300, {}, [null]]

const test = useTestStore()
let admin: Person
beforeAll(async () => {
  admin = await signedIn(test, 'admin')
})

const callsByName = Object.entries(calls) as [CallName, Call][]

const shapeOf = (schema: z.ZodType | undefined): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** Every value with one wrong field, and the wrong bodies, with the schema that reads them. */
function* wrongValues({ params, query, body, form }: Call): Generator<[schema: z.ZodType, value: unknown]> {
  for (const wrong of WRONG) {
    for (const schema of [params, query, form])
      for (const field of shapeOf(schema)) if (schema) yield [schema, { [field]: asText(wrong) }]
    if (!body) continue
    yield [body, wrong]
    for (const field of shapeOf(body)) yield [body, { [field]: wrong }]
  }
}

/** A schema's error, as the error handler answers it. */
function refusalOf(schema: z.ZodType, value: unknown) {
  const { error } = validatorCompiler({ schema, method: 'POST', url: '/' })(value) as { error?: unknown }
  return error ? asHttpError(Object.assign(new Error(), { validation: error })) : null
}

const ofValidator = (error: string, fields: Record<string, string> = {}) =>
  [error, ...Object.values(fields)].filter((sentence) => OF_VALIDATOR.test(sentence))

it('no schema answers with the validator’s own messages', () => {
  const offending = new Set<string>()
  let refused = 0
  for (const [name, call] of callsByName)
    for (const [schema, value] of wrongValues(call)) {
      const refusal = refusalOf(schema, value)
      if (!refusal) continue
      refused += 1
      for (const sentence of ofValidator(refusal.message, refusal.fields))
        offending.add(`${name} ${asText(value).slice(0, 100)}: ${sentence}`)
    }
  expect([...offending]).toEqual([])
  expect(refused).toBeGreaterThan(1_000)
})

/** Malformed in each part of a call: its address, query, body or form. */
async function sendWrong(name: CallName, { params, query, body, form }: Call) {
  const [method, path] = name.split(' ') as [string, string]
  const search = query ? `?${new URLSearchParams(shapeOf(query).map((field) => [field, 'wrong']))}` : ''
  const address = path.replace(/:\w+/g, 'wrong') + search
  if (form) {
    const wrong = new FormData()
    for (const field of shapeOf(form)) wrong.append(field, 'wrong')
    return admin.send(method, address, { body: wrong })
  }
  if (!params && !query && !body) return null
  const json = { body: '[null]', headers: { 'content-type': 'application/json' } }
  return admin.send(method, address, body ? json : {})
}

it('no call answers with the validator’s own messages', async () => {
  const offending: string[] = []
  let refused = 0
  for (const [name, call] of callsByName) {
    const answer = await sendWrong(name, call)
    if (!answer || answer.status < 400) continue
    if (answer.status === 401) admin = await signedIn(test, 'admin') // the call has ended the session
    refused += 1
    const { error, fields } = JSON.parse(answer.text)
    for (const sentence of ofValidator(error, fields)) offending.push(`${name}: ${sentence}`)
    expect(answer.status, name).not.toBe(500)
  }
  expect(offending).toEqual([])
  expect(refused).toBeGreaterThan(100)
})

it.each([
  ['GET', '/api/admin/users/wrong', 'This id is not valid.'],
  ['GET', '/api/games?limit=many', 'Use a number.'],
  ['GET', '/api/games?limit=500', 'Use at most 100.'],
  [
    'GET',
    '/api/games?sort=best',
    'Use one of these: match, new, updated, popular, price, -price, discount, reviews, title, random.',
  ],
])('%s %s answers: %s', async (method, path, sentence) => {
  expect((await admin.send(method, path)).body.error).toBe(sentence)
})
