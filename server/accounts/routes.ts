import { TEXT } from '@nofiller/contract/account-rules'
import { unauthorized } from '../platform/http/errors.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import type { AccessTokens } from './access-token.ts'
import { changePassword } from './change-password.ts'
import { changeSettings } from './change-settings.ts'
import { resendCode, verifyEmail } from './email-code.ts'
import { login } from './login.ts'
import { endOwnSession, openSessions } from './open-sessions.ts'
import { requestReset, resetPassword } from './password-reset.ts'
import { refreshCookie } from './refresh-cookie.ts'
import { register } from './register.ts'
import { endSession, refreshSession, revokeAllSessions } from './session.ts'
import { whoami } from './whoami.ts'

const ok = { ok: true } as const

export function accountRoutes(serve: Serve, store: Store, tokens: AccessTokens): void {
  const cookie = refreshCookie(store.config)

  serve('POST /api/register-start', async ({ body }) => {
    await register(store, body)
    return ok
  })

  serve('POST /api/verify-email', async ({ body }) => {
    await verifyEmail(store, body.email, body.code)
    return ok
  })

  serve('POST /api/verify-resend', async ({ body }) => {
    await resendCode(store, body.email)
    return ok
  })

  serve('POST /api/login', async ({ body, request, reply }) => {
    const { account, sessionId, refreshToken } = await login(store, body, request.headers['user-agent'] ?? '')
    cookie.set(reply, refreshToken)
    const { id, username, email, role } = account
    return { accessToken: await tokens.sign(sessionId), user: { id, username, email, role } }
  })

  serve('POST /api/refresh', async ({ request, reply }) => {
    const given = cookie.read(request)
    if (!given) throw unauthorized('Refresh failed', 'session_dead')
    const { sessionId, refreshToken } = await refreshSession(store.db, given)
    if (refreshToken) cookie.set(reply, refreshToken)
    return { accessToken: await tokens.sign(sessionId) }
  })

  serve('POST /api/logout', async ({ request, reply }) => {
    const given = cookie.read(request)
    if (given) await endSession(store.db, given)
    cookie.clear(reply)
    return ok
  })

  serve('POST /api/forgot-password', async ({ body }) => {
    await requestReset(store, body.email)
    return { message: TEXT.resetSent }
  })

  serve('POST /api/reset-password', async ({ body }) => {
    await resetPassword(store, body.token, body.password)
    return ok
  })

  serve('GET /api/whoami', async ({ account }) => whoami(store.db, account.id))

  serve('PUT /api/settings', async ({ account, body }) => {
    await changeSettings(store.db, account.id, body)
    return { user: await whoami(store.db, account.id) }
  })

  serve('PUT /api/password', async ({ account, body }) => {
    await changePassword(store, account, body)
    return ok
  })

  serve('GET /api/sessions', async ({ account }) => openSessions(store.db, account))

  serve('DELETE /api/sessions/:id', async ({ account, params, reply }) => {
    await endOwnSession(store.db, account, params.id)
    if (params.id === account.sessionId) cookie.clear(reply)
    return ok
  })

  serve('DELETE /api/sessions', async ({ account, reply }) => {
    await revokeAllSessions(store.db, account.id)
    cookie.clear(reply)
    return ok
  })
}
