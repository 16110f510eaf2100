import { TEXT } from '@nofiller/contract/accounts/account-rules'
import { SECOND_FACTOR_TEXT } from '@nofiller/contract/accounts/second-factor-rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitsOfAccount } from '../content-limits/account-limits.ts'
import type { LimitsCookie } from '../content-limits/limits-cookie.ts'
import { placeOf } from '../platform/http/age-rule.ts'
import { asHttpError } from '../platform/http/errors/error-response.ts'
import { forbidden, unauthorized } from '../platform/http/errors/errors.ts'
import { addressKey } from '../platform/http/rate-limits.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { changeSettings } from './change-settings.ts'
import { emailChangeRoutes } from './email/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { changePassword } from './passwords/change-password.ts'
import { requestReset, resetPassword } from './passwords/password-reset.ts'
import { resendCode } from './registration/email-code.ts'
import type { Browser } from './registration/pending-registrations.ts'
import { register, registrationOf } from './registration/register.ts'
import { verifyEmail } from './registration/verify-email.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { listEvents } from './security-events/list-events.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import { userAgentOf } from './sessions/browser-name.ts'
import {
  buyerCookie,
  knownBrowserCookie,
  pendingLoginCookie,
  refreshCookie,
  registrationCookie,
  rememberedCookie,
} from './sessions/cookies.ts'
import { login } from './sessions/login.ts'
import { mailNewBrowser } from './sessions/new-browser.ts'
import { endEverySession, endOwnSession, openSessions } from './sessions/open-sessions.ts'
import { passkeyOptions, proveByPasskey, proveByPassword, waysToProve } from './sessions/reauthenticate.ts'
import { endSession, recordPlace, refreshSession } from './sessions/session.ts'
import { VIEWER_COOKIE, type ViewerCookie } from './sessions/viewer-cookie.ts'
import { whoami } from './sessions/whoami.ts'
import type { OtherKeys } from './take-back/recent-keys.ts'
import { takeBackRoutes } from './take-back/routes.ts'

const ok = { ok: true } as const

type OpenedSession = Awaited<ReturnType<typeof verifyEmail>>

/** Callbacks of the rest of the store for events of an account. */
type AccountHooks = {
  /** Releases what the account holds in other domains, such as claims of reviews. */
  onLogOut(accountId: string): Promise<void>
  /** Keys of other domains, for the page where an owner recovers an account. */
  otherKeys: readonly OtherKeys[]
}

export function accountRoutes(
  serve: Serve,
  store: Store,
  tokens: AccessTokens,
  hiding: HidingCookies,
  { onLogOut, otherKeys }: AccountHooks,
): void {
  const doors = { serve, store, tokens, ...hiding, ...cookiesOf(store) }
  const enter: Enter = (request, reply, opened) => signIn(doors, request, reply, opened)
  registrationRoutes(doors, enter)
  logInRoutes(doors, enter, onLogOut)
  passwordRoutes(doors)
  takeBackRoutes(serve, store, otherKeys)
  emailChangeRoutes(serve, store)
  passkeyRoutes(serve, store, enter)
  secondFactorRoutes(serve, store, enter)
  settingsRoutes(doors)
  reauthenticationRoutes(doors)
  sessionRoutes(doors)
}

const cookiesOf = ({ config }: Store) => ({
  cookie: refreshCookie(config),
  registration: registrationCookie(config),
  known: knownBrowserCookie(config),
  pendingLogin: pendingLoginCookie(config),
  remembered: rememberedCookie(config),
  buyer: buyerCookie(config),
})

/** The cookies by which pages leave out what an account does not want to see. */
type HidingCookies = { limitsOfBrowser: LimitsCookie; viewer: ViewerCookie }

/** What the routes of accounts share. */
type Doors = {
  serve: Serve
  store: Store
  tokens: AccessTokens
} & HidingCookies &
  ReturnType<typeof cookiesOf>

/** Signs a browser in with the session that was opened for it. */
type Enter = (
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedSession,
) => ReturnType<typeof signIn>

async function signIn(
  { store, tokens, limitsOfBrowser, viewer, cookie, known, buyer }: Doors,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, sessionId, refreshToken }: OpenedSession,
) {
  cookie.set(reply, refreshToken)
  buyer.set(reply, account.id)
  await recordPlace(store.db, sessionId, placeOf(request, store.config.COUNTRY_HEADER))
  if (known.markOf(request, account.id) === null) {
    await mailNewBrowser(store, account, sessionId)
  }
  known.remember(request, reply, account.id)
  const limits = await limitsOfAccount(store.db, account.id)
  if (limits) limitsOfBrowser.enter(request, reply, limits)
  await viewer.keep(request, reply, sessionId)
  const { id, username, email, role } = account
  return { accessToken: await tokens.sign(sessionId), user: { id, username, email, role } }
}

function signOut({ cookie, buyer, ...hiding }: Doors, request: FastifyRequest, reply: FastifyReply): void {
  cookie.clear(reply)
  buyer.clear(reply)
  leaveHiding(hiding, request, reply)
}

/** Puts a browser back to what it hides itself. */
function leaveHiding(
  { limitsOfBrowser, viewer }: HidingCookies,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  limitsOfBrowser.leave(request, reply)
  if (VIEWER_COOKIE in request.cookies) viewer.clear(reply)
}

