import type { FastifyInstance, RouteHandlerMethod } from 'fastify'

/** Where the link of each news mail leads. */
export const UNSUBSCRIBE_PATH = '/u/:token'

const FORM_BYTES_MAX = 4 * 1024

/**
 * Takes the one press that ends the news: from the page's form, which works without scripts, and from mail programs that
 * press it for the reader (RFC 8058), which send a form as well, without a cookie. What the form says does not matter.
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
