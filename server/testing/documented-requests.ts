/** Requests as the OpenAPI document describes them, most of them with something wrong. */
import fc from 'fast-check'

export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
}
type Parameter = { name: string; in: string; schema?: Schema }
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }
export type OpenApi = { paths: Record<string, Record<string, Operation>> }

export type DocumentedRequest = {
  /** As the document names it, `GET /api/games/{id}`. */
  call: string
  method: string
  /** With parameters and query. */
  path: string
  body: { type: string; content: string } | { form: [name: string, value: string | Uint8Array][] } | null
}

const HOSTILE_STRINGS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '%',
  '%00',
  '_',
  '..',
  '../../etc/passwd',
  "'; drop table orders; --",
  '\u202e\u2066gpj.exe',
  '\r\nx-forged: 1',
  '__proto__',
  'NaN',
  'null',
  '-0',
  '1e309',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '99999-12-31T23:59:59Z',
  '00000000-0000-0000-0000-000000000000',
  'ﷺ'.repeat(200),
  '😀'.repeat(100),
  'x'.repeat(5_000),
]
const hostileString = fc.constantFrom(...HOSTILE_STRINGS)
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileString,
  fc.constantFrom(null, true, [], {}, [null], [[[[]]]], { __proto__: 1, constructor: { prototype: 1 } }),
  fc.constantFrom(0, -1, 1.5, 1e-9, 1e300, 2 ** 31, 2 ** 53, -(2 ** 63)),
  fc.jsonValue(),
)

/** Weights: of a hundred values so many are not what the document asks for. */
const WRONG_OF_100 = 7

/** @param ids things that exist, by what names them in addresses and bodies */
export function documentedRequest(
  document: OpenApi,
  ids: readonly string[],
): fc.Arbitrary<DocumentedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const someId = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: hostileString },
  )
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const parameters = operation.parameters ?? []
    const query = parameters.filter((parameter) => parameter.in === 'query')
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    return fc
      .record({
        ids: fc.tuple(...names.map(() => someId)),
        query: fc.tuple(...query.map((parameter) => queryOf(parameter, ids))),
        body: bodyOf(operation, ids),
      })
      .map((made) => {
        const filled = names.reduce(
          (address, name, at) => address.replace(`{${name}}`, () => encoded(made.ids[at] ?? '')),
          path,
        )
        const search = made.query.flat().join('&')
        return {
          call: `${method} ${path}`,
          method,
          path: search ? `${filled}?${search}` : filled,
          body: made.body,
        }
      })
  })
}

/** Percent-encoded; a lone surrogate, which has no encoding, as its replacement. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** None, one or several times `name=value`. */
function queryOf({ name, schema }: Parameter, ids: readonly string[]): fc.Arbitrary<string[]> {
  const one = nearlyFitting(schema ?? {}, ids).map((value) => `${encoded(name)}=${encoded(textOf(value))}`)
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant<string[]>([]) },
    { weight: 10, arbitrary: one.map((pair) => [pair]) },
    { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }) },
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function bodyOf({ requestBody }: Operation, ids: readonly string[]): fc.Arbitrary<DocumentedRequest['body']> {
  const [type, { schema } = { schema: {} }] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined) return fc.constant(null)
  if (type === 'multipart/form-data') return formOf(schema, ids)
  const whole = nearlyFitting(schema, ids).map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 30, arbitrary: whole.map((content) => ({ type, content })) },
    { weight: 1, arbitrary: whole.map((content) => ({ type, content: content.slice(0, -1) })) },
    { weight: 1, arbitrary: whole.map((content) => ({ type: 'text/plain', content })) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

function formOf(
  schema: Schema,
  ids: readonly string[],
): fc.Arbitrary<{ form: [string, string | Uint8Array][] }> {
  const part = fc.oneof(
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    { weight: 3, arbitrary: hostileString },
  )
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    fc
      .oneof(
        { weight: 12, arbitrary: nearlyFitting(field, ids).map(textOf) },
        { weight: 2, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: part },
      )
      .map((value): [string, string | Uint8Array][] => (value === null ? [] : [[name, value]])),
  )
  const pictures = fc.constantFrom('cardImage', 'coverImage', 'screenshots', 'avatar', 'unknown')
  const more = fc.array(fc.tuple(pictures, part), { maxLength: 2 })
  return fc
    .tuple(fc.tuple(...fields), more)
    .map(([known, unknown]) => ({ form: [...known.flat(), ...unknown] }))
}

/** A value of a schema; now and then something else in its place, at any depth. */
function nearlyFitting(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 100 - WRONG_OF_100, arbitrary: fittingValue(schema, ids) },
    { weight: WRONG_OF_100, arbitrary: hostile },
  )
}

function fittingValue(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum?.length) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices?.length) return fc.oneof(...choices.map((choice) => fittingValue(choice, ids)))
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, ids)))
}

function ofType(type: string, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectOf(schema, ids)
    case 'array':
      return fc.array(nearlyFitting(schema.items ?? {}, ids), {
        minLength: Math.min(schema.minItems ?? 0, 5),
        maxLength: Math.max(Math.min(schema.maxItems ?? 4, 4), Math.min(schema.minItems ?? 0, 5)),
      })
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return stringOf(schema, ids)
  }
}

function objectOf({ properties = {}, required = [] }: Schema, ids: readonly string[]): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, nearlyFitting(field, ids)]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

function numberOf({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? 0, -(2 ** 31))
  const max = Math.min(maximum ?? 100_000, 2 ** 31)
  return fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(Math.max(min, max)) }),
    fc.constantFrom(min, max),
  )
}

function stringOf(
  { format, minLength = 0, maxLength = 60 }: Schema,
  ids: readonly string[],
): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() })
    case 'email':
      return fc.constantFrom('june@example.test', 'kim@example.test', 'NOBODY@EXAMPLE.TEST')
    case 'date':
      return fc.constantFrom('2026-01-31', '2024-02-29', '1970-01-01', '2999-12-31')
    case 'date-time':
      return fc.constantFrom(
        '2026-01-31T00:00:00.000Z',
        '1970-01-01T00:00:00.000Z',
        '2999-12-31T23:59:59.999Z',
      )
    default: {
      const most = Math.max(minLength, Math.min(maxLength, 200))
      return fc.oneof(
        fc.string({ minLength, maxLength: most }),
        fc.string({ unit: 'binary', minLength, maxLength: most }),
        fc.constantFrom(...ids, 'https://example.test/a?b=1', '<b>bold</b>', '1234', '9.99', '2026-01-31'),
      )
    }
  }
}
