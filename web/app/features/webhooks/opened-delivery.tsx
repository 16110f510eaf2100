import { TRIES_MAX, WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import type { Delivery } from '@nofiller/contract/webhooks/webhooks'
import type { ReactNode } from 'react'
import { currentTime } from '../../ui/clock.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { indented, resultOf, showTime } from './endpoint-words.ts'

const SECONDS = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23' })

/** What was sent, and what came back. */
export function OpenedDelivery({ delivery }: { delivery: Delivery }) {
  const { type, messageId, attempt, body, status, ms, answer, tries, givesUpAt } = delivery
  return (
    <div className="grid grid-cols-1 items-start gap-4 bar:grid-cols-2">
      <CodeBlock
        name={`Body of ${type}`}
        head={tries.length === 0 ? 'To be sent' : `Sent, try ${attempt} of ${TRIES_MAX}`}
        code={body}
        wraps
      >
        {indented(body)}
      </CodeBlock>
      <div className="rounded-2 border border-line bg-inset text-sm">
        <p className="flex min-h-11 items-center border-b border-line px-4 py-2 text-muted">
          {status === null ? resultOf(delivery) : `Answered ${status} after ${ms} ms`}
        </p>
        {answer !== null && (
          <pre translate="no" className="mono border-b border-line px-4 py-3 break-words whitespace-pre-wrap">
            {answer === '' ? 'The answer was empty.' : answer}
          </pre>
        )}
        <dl className="grid gap-2 px-4 py-3">
          <Fact name="webhook-id">
            <span translate="no" className="mono">
              {messageId}
            </span>
          </Fact>
          {tries.length > 0 && (
            <Fact name="Tries">{tries.map((at) => SECONDS.format(new Date(at))).join(', ')}</Fact>
          )}
          {givesUpAt !== null && <Fact name="Gives up">{showTime(givesUpAt, currentTime())}</Fact>}
        </dl>
        {answer !== null && answer.length >= WEBHOOK_LIMITS.answerKeptBytes && (
          <p className="px-4 pb-3 text-faint">Only the beginning of the answer is kept.</p>
        )}
      </div>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-muted">{name}</dt>
    <dd className="text-right font-550 wrap-anywhere">{children}</dd>
  </div>
)
