import { showCount } from '@nofiller/contract/text/digits'
import type { EventBody } from '@nofiller/contract/webhooks/webhook-events'
import {
  EVENT_TYPES,
  TEST_TYPE,
  TRIES_MAX,
  TRY_WAITS_SECONDS,
  WEBHOOK_LIMITS,
} from '@nofiller/contract/webhooks/webhook-rules'
import type { ReactNode } from 'react'
import { TextLink } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import javascript from '../verification/verify.mjs?raw'
import php from '../verification/verify.php?raw'
import python from '../verification/verify.py?raw'
import { type SectionId, WEBHOOK_SECTIONS } from './sections.ts'
import { waitText } from './wait-text.ts'

/** How webhooks work, told from the constants that sending uses (HO7). */
export const WebhookGuide = ({ examples }: { examples: readonly EventBody[] }) =>
  WEBHOOK_SECTIONS.map(({ id, title }) => (
    <section key={id} id={id} className="mt-9 grid grid-cols-1 gap-3">
      <h2 className="text-[20px]/7 font-bold">{title}</h2>
      {id === 'events' ? <Events examples={examples} /> : TEXTS[id]}
    </section>
  ))

const Code = ({ children }: { children: ReactNode }) => (
  <code translate="no" className="mono wrap-anywhere">
    {children}
  </code>
)

const REQUEST = `POST /hooks HTTP/1.1
content-type: application/json
webhook-id: msg_0197c2a46f1e7c559d2b
webhook-timestamp: 1795696807
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"review.created","timestamp":"2026-11-25T12:40:07.000Z","data":{"sequence":1893, …}}`

const { atOnce, queue, timeoutSeconds, answerReadBytes, answerKeptBytes, logDays } = WEBHOOK_LIMITS

const TEXTS: Record<Exclude<SectionId, 'events'>, ReactNode> = {
  webhooks: (
    <>
      <p>
        When something happens to your games, the store can tell a server of yours: a copy was paid for, an
        owner wrote a review, a release is out. It sends an HTTPS request with a small JSON body, within
        seconds, and tries again until your server answers.
      </p>
      <p>
        Add the address of your server under <TextLink to="/dev/webhooks">Webhooks</TextLink>, choose what it
        is told of, and copy its secret. <i>Send a test</i> there sends <Code>{TEST_TYPE}</Code>, and the log
        shows what your server answered.
      </p>
      <p>
        No message says who a buyer is: no account, email, name, address, country or IP, and of an order only
        its number. Messages follow{' '}
        <TextLink to="https://www.standardwebhooks.com" target="_blank" rel="noopener">
          Standard Webhooks
        </TextLink>
        , so a library for that works too.
      </p>
    </>
  ),
  request: (
    <>
      <CodeBlock name="A request" head="A request" code={REQUEST} wraps />
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          <Code>webhook-id</Code> is the message, the same each time that it is sent.
        </li>
        <li>
          <Code>webhook-timestamp</Code> is when this request was signed, in seconds since 1970.
        </li>
        <li>
          <Code>webhook-signature</Code> holds one signature or, for {WEBHOOK_LIMITS.bothSecretsHours} hours
          after you change the secret, two with a space between them.
        </li>
        <li>
          <Code>data.sequence</Code> rises with each event of an endpoint. Messages may overtake each other,
          so keep the higher one where order matters.
        </li>
      </ul>
    </>
  ),
  signature: (
    <>
      <p>
        Anyone can send a request to your address. The signature tells you which ones are ours: an HMAC-SHA256
        of the id, the timestamp and the body, with dots between them. Check it over the bytes that came in,
        before you parse them, and refuse what is older than five minutes.
      </p>
      <CodeBlock name="Check in JavaScript" head="JavaScript (Node, verify.mjs)" code={javascript} />
      <CodeBlock name="Check in Python" head="Python 3.9 or later (verify.py)" code={python} />
      <CodeBlock name="Check in PHP" head="PHP 8 (verify.php)" code={php} />
    </>
  ),
  answer: (
    <ul className="grid list-disc gap-1 pl-5">
      <li>Answer with any status from 200 to 299 within {timeoutSeconds} seconds. Do long work afterward.</li>
      <li>
        Anything else counts as a failed try, including a redirect: we don’t follow it. Enter the address that
        it leads to.
      </li>
      <li>
        A message can come twice. Store each <Code>webhook-id</Code> with your work, and answer 200 to one
        that you know.
      </li>
      <li>Answer 410 if you want no more of this: it switches the endpoint off at once.</li>
      <li>
        We read up to {showCount(answerReadBytes)} bytes of an answer, and show you the first{' '}
        {showCount(answerKeptBytes)}.
      </li>
    </ul>
  ),
  tries: (
    <>
      <p>
        A message is tried up to {TRIES_MAX} times. Each wait is up to 20% longer or shorter than here, so
        that servers that were down are not asked all at once.
      </p>
      <Panel flush>
        <Table
          label="Tries"
          columns={[
            { head: 'Try', cell: ({ number }) => number },
            { head: 'After the one before', cell: ({ wait }) => wait, align: 'right' },
          ]}
          rows={TRY_WAITS_SECONDS.map((seconds, at) => ({ number: at + 1, wait: waitText(seconds) }))}
          keyOf={({ number }) => String(number)}
        />
      </Panel>
      <p>
        After {WEBHOOK_LIMITS.warnHours} hours without one success we email you. After{' '}
        {WEBHOOK_LIMITS.offDays} days the endpoint is switched off, and we email you again. Turn it on under{' '}
        <TextLink to="/dev/webhooks">Webhooks</TextLink>, and send again what it missed, one by one or all of
        a time: with the same <Code>webhook-id</Code> and a new timestamp.
      </p>
    </>
  ),
  limits: (
    <ul className="grid list-disc gap-1 pl-5">
      <li>{WEBHOOK_LIMITS.endpoints} endpoints per developer.</li>
      <li>
        Addresses of up to {WEBHOOK_LIMITS.url} characters with https:// on port 443 or 8443, which anyone on
        the internet can reach. No name or password in them.
      </li>
      <li>{atOnce} requests to an endpoint at the same time.</li>
      <li>
        {showCount(queue)} messages wait for an endpoint at most. Beyond that the oldest is dropped, and the
        log says so.
      </li>
      <li>The log holds {logDays} days.</li>
    </ul>
  ),
}

const Events = ({ examples }: { examples: readonly EventBody[] }) => (
  <>
    <p>Amounts are in US cents, times in UTC. More fields may come; ignore those that you don’t know.</p>
    {examples.map((body) => (
      <section key={body.type} id={body.type} className="mt-3 grid grid-cols-1 gap-2">
        <h3 translate="no" className="mono font-650">
          {body.type}
        </h3>
        <p>{meaningOf(body.type)}.</p>
        <CodeBlock name={`Example of ${body.type}`} head="Body" code={JSON.stringify(body, null, 2)} wraps />
      </section>
    ))}
  </>
)

const MEANINGS: Record<string, string> = EVENT_TYPES
const meaningOf = (type: string): string => MEANINGS[type] ?? ''
