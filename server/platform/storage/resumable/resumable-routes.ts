/** The routes of resumable uploads: HEAD and PATCH of tus 1.0 below `/files/resumable/`, signed. */
import type { FastifyInstance } from 'fastify'
import { forbidden } from '../../http/errors/errors.ts'
import type { AddressSigner } from '../signed-address.ts'
import { isStorageKey } from '../storage.ts'
import type { ResumableUploads } from './resumable.ts'

const IDLE_MS = 30_000
const PATH = '/files/resumable/*'
const TUS_HEADERS = ['upload-offset', 'upload-length', 'tus-resumable']

type ResumableRouteOptions = {
  uploads: ResumableUploads
  signer: AddressSigner
  siteOrigin: string
}

export async function resumableRoutes(
  app: FastifyInstance,
  { uploads, signer, siteOrigin }: ResumableRouteOptions,
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null)) // the body stays a stream

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': siteOrigin,
      'access-control-expose-headers': TUS_HEADERS.join(', '),
      vary: 'origin',
      'referrer-policy': 'no-referrer',
      'tus-resumable': '1.0.0',
    })
    request.raw.socket.setTimeout(IDLE_MS)
  })

  app.options(PATH, { config: { access: 'anyone' } }, async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'HEAD, PATCH',
        'access-control-allow-headers': 'content-type, tus-resumable, upload-offset',
        'access-control-max-age': '3600',
        'tus-version': '1.0.0',
      })
      .code(204)
      .send(),
  )

  app.route<{ Params: { '*': string } }>({
    method: ['HEAD', 'PATCH'],
    url: PATH,
    config: { access: 'anyone', streams: true },
    handler: async (request, reply) => {
      const key = request.params['*']
      const search = request.raw.url?.split('?')[1] ?? ''
      if (!isStorageKey(key) || !signer.check('PATCH', key, search))
        throw forbidden('This address is not valid or has expired.', 'bad_address')
      const { status, headers } = await uploads.answer(key, request.raw)
      for (const name of TUS_HEADERS) reply.header(name, headers.get(name) ?? undefined)
      return reply.code(status).send()
    },
  })
}
