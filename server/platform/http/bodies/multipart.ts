import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import '@fastify/multipart' // its types of request.parts
import { PICTURE_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import { withPlainLineBreaks } from '@nofiller/contract/text/line-breaks'
import { showSize } from '@nofiller/contract/text/size'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PRIVATE_FILE } from '../../private-files.ts'
import { zodProblem } from '../errors/error-response.ts'
import {
  badRequest,
  type HttpError,
  malformed,
  tooLarge,
  tooMany,
  unsupportedType,
} from '../errors/errors.ts'

export type FilePart = { field: string; fileName: string; path: string; sizeBytes: number }
export type Multipart = { form: unknown; files: FilePart[] }

export type MultipartOptions = {
  tempDir: string
  /** The file parts that are not pictures, and their maximum size. */
  largeParts: readonly string[]
  largePartBytesMax: number
  /** The maximum number of file parts. */
  filesMax: number | undefined
}

/**
 * Reads a multipart body: text fields by the schema (a repeated field is a list), file parts into the temporary folder,
 * from which they are removed after the response was sent or the request broke.
 */
export async function readMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodObject,
  options: MultipartOptions,
): Promise<Multipart> {
  if (!request.isMultipart()) throw unsupportedType('This call takes multipart/form-data.')
  const fields = new Map<string, string[]>()
  const files: FilePart[] = []
  // The response's `close`, because the request emits its own as soon as its body has been read.
  reply.raw.once('close', () => removeAll(files))

  try {
    await readParts(request, reply, options, fields, files)
  } catch (error) {
    throw isUnreadable(error) ? malformed() : error
  } finally {
    if (reply.raw.closed) removeAll(files) // the sender has disconnected, and received parts were read on
  }
  return { form: parseFields(schema, fields), files: files.filter((file) => file.sizeBytes > 0) }
}

async function readParts(
  request: FastifyRequest,
  reply: FastifyReply,
  { tempDir, largeParts, largePartBytesMax, filesMax }: MultipartOptions,
  fields: Map<string, string[]>,
  files: FilePart[],
): Promise<void> {
  const fileSize = largeParts.length > 0 ? largePartBytesMax : PICTURE_BYTES_MAX
  for await (const part of request.parts({ limits: { fileSize } })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge(`The field ${part.fieldname} is too long.`)
      const value = withPlainLineBreaks(String(part.value))
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), value])
      continue
    }
    if (files.length === filesMax) {
      part.file.resume() // so the client reads the response instead of getting a reset
      throw tooLarge(`Send at most ${filesMax} files.`)
    }
    const isLarge = largeParts.includes(part.fieldname)
    const bytesMax = isLarge ? largePartBytesMax : PICTURE_BYTES_MAX
    const refusal = isLarge ? refusalOfLarge(request, reply, part.fieldname, files) : null
    const path = join(tempDir, randomBytes(12).toString('hex'))
    const file: FilePart = { field: part.fieldname, fileName: part.filename, path, sizeBytes: 0 }
    files.push(file)
    const written = createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE })
    const isClosed = new Promise<void>((resolve) => written.once('close', resolve))
    // A file that is still being opened when the client disconnects can only be removed once it exists.
    await pipeline(first(refusal ? 0 : bytesMax, part.file), written).finally(() => isClosed)
    if (refusal) throw refusal
    if (part.file.truncated || part.file.bytesRead > bytesMax)
      throw tooLarge(isLarge ? `Files can be up to ${showSize(bytesMax)}.` : 'This image is too large.')
    file.sizeBytes = part.file.bytesRead
    if (isLarge) request.raw.socket.setTimeout(0) // storing it may take longer than an idle connection lives
  }
}

const sendingLarge = new Set<string>()

/** Why a large part is refused. An account has one at a time in the temporary folder, so nobody fills the disk. */
function refusalOfLarge(
  { account, ip }: FastifyRequest,
  reply: FastifyReply,
  field: string,
  files: readonly FilePart[],
): HttpError | null {
  if (files.some((file) => file.field === field))
    return badRequest('bad_request', `The field ${field} is given twice.`)
  const sender = account?.id ?? ip
  if (sendingLarge.has(sender))
    return tooMany(60, 'Another of your files is being sent. Wait until it is saved.')
  sendingLarge.add(sender)
  reply.raw.once('close', () => sendingLarge.delete(sender))
  if (reply.raw.closed) sendingLarge.delete(sender)
  return null
}

/** Passes on at most `bytesMax` bytes and drains the rest, so the client reads the response instead of getting a reset. */
async function* first(bytesMax: number, bytes: Readable): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    seen += chunk.length
    if (seen <= bytesMax) yield chunk
  }
}

/** The parser's errors for malformed bodies have no code, so they are recognized by their message. */
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
  for (const file of files) unlink(file.path).catch(() => undefined) // already removed, or swept later
}
