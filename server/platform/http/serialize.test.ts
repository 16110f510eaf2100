import type { Call } from '@nofiller/contract/call'
import { calls } from '@nofiller/contract/calls'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { serializerCompiler } from './serialize.ts'

const PURSE = z.object({ coins: z.number() })
const SHAPE = z.object({
  name: z.string(),
  note: z.string().nullable(),
  purse: PURSE.nullable(),
  purses: z.array(PURSE),
  byName: z.record(z.string(), z.string()),
  nick: z.string().optional(),
})

const write = (answer: unknown) => {
  const serialize = serializerCompiler({ schema: SHAPE, method: 'GET', url: '/', httpStatus: '200' })
  return JSON.parse(serialize(answer))
}
const answer = { name: 'Ann', note: null, purse: { coins: 1.5 }, purses: [{ coins: 2 }], byName: { a: 'b' } }

it('B4 no field leaves the store unless the contract lists it, at any depth', () => {
  const secret = { secret: 'x' }
  const written = write({
    ...answer,
    ...secret,
    purse: { coins: 1.5, ...secret },
    purses: [{ coins: 2, ...secret }],
  })
  expect(written).toEqual(answer)
  expect(write({ ...answer, purse: null, nick: 'A' })).toEqual({ ...answer, purse: null, nick: 'A' })
})

it('fails if a listed field is missing', () => {
  expect(() => write({ ...answer, name: undefined })).toThrow('"name" is required')
})

it('every answer in the contract is closed to unknown fields', () => {
  const open = Object.entries<Call>(calls)
    .filter(([, { response: shape }]) => shape && hasOpenObject(z.toJSONSchema(shape, { io: 'output' })))
    .map(([name]) => name)
  expect(open).toEqual([])
})

function hasOpenObject(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { type, additionalProperties } = schema as { type?: string; additionalProperties?: unknown }
  const isOpen = type === 'object' && (additionalProperties === undefined || additionalProperties === true)
  return isOpen || Object.values(schema).some(hasOpenObject)
}
