import { type Clock, secondsOf } from '../clock.ts'
import { hmac, keyFor, sameBytes } from '../signatures.ts'
import type { GetGrant, Holder, PutGrant, ResumeGrant } from './storage.ts'

/** The rights of a signed URL; everything that matters is under the signature. */
export type Allowed =
  | { method: 'GET'; key: string; fileName: string; holder: Holder | null }
  | { method: 'PUT'; key: string; contentType: string; sizeBytes: number | undefined; maxBytes: number }
  | { method: 'PATCH'; key: string; contentType: string; sizeBytes: number }

/** The paths of each method's URLs. Each method has its own signatures, so none works for another. */
const FOLDERS = { GET: 'files', PUT: 'files', PATCH: 'files/resumable' } as const

export type AddressSigner = ReturnType<typeof addressSigner>

/**
 * Signs and checks addresses below `/files/` (security D2, D9).
 * @param secrets the current key first; URLs of the previous one stay valid until they expire (security H4)
 */
export function addressSigner(baseUrl: string, secrets: readonly string[], clock: Clock) {
  const keys = secrets.map((secret) => keyFor(secret, 'file-address'))
  const sign = (key: Buffer, method: string, path: string, query: URLSearchParams): string => {
    query.sort()
    return hmac(key, `${method}\n${path}\n${query}`).toString('base64url')
  }

  const address = (
    method: keyof typeof FOLDERS,
    key: string,
    query: Record<string, string>,
    expiresInSeconds: number,
  ): string => {
    const expires = secondsOf(clock()) + expiresInSeconds
    const parameters = new URLSearchParams({ ...query, expires: String(expires) })
    const signature = sign(keys[0] as Buffer, method, key, parameters) // readConfig gives at least one key
    return `${baseUrl}/${FOLDERS[method]}/${key}?${parameters}&signature=${signature}`
  }

  return {
    get: ({ key, fileName, expiresInSeconds, holder }: GetGrant): string =>
      address(
        'GET',
        key,
        { name: fileName, ...(holder && { for: `${holder.accountId}.${holder.fileId}` }) },
        expiresInSeconds,
      ),

    put: ({ key, contentType, sizeBytes, maxBytes, expiresInSeconds }: PutGrant): string =>
      address(
        'PUT',
        key,
        {
          type: contentType,
          ...(sizeBytes === undefined ? { max: String(maxBytes) } : { size: String(sizeBytes) }),
        },
        expiresInSeconds,
      ),

    /** For HEAD and PATCH of tus. */
    resume: ({ key, contentType, sizeBytes, expiresInSeconds }: ResumeGrant): string =>
      address('PATCH', key, { type: contentType, size: String(sizeBytes) }, expiresInSeconds),

    /** The rights of this URL, or null when it was changed, made for another method, or has expired. */
    check(method: string, key: string, search: string): Allowed | null {
      const query = new URLSearchParams(search)
      const given = Buffer.from(query.get('signature') ?? '', 'base64url')
      query.delete('signature')
      if (
        !keys.some((secret) => sameBytes(Buffer.from(sign(secret, method, key, query), 'base64url'), given))
      )
        return null
      if (secondsOf(clock()) > Number(query.get('expires'))) return null
      if (method === 'GET')
        return { method, key, fileName: query.get('name') ?? '', holder: holderIn(query.get('for')) }
      const contentType = query.get('type') ?? ''
      const size = query.get('size')
      if (method === 'PATCH') return { method, key, contentType, sizeBytes: Number(size) }
      if (method !== 'PUT') return null
      const sizeBytes = size === null ? undefined : Number(size)
      return { method, key, contentType, sizeBytes, maxBytes: sizeBytes ?? Number(query.get('max')) }
    },
  }
}

/** Null in a URL that depends on no account's rights, such as a demo's. */
function holderIn(text: string | null): Holder | null {
  const [accountId, fileId] = text?.split('.') ?? []
  return accountId && fileId ? { accountId, fileId } : null
}
