import type { FastifyReply, FastifyRequest } from 'fastify'

export const LIST_HEADERS = ['link', 'x-total-count'] as const
export type ListHeaders = Partial<Record<(typeof LIST_HEADERS)[number], string>>

/** `Link: <…>; rel="next"` and `X-Total-Count`, as every list that can grow carries (decisions §2). */
export function pageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, after }: { total: number; after: string | null },
): void {
  reply.header('x-total-count', String(total))
  if (after === null) return
  const next = new URL(request.url, 'http://store')
  next.searchParams.set('after', after)
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}
