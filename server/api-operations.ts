/** The contract's description of a call, in OpenAPI. */
import { type Access, admits } from '@nofiller/contract/access'
import { closesCall } from '@nofiller/contract/age/age-rules'
import { type Call, ErrorResponse } from '@nofiller/contract/call'
import { type CallGroup, type CallName, callGroups, calls } from '@nofiller/contract/calls'
import { z } from 'zod'

const GROUPS: Record<CallGroup, string> = {
  Catalog: 'Games, bundles, searches, and the limits of who looks at them',
  Accounts: 'Sign-up, sessions, passkeys, two-step verification, settings and personal data',
  Basket: 'What somebody means to buy',
  Orders: 'Checkout, payments, orders and receipts',
  Library: 'Games that somebody owns, and their files',
  Profiles: 'What developers say about themselves, and requests to sell',
  Games: 'The games of a developer: form, files and pictures',
  Pricing: 'Sales and discount codes',
  Payouts: 'What developers are owed and how they are paid',
  Webhooks: 'Where developers are told of what happens, and what was sent there',
  Analytics: 'Views, sales and earnings',
  Moderation: 'Reviews, reports, copyright notices, decisions and appeals',
  Administration: 'What admins see and do',
  Support: 'Messages to the store',
  Operation: 'How the process is doing',
  Sandbox: 'The built-in payment provider',
}

const isDocumented = (name: string): boolean => name.includes(' /api/')

/** The groups of calls under `/api/`. */
export const TAGS = (Object.keys(GROUPS) as CallGroup[]) // the record has no others
  .filter((group) => Object.keys(callGroups[group]).some(isDocumented))
  .map((name) => ({ name, description: GROUPS[name] }))

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The access token of a log-in, valid for a few minutes. `POST /api/refresh` answers another.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'refresh',
    description: 'Set by a log-in. Its name begins with `__Secure-` where the store is reached over https.',
  },
} as const

/** A provider proves itself by the signature of its message, which has no name in OpenAPI. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  anyone: [{}, { bearer: [] }],
  provider: [],
  refresh: [{ refreshCookie: [] }],
  'signed-in': [{ bearer: [] }],
  developer: [{ bearer: [] }],
  admin: [{ bearer: [] }],
}

const WHO: Record<Access, string> = {
  anyone: 'For everybody.',
  provider: 'For a provider, by the signature of its message.',
  refresh: 'For a browser that holds the refresh cookie.',
  'signed-in': 'For all who are signed in.',
  developer: 'For developers and admins.',
  admin: 'For admins.',
}

/** A call's possible error responses, by status. */
const ERRORS = {
  400: 'The request is malformed.',
  401: 'Nobody is signed in, or the session has ended.',
  403: 'The caller may not do this, or has to prove first who they are.',
  404: 'There is no such thing, or it is not the caller’s.',
  413: 'The body is too large.',
  415: 'The content type is not accepted.',
  422: 'A value breaks a rule; `fields` says which.',
  429: 'Too many requests; `Retry-After` says how long to wait.',
  451: 'The law closes the store where the caller is.',
  503: 'The store cannot answer right now; `Retry-After` says how long to wait.',
  default: 'Any other refusal or failure; `code` says which.',
}
type ErrorStatus = keyof typeof ERRORS

const { $schema: _schema, ...errorSchema } = z.toJSONSchema(ErrorResponse)
export const COMPONENTS = {
  securitySchemes: SECURITY_SCHEMES,
  schemas: { Error: errorSchema as object },
  responses: Object.fromEntries(
    Object.entries(ERRORS).map(([status, description]) => [
      nameOf(status),
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  ),
}

/** The parts of an operation that its schemas do not include. */
export function documentCall(name: CallName) {
  const call: Call = calls[name]
  return {
    operationId: operationId(name),
    tags: [groupOf(name)],
    description: described(call),
    security: SECURITY[call.access],
    errors: Object.fromEntries(
      errorsOf(name, call).map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
    ),
  }
}

/** `GET /api/games/:id` is `getGamesById`. */
function operationId(name: CallName): string {
  const [method = '', path = ''] = name.split(' ')
  const words = path
    .replace('/api/', '')
    .replace(/:(\w)/g, 'by-$1')
    .split(/[^A-Za-z\d]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const groupOf = (name: CallName): CallGroup | undefined =>
  (Object.keys(callGroups) as CallGroup[]).find((group) => name in callGroups[group])

const described = ({ access, fresh, limit, cached }: Call): string =>
  [
    WHO[access],
    fresh && 'Wants a log-in, or a proof of who it is, of the last ten minutes.',
    limit && `Counts toward the limit \`${limit}\`.`,
    cached && 'May be up to a minute old for callers who are not signed in.',
  ]
    .filter(Boolean)
    .join(' ')

function errorsOf(name: CallName, { access, params, query, body, form, limit }: Call): ErrorStatus[] {
  const isOpen = admits(access, 'nobody')
  const isSent = body !== undefined || form !== undefined
  const given: [ErrorStatus, boolean][] = [
    [400, true], // an address that is broken or too long
    [401, !isOpen || access === 'refresh' || access === 'provider'],
    [403, !isOpen],
    [404, params !== undefined],
    [413, isSent],
    [415, isSent],
    [422, isSent || query !== undefined],
    [429, limit !== undefined],
    [451, closesCall(name, access)],
    [503, true],
    ['default', true],
  ]
  return given.flatMap(([status, isPossible]) => (isPossible ? [status] : []))
}

function nameOf(status: string | number): string {
  return status === 'default' ? 'OtherError' : `Error${status}`
}
