import { withPlainLineBreaks } from '@nofiller/contract/text/line-breaks'
import type { FastifyInstance } from 'fastify'
import { visit } from 'jsonc-parser'
import { malformed } from '../errors/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads JSON bodies strictly (security F4): valid UTF-8, no duplicate key in an object, none that reaches a prototype. JSON
 * that two parsers could read differently is refused.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = strictText(bytes as Buffer) // by parseAs
    if (text === null) return done(malformed())
    return parse(request, text, (error, body) => done(error, withPlainLineBreaks(body)))
  })
}

function strictText(bytes: Buffer): string | null {
  try {
    const text = utf8.decode(bytes)
    return repeatsKey(text) ? null : text
  } catch {
    return null // not UTF-8, or nested deeper than the stack
  }
}

function repeatsKey(json: string): boolean {
  const open: Set<string>[] = []
  let repeated = false
  visit(json, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty: (key) => {
      if (open.at(-1)?.has(key)) repeated = true
      open.at(-1)?.add(key)
    },
    onObjectEnd: () => void open.pop(),
  })
  return repeated
}
