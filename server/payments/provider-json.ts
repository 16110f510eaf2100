import { z } from 'zod'
import { ProviderError } from './provider-http.ts'

/** An address that a buyer is sent to: never `javascript:`. */
export const WebAddress = z.url({ protocol: /^https?$/ })

/**
 * A provider's response in its documented shape.
 * @throws ProviderError with the names of the invalid fields, not their values
 */
export function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const fields = result.error.issues.map((issue) => issue.path.join('.') || 'the whole')
  throw new ProviderError(`the provider's answer has another shape: ${[...new Set(fields)].join(', ')}`)
}

/** Null for a message that is signed but not JSON: it is stored and ignored. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
