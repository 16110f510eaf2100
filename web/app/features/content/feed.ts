/** An Atom feed as an answer. */
export const feed = (xml: string): Response =>
  new Response(xml, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } })
