import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type Serialize = ReturnType<typeof fastJson>

/** Compiling all shapes takes longer than opening the rest of a store, of which a test run opens hundreds. */
const compiled = new WeakMap<z.ZodType, Serialize>()

/**
 * Writes an answer by its shape in the contract, compiled once a process: what is not listed cannot leave, what is listed
 * and missing fails. It does not check each value again, which TypeScript has done: a null in the wrong place is written
 * as an empty value.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const known = compiled.get(schema)
  if (known) return known
  // This dialect says `nullable`, where others offer a choice of schemas that would be tried one after the other.
  const serialize = fastJson(
    z.toJSONSchema(schema, { io: 'output', target: 'openapi-3.0' }) as fastJson.Schema,
  )
  compiled.set(schema, serialize)
  return serialize
}
