import { SECOND_FACTOR_TEXT } from '@nofiller/contract/accounts/second-factor-rules'
import type { ResponseBody } from '@nofiller/contract/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthorized } from '../../platform/http/errors/errors.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import { userAgentOf } from '../sessions/browser-name.ts'
import { pendingLoginCookie, rememberedCookie } from '../sessions/cookies.ts'
import { finishLogin } from './pending-login.ts'
import { forgetDevice, rememberedDevices } from './remembered-devices.ts'
import { beginRemoval, mailRemovalLink, stopOwnRemoval, stopRemovalByLink } from './removal.ts'
import { beginSetup, confirmSetup, renewRecoveryCodes, secondFactorOf, turnOff } from './second-factor.ts'

type Opened = Awaited<ReturnType<typeof finishLogin>>

const ok = { ok: true } as const
/** @param signedIn gives a browser the session that was opened for it */
export function secondFactorRoutes(
  serve: Serve,
  store: Store,
  signedIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    opened: Opened,
  ) => Promise<ResponseBody<'POST /api/login/second-factor'>>,
): void {
  const pendingLogin = pendingLoginCookie(store.config)
  const remembered = rememberedCookie(store.config)
  const tokenOf = (request: FastifyRequest): string => {
    const token = pendingLogin.read(request)
    if (!token) throw unauthorized(SECOND_FACTOR_TEXT.over, 'login_over')
    return token
  }

  serve('POST /api/login/second-factor', async ({ body, request, reply }) => {
    const opened = await finishLogin(store, tokenOf(request), body, userAgentOf(request))
    pendingLogin.clear(reply)
    if (opened.rememberedToken) remembered.set(reply, opened.rememberedToken)
    return signedIn(request, reply, opened)
  })

  serve('POST /api/login/second-factor/lost', async ({ request }) => {
    await mailRemovalLink(store, tokenOf(request))
    return ok
  })

  serve('POST /api/second-factor/removal', async ({ body, request }) =>
    beginRemoval(store, body.token, userAgentOf(request)),
  )

  serve('POST /api/second-factor/removal/stop', async ({ body, request }) => {
    await stopRemovalByLink(store, body.token, userAgentOf(request))
    return ok
  })

  serve('DELETE /api/second-factor/removal', async ({ account }) => {
    await stopOwnRemoval(store, account)
    return ok
  })

  serve('GET /api/second-factor', async ({ account }) => secondFactorOf(store.db, account.id))

  serve('GET /api/remembered-devices', async ({ account }) => rememberedDevices(store.db, account))

  serve('DELETE /api/remembered-devices/:id', async ({ account, params }) => {
    await forgetDevice(store.db, account, params.id)
    return ok
  })

  serve('POST /api/second-factor/setup', async ({ account, body }) => beginSetup(store, account, body))

  serve('POST /api/second-factor', async ({ account, body }) => ({
    recoveryCodes: await confirmSetup(store, account, body.code),
  }))

  serve('DELETE /api/second-factor', async ({ account, body }) => {
    await turnOff(store, account, body)
    return ok
  })

  serve('POST /api/second-factor/recovery-codes', async ({ account, body }) => ({
    recoveryCodes: await renewRecoveryCodes(store, account, body),
  }))
}
