import type { ResponseBody } from '@nofiller/contract/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Serve } from '../../platform/http/serve.ts'
import type { Store } from '../../store.ts'
import { userAgentOf } from '../sessions/browser-name.ts'
import { LOG_IN } from './challenge.ts'
import { assertionOptions, loginWithPasskey } from './login-with-passkey.ts'
import { passkeysOf, removePasskey, renamePasskey } from './passkeys.ts'
import { registerPasskey, registrationOptions } from './register-passkey.ts'

type Opened = Awaited<ReturnType<typeof loginWithPasskey>>

const ok = { ok: true } as const

/** @param signedIn gives a browser the session that was opened for it */
export function passkeyRoutes(
  serve: Serve,
  store: Store,
  signedIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    opened: Opened,
  ) => Promise<ResponseBody<'POST /api/login/passkey'>>,
): void {
  serve('POST /api/login/passkey/options', async () => assertionOptions(store, LOG_IN))

  serve('POST /api/login/passkey', async ({ body, request, reply }) =>
    signedIn(request, reply, await loginWithPasskey(store, body, userAgentOf(request))),
  )

  serve('GET /api/passkeys', async ({ account }) => passkeysOf(store, account))

  serve('POST /api/passkeys/options', async ({ account }) => registrationOptions(store, account))

  serve('POST /api/passkeys', async ({ account, body, request }) =>
    registerPasskey(store, account, body, userAgentOf(request)),
  )

  serve('PATCH /api/passkeys/:id', async ({ account, params, body }) => {
    await renamePasskey(store, account, params.id, body.name)
    return ok
  })

  serve('DELETE /api/passkeys/:id', async ({ account, params }) => {
    await removePasskey(store, account, params.id)
    return ok
  })
}
