/** An Atom feed as a response. */
export const feed = (xml: string): Response =>
  new Response(xml, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'last-modified': changedAt(xml) },
  })

/** The feed's own time, which is that of its newest entry. */
const changedAt = (xml: string): string => new Date(/<updated>([^<]+)/.exec(xml)?.[1] ?? 0).toUTCString()
