import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { accountRoutes } from './accounts/routes.ts'
import { requireSecondFactor } from './accounts/second-factor/require-second-factor.ts'
import { accountOf, authenticate } from './accounts/sessions/session.ts'
import { viewerCookie } from './accounts/sessions/viewer-cookie.ts'
import { adminRoutes } from './admin/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { apiDocs } from './api-docs.ts'
import { ensureBlurred } from './authoring/pictures/blurred-pictures.ts'
import { authoringRoutes } from './authoring/routes.ts'
import { basketRoutes } from './basket/routes.ts'
import { blockRoutes } from './blocks/routes.ts'
import { bounceRoutes, bounceWebhookRoute } from './bounces/routes.ts'
import { bundleRoutes } from './bundles/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { checkRoutes } from './checks/routes.ts'
import type { Config } from './config.ts'
import { confirmationRoutes } from './confirmations/routes.ts'
import { limitsCookie } from './content-limits/limits-cookie.ts'
import { limitsRoutes } from './content-limits/routes.ts'
import { unconfirmedNotices } from './copyright/confirm-notice.ts'
import { copyrightRoutes } from './copyright/routes.ts'
import { privateFeedKeys } from './feeds/private-feed.ts'
import { feedRoutes } from './feeds/routes.ts'
import { followRoutes } from './follows/routes.ts'
import { mayHave } from './library/download.ts'
import { ownedAmong } from './library/grants.ts'
import { libraryRoutes } from './library/routes.ts'
import { withheldObjects } from './library/withheld.ts'
import { letGoOfAll } from './moderation/approvals/claim.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { healthRoutes } from './monitoring/health.ts'
import { measureAnswers, metricsRoute } from './monitoring/metrics.ts'
import { muteRoutes } from './mutes/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { probeRoute } from './operations/doctor/proxy-probe.ts'
import { paymentCaseRoutes } from './orders/cases/routes.ts'
import { orderFollowers } from './orders/order-watch.ts'
import { returnRoute } from './orders/payment-page/return-route.ts'
import { paymentPageRoutes } from './orders/payment-page/routes.ts'
import { refundRoutes } from './orders/refunds/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { webhookRoute } from './orders/settlement/webhook-route.ts'
import type { Parts } from './parts.ts'
import { payoutAddressKeys } from './payouts/addresses/taken-back.ts'
import { payoutRoutes, payoutWebhookRoute } from './payouts/routes.ts'
import { penNameRoutes } from './pen-names/routes.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import { closeByCountry } from './platform/http/age-rule.ts'
import { answerBroken } from './platform/http/bodies/broken-request.ts'
import { readJson } from './platform/http/bodies/json-body.ts'
import { keepRawBodies } from './platform/http/bodies/raw-body.ts'
import { readRefusedBodies } from './platform/http/bodies/refused-body.ts'
import { BOUNDS_WITH_LIMITS, responseCache } from './platform/http/caching/response-cache.ts'
import { followRequests, requesterOf } from './platform/http/current-request.ts'
import { answerError } from './platform/http/errors/error-response.ts'
import { answerUnknown } from './platform/http/errors/not-found.ts'
import { eventStreams } from './platform/http/event-stream.ts'
import { ARRIVAL, type Arrival, guardRequests, originForm } from './platform/http/guard.ts'
import { serializerCompiler } from './platform/http/serialize.ts'
import { type CachedResponse, serving } from './platform/http/serve.ts'
import { resumableRoutes } from './platform/storage/resumable/resumable-routes.ts'
import { fileRoutes } from './platform/storage/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { releaseRoutes } from './releases/routes.ts'
import { reportCaseRoutes, reportRoutes } from './reports/routes.ts'
import { unconfirmedReports } from './reports/sending/confirm-report.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { saleRoutes } from './sales/routes.ts'
import { mailboxRoute } from './sandbox/mailbox.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { transparencyRoutes } from './transparency/routes.ts'
import type { OpenPages } from './web/page-source.ts'
import { pageRoutes } from './web/routes.ts'
import { endpointKeys } from './webhooks/end-endpoints.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { wishlistRoutes } from './wishlist/routes.ts'

const JSON_BYTES_MAX = 256 * 1024
const HEADER_BYTES_MAX = 16 * 1024
const FIELD_BYTES_MAX = 1024 * 1024
const IDLE_MS = 30_000

