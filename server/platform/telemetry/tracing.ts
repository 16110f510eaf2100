/** Loaded only when traces are enabled: without them the API of OpenTelemetry, which all else uses, does nothing. */
import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

const LAST_SPANS_MS = 2_000
const SAID_EVERY_MS = 60_000

/**
 * Sends traces by OTLP over HTTP, as configured by the standard variables (`OTEL_…`): requests by their route, with statements,
 * calls to payment providers and the object store; and jobs likewise. Call it before a server is made.
 * @param service the service name where `OTEL_SERVICE_NAME` is not set
 * @returns a function that sends the last spans, within 2 s
 */
export function startTracing(service: string, log: Log): () => Promise<void> {
  sayWhatIsLost(log)
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [withoutSecrets(new BatchSpanProcessor(new OTLPTraceExporter()))],
  })
  provider.register({ propagator: null }) // providers get no trace context, and visitors start no trace
  traceStatements()
  new UndiciInstrumentation({
    requireParentforSpans: true,
    requestHook: (span, { method, origin }) => span.updateName(`${method} ${new URL(origin).host}`),
  })
  subscribe('fastify.initialization', (message) => traceRequests((message as Initialization).fastify))
  return () =>
    Promise.race([
      provider.shutdown().catch(() => undefined),
      sleep(LAST_SPANS_MS, undefined, { ref: false }),
    ])
}

/** The message on Fastify's diagnostics channel after a server was created. */
type Initialization = { fastify: FastifyInstance }
type Log = { warn(detail: object, message: string): void }

/** The driver is loaded already; loading it again by `require` lets the instrumentation find it. */
function traceStatements(): void {
  new PgInstrumentation({ requireParentSpan: true, enhancedDatabaseReporting: false })
  const require = createRequire(import.meta.url)
  for (const name of ['pg', 'pg-pool']) require(name)
}

/** Requested every few seconds, and of no interest in traces. */
const UNTRACED = new Set(['/api/health', '/api/ready', '/metrics'])

/** A request is named by its route, because its URL may contain a token or an email address (security H1). */
function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (UNTRACED.has(route)) return done()
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'nofiller.request_id': request.id,
    }
    const span = trace
      .getTracer('nofiller')
      .startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes })
    spans.set(request, span)
    reply.raw.once('close', () => endWith(span, reply))
    context.with(trace.setSpan(context.active(), span), done)
  })
  // A body arrives by socket events outside the request's context.
  app.addHook('preValidation', (request, _reply, done: HookHandlerDoneFunction) => {
    const span = spans.get(request)
    if (span) context.with(trace.setSpan(context.active(), span), done)
    else done()
  })
}

function endWith(span: Span, { statusCode }: FastifyReply): void {
  span.setAttribute('http.response.status_code', statusCode)
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** All attributes that leave this machine. An instrumentation may add more in its next version: addresses, messages of errors. */
const SENT_ATTRIBUTES = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'nofiller.request_id',
  'db.system.name',
  'db.operation.name',
  'db.query.text',
  'messaging.destination.name',
  'rpc.method',
  'server.address',
  'server.port',
  'error.type',
])

/** Removes everything from a span except the attributes of `SENT_ATTRIBUTES`, its name, and that it failed. */
function withoutSecrets(processor: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, parent) => processor.onStart(span, parent),
    onEnd: (span) => processor.onEnd(redacted(span)),
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  }
}

/** An error's message quotes values, so only its class or code is sent. */
function redacted(span: ReadableSpan): ReadableSpan {
  const kind = span.events.find(({ name }) => name === 'exception')?.attributes?.['exception.type']
  const attributes: Attributes = Object.fromEntries(
    Object.entries({ ...(kind !== undefined && { 'error.type': kind }), ...span.attributes }).filter(
      ([name]) => SENT_ATTRIBUTES.has(name),
    ),
  )
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  })
}

/** Spans that a collector refuses are dropped; that is logged once a minute. */
function sayWhatIsLost(log: Log): void {
  let saidAt = Number.NEGATIVE_INFINITY
  const say = () => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return
    saidAt = performance.now()
    log.warn({}, 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT, and are dropped')
  }
  const silent = () => undefined
  diag.setLogger(
    { error: say, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}
