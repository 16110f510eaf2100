import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import '@fastify/multipart' // its types of request.parts
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { zodProblem } from './error-answer.ts'
import { badRequest, malformed, tooLarge, unsupportedType } from './errors.ts'

export type FilePart = { field: string; fileName: string; path: string; sizeBytes: number }
export type Multipart = { form: unknown; files: FilePart[] }

/**
 * Reads a multipart body: text fields by the schema (a repeated field is a list), file parts into the temporary folder,
 * from where they are removed when the answer has been sent or the request broke.
 */
export async function readMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodObject,
  tempDir: string,
): Promise<Multipart> {
  if (!request.isMultipart()) throw unsupportedType('This call takes multipart/form-data.')
  const fields = new Map<string, string[]>()
  const files: FilePart[] = []
  // Not the request's `close`: that comes as soon as its body has been read.
  reply.raw.once('close', () => removeAll(files))

  try {
    await readParts(request, tempDir, fields, files)
  } catch (error) {
    throw isUnreadable(error) ? malformed() : error
  } finally {
    if (reply.raw.closed) removeAll(files) // who sent them has left, and parts that had come were read on
  }
  return { form: parseFields(schema, fields), files: files.filter((file) => file.sizeBytes > 0) }
}

async function readParts(
  request: FastifyRequest,
  tempDir: string,
  fields: Map<string, string[]>,
  files: FilePart[],
): Promise<void> {
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge(`The field ${part.fieldname} is too long.`)
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value)])
      continue
    }
    const path = join(tempDir, randomBytes(12).toString('hex'))
    files.push({ field: part.fieldname, fileName: part.filename, path, sizeBytes: 0 })
    await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
    const file = files.at(-1)
    if (part.file.truncated) throw tooLarge('This picture is too large.')
    if (file) file.sizeBytes = part.file.bytesRead
  }
}

/** The parser has no code for a body that it cannot read. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && !('code' in error) && /multipart/i.test(error.message)

function parseFields(schema: z.ZodObject, fields: Map<string, string[]>): unknown {
  const values: Record<string, unknown> = Object.create(null)
  for (const [name, given] of fields) {
    if (!(name in schema.shape)) continue
    const isList = JSON.stringify(
      z.toJSONSchema(schema.shape[name], { io: 'input', unrepresentable: 'any' }),
    ).includes('"type":"array"')
    if (!isList && given.length > 1) throw badRequest('bad_request', `The field ${name} is given twice.`)
    values[name] = isList ? given : given[0]
  }
  const parsed = schema.safeParse({ ...values })
  if (!parsed.success) throw zodProblem(parsed.error.issues)
  return parsed.data
}

function removeAll(files: FilePart[]): void {
  for (const file of files) unlink(file.path).catch(() => undefined) // already gone, or swept later
}