const browserOf = ({ registration, remembered, known }: Doors, request: FastifyRequest): Browser => ({
  userAgent: userAgentOf(request),
  network: addressKey(request.ip),
  registrationId: registration.read(request),
  rememberedToken: remembered.read(request) ?? null,
  markOf: (accountId) => known.markOf(request, accountId),
})

function registrationRoutes(doors: Doors, enter: Enter): void {
  const { serve, store, registration } = doors

  serve('POST /api/register-start', async ({ body, request, reply }) => {
    const { registrationId, resendSeconds } = await register(store, body, browserOf(doors, request))
    registration.set(reply, registrationId)
    return { ...ok, resendSeconds }
  })

  serve('GET /api/registration', async ({ request }) => ({
    registration: await registrationOf(store, browserOf(doors, request)),
  }))

  serve('POST /api/verify-email', async ({ body, request, reply }) => {
    const opened = await verifyEmail(store, body, browserOf(doors, request))
    registration.clear(reply)
    return enter(request, reply, opened)
  })

  serve('POST /api/verify-resend', async ({ body, request }) => ({
    ...ok,
    resendSeconds: await resendCode(store, body.email, browserOf(doors, request)),
  }))
}

function logInRoutes(doors: Doors, enter: Enter, onLogOut: AccountHooks['onLogOut']): void {
  const { serve, store, tokens, cookie, registration, pendingLogin, buyer } = doors

  serve('POST /api/login', async ({ body, request, reply }) => {
    const opened = await login(store, body, browserOf(doors, request))
    if ('account' in opened) return enter(request, reply, opened)
    if ('pendingToken' in opened) {
      pendingLogin.set(reply, opened.pendingToken)
      throw forbidden(SECOND_FACTOR_TEXT.needed, 'second_factor_needed')
    }
    registration.set(reply, opened.registrationId)
    throw forbidden('Please verify your email before logging in.', 'unverified')
  })

  serve('POST /api/refresh', async ({ request, reply }) => {
    const given = cookie.read(request)
    const { sessionId, accountId, refreshToken } = await refreshed(store, given).catch((error) => {
      if (asHttpError(error)?.code === 'session_dead') leaveHiding(doors, request, reply) // nobody is signed in here
      throw error
    })
    if (refreshToken) cookie.set(reply, refreshToken)
    buyer.set(reply, accountId)
    return { accessToken: await tokens.sign(sessionId) }
  })

  serve('POST /api/logout', async ({ request, reply }) => {
    const given = cookie.read(request)
    const accountId = given ? await endSession(store.db, given) : null
    if (accountId) await onLogOut(accountId)
    signOut(doors, request, reply)
    return ok
  })
}

async function refreshed({ db }: Store, given: string | undefined) {
  if (!given) throw unauthorized('Refresh failed', 'session_dead')
  return refreshSession(db, given)
}

function passwordRoutes({ serve, store, known }: Doors): void {
  serve('POST /api/forgot-password', async ({ body }) => {
    await requestReset(store, body.email)
    return { message: TEXT.resetSent }
  })

  serve('POST /api/reset-password', async ({ body, request, reply }) => {
    known.remember(request, reply, await resetPassword(store, body, userAgentOf(request)))
    return ok
  })

  serve('PUT /api/password', async ({ account, body }) => {
    await changePassword(store, account, body)
    return ok
  })
}

function settingsRoutes({ serve, store, viewer }: Doors): void {
  serve('GET /api/whoami', async ({ account, request, reply }) => {
    // The first block may have been made, and the last one lifted, in another browser.
    if (account.blocks || VIEWER_COOKIE in request.cookies)
      await viewer.keep(request, reply, account.sessionId)
    return whoami(store.db, account.id)
  })

  serve('PUT /api/settings', async ({ account, body }) => {
    await changeSettings(store.db, account.id, body)
    return { user: await whoami(store.db, account.id) }
  })
}

function reauthenticationRoutes({ serve, store }: Doors): void {
  serve('GET /api/reauthentication', async ({ account }) => waysToProve(store.db, account))

  serve('POST /api/reauthentication', async ({ account, body }) => {
    await proveByPassword(store, account, body)
    return ok
  })

  serve('POST /api/reauthentication/passkey/options', async ({ account }) => passkeyOptions(store, account))

  serve('POST /api/reauthentication/passkey', async ({ account, body }) => {
    await proveByPasskey(store, account, body)
    return ok
  })
}

function sessionRoutes(doors: Doors): void {
  const { serve, store } = doors

  serve.list('GET /api/security-events', async ({ account, query }) => listEvents(store.db, account, query))

  serve('GET /api/sessions', async ({ account }) => openSessions(store.db, account))

  serve('DELETE /api/sessions/:id', async ({ account, params, request, reply }) => {
    await endOwnSession(store.db, account, params.id)
    if (params.id === account.sessionId) signOut(doors, request, reply)
    return ok
  })

  serve('DELETE /api/sessions', async ({ account, request, reply }) => {
    await endEverySession(store.db, account)
    signOut(doors, request, reply)
    return ok
  })
}
