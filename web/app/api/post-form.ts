import type { CallName, ResponseBody, Sent } from '@nofiller/contract/calls'
import { readStored } from '../session/stored-user.ts'
import { errorOf } from './api-error.ts'
import { addressOf, splitName, withFreshToken } from './client.ts'
import { sendByXhr } from './xhr.ts'

/** The calls with a multipart body. */
type FormCallName = {
  [Name in CallName]: Sent<Name, 'form'> extends undefined ? never : Name
}[CallName]

export type FormOptions<Name extends FormCallName> = {
  form: FormData
  onProgress?: (sentBytes: number, totalBytes: number) => void
  signal?: AbortSignal
} & (Sent<Name, 'params'> extends undefined ? { params?: undefined } : { params: Sent<Name, 'params'> })

/**
 * Makes a call with a multipart body, and reports its progress. Refreshes and retries like `call`.
 * @throws ApiError as `call`
 */
export async function postForm<Name extends FormCallName>(
  name: Name,
  options: FormOptions<Name>,
): Promise<ResponseBody<Name>> {
  const [method, path] = splitName(name)
  const send = (token: string | null) =>
    sendByXhr({
      method,
      url: addressOf(path, options.params),
      headers: {
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: options.form,
      signal: options.signal,
      onProgress: options.onProgress,
    })
  const reply = await withFreshToken(readStored()?.token ?? null, send, ({ body }) => body)
  if (reply.status < 200 || reply.status > 299) throw errorOf(reply.status, reply.body, reply.header)
  return JSON.parse(reply.body) as ResponseBody<Name> // the server checks its responses against the same contract
}
