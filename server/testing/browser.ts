import { type Client, callerBy, clientOf } from './client.ts'

export type Browser = Client & {
  /** What it holds, by name. */
  cookies: Map<string, string>
}

/** A caller that keeps the cookies it is given; `address` is where it calls from, if the store trusts its proxy. */
export function browserOf({ url }: { url: string }, address?: string): Browser {
  const cookies = new Map<string, string>()
  const plain = clientOf(url)
  const send: Client['send'] = async (method, path, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      ...(cookie && { cookie }),
      ...(address && { 'x-forwarded-for': address }),
      ...init.headers,
    }
    const reply = await plain.send(method, path, { ...init, headers })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }
  return { cookies, ...callerBy(send) }
}
