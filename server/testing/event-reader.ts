/** Reads server-sent events as a browser does. */
export async function readEvents(url: string) {
  const leaving = new AbortController()
  const answer = await fetch(url, { signal: leaving.signal })
  const events: unknown[] = []
  const raw: string[] = []
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of answer.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        if (data) events.push(JSON.parse(data))
        raw.push(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  })().catch(() => undefined)
  return {
    status: answer.status,
    headers: answer.headers,
    /** The data of each event so far. */
    events,
    /** All that came, in pieces, with comments and settings. */
    raw,
    /** Resolves when the server has ended the stream. */
    ended: reading,
    leave: () => leaving.abort(),
  }
}