/** Builds the HTTP server from its parts. `openPages` opens what browsers are shown; without it only the API is served. */
export async function buildApp(
  parts: Parts,
  openPages: OpenPages | null,
  arrival: Arrival = ARRIVAL,
): Promise<FastifyInstance> {
  const { store, tokens, storage, disk, signer, tempDir } = parts
  const { config, log } = store
  const app = createServer(config, log, arrival)
  followRequests(app)
  measureAnswers(app)
  guardRequests(app, { https: isHttps(config), maxInFlight: config.MAX_IN_FLIGHT, arrival })
  closeByCountry(app, config)
  readRefusedBodies(app)
  readJson(app)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fields: 200, files: 40, fieldSize: FIELD_BYTES_MAX, parts: 240 },
  })
  if (config.apiDocs) await apiDocs(app, config)

  const answers = responseCache<CachedResponse>()
  const responsesWithLimits = responseCache<CachedResponse>(() => true, BOUNDS_WITH_LIMITS)
  store.catalogChanged.onChange(() => {
    answers.clear()
    responsesWithLimits.clear()
  })
  const events = eventStreams(app, {
    max: config.MAX_EVENT_STREAMS,
    maxPerAddress: Math.ceil(config.MAX_EVENT_STREAMS / 10),
  })
  const viewer = viewerCookie(store)
  const serveOn = (instance: FastifyInstance) =>
    serving(instance, {
      authenticate: (request) => authenticate(store.db, tokens, request),
      viewerOf: viewer.viewerOf,
      admitAdmin: (account) => requireSecondFactor(store, account),
      askAgain: (account) => accountOf(store.db, account),
      rateLimits: store.rateLimits,
      answers,
      responsesWithLimits,
      events,
      tempDir,
      largePartBytesMax: config.MAX_UPLOAD_BYTES,
    })
  const serve = serveOn(app)
  healthRoutes(serve, store)
  metricsRoute(app, config, store)
  probeRoute(app, config, store.clock)
  const limitsOfBrowser = limitsCookie(config)
  accountRoutes(
    serve,
    store,
    tokens,
    { limitsOfBrowser, viewer },
    {
      onLogOut: (accountId) => letGoOfAll(store, accountId),
      otherKeys: [payoutAddressKeys(store), privateFeedKeys, endpointKeys],
    },
  )
  limitsRoutes(serve, store, limitsOfBrowser)
  blockRoutes(serve, store, viewer)
  catalogRoutes(serve, store, ownedAmong)
  authoringRoutes(serve, store)
  checkRoutes(serve, store)
  personalDataRoutes(serve, store)
  profileRoutes(serve, store)
  webhookRoutes(serve, store)
  supportRoutes(serve, store)
  reportRoutes(serve, store)
  reportCaseRoutes(serve, store)
  copyrightRoutes(serve, store)
  confirmationRoutes(serve, store, [unconfirmedReports, unconfirmedNotices])
  transparencyRoutes(serve, store)
  libraryRoutes(serve, store)
  noticeRoutes(serve, store)
  wishlistRoutes(serve, store)
  suggestionRoutes(serve, store)
  followRoutes(serve, store)
  feedRoutes(app, serve, store)
  releaseRoutes(serve, store)
  postRoutes(serve, store)
  muteRoutes(serve, store)
  penNameRoutes(serve, store)
  reviewRoutes(serve, store)
  basketRoutes(serve, store)
  const followOrder = orderFollowers(store.orderChanged)
  orderRoutes(serve, store, followOrder)
  returnRoute(app, store)
  paymentPageRoutes(serve, store, followOrder)
  paymentCaseRoutes(serve, store)
  refundRoutes(serve, store)
  payoutRoutes(serve, store)
  saleRoutes(serve, store)
  bundleRoutes(serve, store)
  moderationRoutes(serve, store)
  adminRoutes(serve, store)
  bounceRoutes(serve, store)
  analyticsRoutes(serve, store)
  await app.register(async (webhooks) => {
    keepRawBodies(webhooks)
    webhookRoute(serveOn(webhooks), store)
    payoutWebhookRoute(serveOn(webhooks), store)
    bounceWebhookRoute(serveOn(webhooks), store)
  })
  const siteOrigin = new URL(config.publicUrl).origin
  const isWithheld = await withheldObjects(store)
  await app.register(async (files) =>
    fileRoutes(files, {
      storage,
      siteOrigin,
      isWithheld,
      ensureBlurred: (key) => ensureBlurred(storage, key),
      disk: disk && {
        storage: disk,
        signer,
        accelRedirect: config.ACCEL_REDIRECT,
        mayHave: (holder, key) => mayHave(store.preparedDb, { ...holder, key }),
      },
    }),
  )
  await app.register(async (files) => resumableRoutes(files, { uploads: store.uploads, signer, siteOrigin }))
  if (config.paymentProviders.includes('sandbox')) {
    sandboxRoutes(serve, store)
    mailboxRoute(app, config)
  }
  answerUnknown(app)
  if (openPages) await pageRoutes(app, store, await openPages(app), viewer.viewerOf)
  return app
}

function createServer(config: Config, log: Parts['store']['log'], { headersMs }: Arrival): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    childLoggerFactory: (shared) => shared, // every line knows its request already
    requestIdHeader: false,
    trustProxy: config.trustedProxies ?? false,
    bodyLimit: JSON_BYTES_MAX,
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: 5_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300, ignoreDuplicateSlashes: false },
    http: { maxHeaderSize: HEADER_BYTES_MAX, headersTimeout: headersMs, connectionsCheckingInterval: 1_000 },
    requestTimeout: 0, // an upload may take hours; idle or trickling ones are ended elsewhere
    return503OnClosing: true,
    rewriteUrl: ({ url }) => originForm(url ?? '/'),
    ...answerBroken(log, isHttps(config)),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.decorate('refusalPage', null)
  app.decorateRequest('account', null)
  app.decorateRequest('viewer', null)
  app.decorateRequest('cacheKey', null)
  app.decorateRequest('fileParts', null)
  app.removeContentTypeParser('text/plain')
  const answers = log.child({}, { redact: [] }) // these frequent lines contain nothing but the fields below
  app.addHook('onResponse', (request, reply, done) => {
    const line = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    answers.info({ ...requesterOf(request), ...line }, 'answered')
    done()
  })
  return app
}

const isHttps = (config: Config): boolean => config.publicUrl.startsWith('https://')
