import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  Assertion,
  Registration,
  RegistrationOptions,
  SignInOptions,
} from '@nofiller/contract/accounts/passkeys'

/** What an answer may have wrong in it. */
type Ceremony = {
  origin?: string
  challenge?: string
  rpId?: string
  isVerified?: boolean
  crossOrigin?: boolean
}

export type Authenticator = {
  credentialId: string
  /** What it counts its answers by; 0 when it does not count. */
  counter: number
  register(options: RegistrationOptions, ceremony?: Ceremony): Registration
  answer(options: SignInOptions, ceremony?: Ceremony): Assertion
}

/** One passkey on a device of software: a P-256 key that answers as WebAuthn says. A synced one says that it may be backed up. */
export function authenticatorAt(
  { url }: { url: string },
  kind: 'device' | 'synced' = 'device',
): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credentialId = id.toString('base64url')
  let userHandle: string | undefined

  const clientData = (
    type: string,
    challenge: string,
    { origin = new URL(url).origin, crossOrigin }: Ceremony,
  ) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin, ...(crossOrigin !== undefined && { crossOrigin }) }),
    )
  const authenticatorData = (rpId: string, { isVerified = true }: Ceremony, attested: Buffer | null) => {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (kind === 'synced' ? 0x18 : 0) | (attested ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(authenticator.counter, 1)
    return Buffer.concat([hash(rpId), head, attested ?? Buffer.alloc(0)])
  }
  const credential = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
  } as const

  const authenticator: Authenticator = {
    credentialId,
    counter: 0,
    register(options, ceremony = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey.export({ format: 'jwk' })),
      ])
      const data = authenticatorData(ceremony.rpId ?? options.rp.id, ceremony, attested)
      const client = clientData('webauthn.create', ceremony.challenge ?? options.challenge, ceremony)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestationObject(data).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer(options, ceremony = {}) {
      const data = authenticatorData(ceremony.rpId ?? options.rpId, ceremony, null)
      const client = clientData('webauthn.get', ceremony.challenge ?? options.challenge, ceremony)
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }
  return authenticator
}

const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

/** In CBOR: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`, a key for ES256 on P-256. */
const coseKey = ({ x = '', y = '' }: { x?: string; y?: string }): Buffer =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

/** In CBOR: `{fmt: "none", attStmt: {}, authData}`. */
const attestationObject = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
    data,
  ])
