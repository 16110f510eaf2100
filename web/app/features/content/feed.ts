/** An Atom feed as a response. */
export const feed = (xml: string): Response =>
  new Response(xml, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } })
