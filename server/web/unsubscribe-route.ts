import type { FastifyInstance, RouteHandlerMethod } from 'fastify'

/** The target of the link in each news email. */
export const UNSUBSCRIBE_PATH = '/u/:token'

const FORM_BYTES_MAX = 4 * 1024

/**
 * Accepts the one click that ends the news: from the page's form, which works without scripts, and from mail programs that
 * click it for the reader (RFC 8058), and also send a form, without a cookie. The form's content does not matter.
 */
export async function unsubscribeRoute(app: FastifyInstance, sendPage: RouteHandlerMethod): Promise<void> {
  await app.register(async (form) => {
    form.removeAllContentTypeParsers()
    form.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX },
      (_request, _body, done) => done(null, null),
    )
    form.post(UNSUBSCRIBE_PATH, { config: { access: 'anyone' } }, sendPage)
  })
}
