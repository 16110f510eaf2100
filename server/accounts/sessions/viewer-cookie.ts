import '@fastify/cookie' // its types of request.cookies and reply.setCookie
import { readLimits } from '@nofiller/contract/content-limits/limit-rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { PREPARED } from '../../platform/database/prepared-statements.ts'
import type { Viewer } from '../../platform/http/audience.ts'
import { hmac, keyFor, sha256 } from '../../platform/signatures.ts'
import { isLiving, SESSION_DAYS } from './session.ts'

export const VIEWER_COOKIE = 'viewer'
const TOKEN_BYTES = 16
const TOKEN = /^[\w-]{22}$/

export type ViewerCookie = ReturnType<typeof viewerCookie>

/**
 * The cookie of a browser whose account has blocks, because pages are asked for without a bearer token. It is a keyed hash of
 * the session, so two tabs that are answered at once get the same; it names nothing and only narrows: one that is forged, or of
 * a session that ended, shows what every visitor sees (security A16).
 */
export function viewerCookie({
  db,
  config,
}: {
  db: Database
  config: Pick<Config, 'publicUrl' | 'secretKeys'>
}) {
  const key = keyFor(config.secretKeys[0] as string, 'viewer') // readConfig gives at least one
  const tokenOf = (sessionId: string) => hmac(key, sessionId).subarray(0, TOKEN_BYTES).toString('base64url')
  const attributes = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.publicUrl.startsWith('https://'),
  } as const
  const clear = (reply: FastifyReply): void => void reply.clearCookie(VIEWER_COOKIE, attributes)

  return {
    clear,

    /** Whose blocks and limits apply to what a browser asks for; null for any other. */
    async viewerOf(request: FastifyRequest): Promise<Viewer | null> {
      const hash = hashIn(request)
      return hash && findViewer(db, hash)
    },

    /** Gives a session's browser the cookie while its account has blocks, and takes it away afterwards. */
    async keep(request: FastifyRequest, reply: FastifyReply, sessionId: string): Promise<void> {
      const session = await db
        .selectFrom('sessions')
        .leftJoin('account_blocks', 'account_blocks.account_id', 'sessions.account_id')
        .select(['sessions.viewer_hash', 'account_blocks.account_id as blocker'])
        .where('sessions.id', '=', sessionId)
        .executeTakeFirst()
      if (!session?.blocker) {
        if (VIEWER_COOKIE in request.cookies) clear(reply)
        if (session?.viewer_hash) await store(sessionId, null)
        return
      }
      const token = tokenOf(sessionId)
      const hash = sha256(token)
      if (!session.viewer_hash?.equals(hash)) await store(sessionId, hash)
      if (request.cookies[VIEWER_COOKIE] === token) return
      reply.setCookie(VIEWER_COOKIE, token, { ...attributes, maxAge: SESSION_DAYS * 86_400 })
    },
  }

  async function store(sessionId: string, viewerHash: Buffer | null): Promise<void> {
    await db.updateTable('sessions').set({ viewer_hash: viewerHash }).where('id', '=', sessionId).execute()
  }
}

function hashIn({ cookies }: FastifyRequest): Buffer | null {
  const token = cookies[VIEWER_COOKIE]
  return token !== undefined && TOKEN.test(token) ? sha256(token) : null
}

async function findViewer(db: Database, hash: Buffer): Promise<Viewer | null> {
  const row = await db
    .selectFrom('sessions')
    .modifyFront(PREPARED)
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .innerJoin('account_blocks', 'account_blocks.account_id', 'accounts.id')
    .leftJoin('account_limits', 'account_limits.account_id', 'accounts.id')
    .select(['accounts.id', 'account_blocks.changed_at', 'account_limits.limits'])
    .where('sessions.viewer_hash', '=', hash)
    .where(isLiving)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    limits: row.limits === null ? null : readLimits(row.limits),
    blocks: { accountId: row.id, changedAt: row.changed_at.toISOString() },
  }
}
