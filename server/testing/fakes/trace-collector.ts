/** A collector of OpenTelemetry on a port of ours, that takes traces by OTLP over HTTP as JSON. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number }
type Attribute = { key: string; value: Value }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status: { code?: number; message?: string }
}
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

export type CollectedSpan = Omit<SentSpan, 'attributes'> & {
  service: unknown
  attributes: Record<string, unknown>
}

export type TraceCollector = {
  url: string
  spans: CollectedSpan[]
  /** All that came, as it came. */
  received(): string
  close(): Promise<void>
}

export async function traceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  let received = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    if (request.url === '/v1/traces') {
      received += body
      spans.push(...spansIn(JSON.parse(body)))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    received: () => received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const spansIn = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: valuesOf(resource.attributes)['service.name'],
        attributes: valuesOf(span.attributes),
      })),
    ),
  )

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
