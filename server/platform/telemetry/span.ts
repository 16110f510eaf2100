import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * Does a piece of work within a span, whose child spans are what it does in turn. Without traces (`startTracing`) it only does
 * the work. Names and attributes must say nothing of a person.
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
