// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
export type Reply<Body = any> = { status: number; headers: Headers; text: string; body: Body }

/** Calls the store as a browser would, with a bearer token or without. */
export type Client = {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  send(
    method: string,
    path: string,
    init?: { body?: BodyInit; headers?: Record<string, string> },
  ): Promise<Reply>
}

export function clientOf(url: string, token?: string): Client {
  const send: Client['send'] = async (method, path, init = {}) => {
    const answer = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      redirect: 'manual',
      // A connection for each call: the store closes one that idles for 5 s, and a call that is sent just then fails.
      headers: { connection: 'close', ...(token && { authorization: `Bearer ${token}` }), ...init.headers },
      ...(init.body !== undefined && { body: init.body }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: asJson(answer, text) }
  }
  return callerBy(send)
}

/** All of a client by how it sends. */
export function callerBy(send: Client['send']): Client {
  const sendJson =
    (method: string): Client['post'] =>
    (path, body, headers) =>
      send(method, path, {
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      })
  return {
    send,
    get: (path, headers) => send('GET', path, headers && { headers }),
    post: sendJson('POST'),
    put: sendJson('PUT'),
    patch: sendJson('PATCH'),
  }
}

const asJson = (answer: Response, text: string): unknown =>
  answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null
