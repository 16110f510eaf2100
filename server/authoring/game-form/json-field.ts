import { withPlainLineBreaks } from '@nofiller/contract/text/line-breaks'
import type { z } from 'zod'
import { zodProblem } from '../../platform/http/errors/error-response.ts'
import { badRequest } from '../../platform/http/errors/errors.ts'

/** A form field that holds JSON, by its schema. @throws HttpError 400 that names the part of it which is wrong: `field.0` */
export function readJsonField<Schema extends z.ZodType>(
  field: string,
  json: string,
  schema: Schema,
): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(field, json))
  if (!parsed.success)
    throw zodProblem(parsed.error.issues.map((issue) => ({ ...issue, path: [field, ...issue.path] })))
  return parsed.data
}

function parseJson(field: string, json: string): unknown {
  try {
    return withPlainLineBreaks(JSON.parse(json))
  } catch {
    throw badRequest('bad_request', 'This request is malformed.', { [field]: 'This is not JSON.' })
  }
}
