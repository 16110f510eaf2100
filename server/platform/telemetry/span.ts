import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * Runs work within a span, whose child spans are its steps. Without traces (`startTracing`) it only runs
 * the work. Names and attributes must contain no personal data.
 */
export const inSpan = <Result>(
  name: string,
  kind: 'consumer' | 'client',
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> =>
  trace.getTracer('nofiller').startActiveSpan(name, { kind: KINDS[kind], attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })

const KINDS = { consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const
