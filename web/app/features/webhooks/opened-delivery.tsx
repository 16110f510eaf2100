import { TRIES_MAX, WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import type { Delivery } from '@nofiller/contract/webhooks/webhooks'
import type { ReactNode } from 'react'
import { currentTime } from '../../ui/clock.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { indented, resultOf, showTime } from './endpoint-words.ts'

const SECONDS = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
} as const)

/** What was sent, and what came back. */
export function OpenedDelivery({ delivery }: { delivery: Delivery }) {
  const { type, messageId, body, status, ms, answer, tries, givesUpAt } = delivery
  return (
    <div className="grid grid-cols-1 items-start gap-4 bar:grid-cols-2">
      <CodeBlock name={`Body of ${type}`} head={headOf(delivery)} code={body} wraps>
        {indented(body)}
      </CodeBlock>
      <div className="rounded-2 border border-line bg-inset text-sm">
        <p className="flex min-h-11 items-center border-b border-line px-4 py-2 text-muted">
          {status === null ? resultOf(delivery) : `Answered ${status} after ${ms} ms`}
        </p>
        {answer === '' && <p className="border-b border-line px-4 py-3">The answer was empty.</p>}
        {answer && (
          <pre translate="no" className="mono border-b border-line px-4 py-3 break-words whitespace-pre-wrap">
            {answer}
          </pre>
        )}
        <dl className="grid gap-2 px-4 py-3">
          <Fact name={<span translate="no">webhook-id</span>}>
            <span translate="no" className="mono">
              {messageId}
            </span>
          </Fact>
          {tries.length > 0 && (
            <Fact name="Tries">
              {tries.map((at) => (
                <time key={at} dateTime={at} className="block">
                  {SECONDS.format(new Date(at))}
                </time>
              ))}
            </Fact>
          )}
          {givesUpAt !== null && <Fact name="Gives up">{showTime(givesUpAt, currentTime())}</Fact>}
        </dl>
        {isCut(answer) && <p className="px-4 pb-3 text-faint">Only the beginning of the answer is kept.</p>}
      </div>
    </div>
  )
}

function headOf({ tries, attempt }: Delivery): string {
  if (tries.length === 0) return 'To be sent'
  return attempt === 0 ? 'To be sent again' : `Sent, try ${attempt} of ${TRIES_MAX}`
}

/** A character is kept whole or not at all, so a cut answer may be a few bytes short. */
const isCut = (answer: string | null): boolean =>
  answer !== null && new TextEncoder().encode(answer).length > WEBHOOK_LIMITS.answerKeptBytes - 4

const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-muted">{name}</dt>
    <dd className="text-right font-550 wrap-anywhere">{children}</dd>
  </div>
)
