import { writeTotal } from '@nofiller/contract/catalog/browsing'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const LIST_HEADERS = ['link', 'x-total-count', 'x-hidden-count'] as const
export type ListHeaders = Partial<Record<(typeof LIST_HEADERS)[number], string>>

/** `Link: <…>; rel="next"` and `X-Total-Count`, the headers of every list that can grow (requirements 2.4). */
export function pageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, next }: { total: number; next: string | null },
): void {
  reply.header('x-total-count', writeTotal(total))
  if (next === null) return
  const address = new URL(request.url, 'http://store')
  address.searchParams.set('after', next)
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`)
}
