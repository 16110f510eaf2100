import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type Serialize = ReturnType<typeof fastJson>

/** Compiling all schemas takes longer than opening the rest of a store, and a test run opens hundreds. */
const compiled = new WeakMap<z.ZodType, Serialize>()

/**
 * Writes a response by its schema in the contract, compiled once per process: unlisted fields cannot leave, missing listed
 * ones fail. It does not check each value again, which TypeScript has done: a null in the wrong place is written
 * as an empty value.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const known = compiled.get(schema)
  if (known) return known
  // This dialect uses `nullable`; others use a union of schemas that would be tried one after the other.
  const serialize = fastJson(
    z.toJSONSchema(schema, { io: 'output', target: 'openapi-3.0' }) as fastJson.Schema,
  )
  compiled.set(schema, serialize)
  return serialize
}
