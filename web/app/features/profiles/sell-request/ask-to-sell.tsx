import type { SellRequest } from '@nofiller/contract/profiles/selling'
import { useEffect, useRef, useState } from 'react'
import { useLoginAddress } from '../../../session/login-address.ts'
import { useSession } from '../../../session/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Panel } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showLongDay } from '../../../ui/when.ts'
import { SellForm } from './sell-form.tsx'
import { useSellRequest } from './use-sell-request.ts'

/** A visitor's next step to sell here: sign up, ask, wait, ask again, or go to their dashboard. */
export function AskToSell({ answerHours }: { answerHours: number | null }) {
  const session = useSession()
  // A session that ends while the user is writing does not remove the form: after logging in elsewhere it can be sent.
  const [wasIn, setWasIn] = useState(false)
  useEffect(() => {
    if (session.user?.role === 'player') setWasIn(true)
  }, [session.user])

  if (session.user !== null && session.user.role !== 'player') return <CanSell />
  if (session.user !== null || wasIn) return <PlayerAsks answerHours={answerHours} />
  if (session.state === 'checking') return <Skeleton className="h-40" />
  return <LogInFirst />
}

function LogInFirst() {
  const [signup, login] = [useLoginAddress('/signup'), useLoginAddress('/login')]
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-4">
      <p>Sign up or log in to ask.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={signup} kind="primary">
          Sign up
        </ButtonLink>
        <ButtonLink to={login}>Log in</ButtonLink>
      </div>
    </Panel>
  )
}

const CanSell = () => (
  <Panel className="flex flex-wrap items-center justify-between gap-4">
    <p>You can already sell.</p>
    <ButtonLink to="/dev-dashboard">Open your dashboard</ButtonLink>
  </Panel>
)

function PlayerAsks({ answerHours }: { answerHours: number | null }) {
  const request = useSellRequest()
  return (
    <QueryView query={request} error="Failed to load your request" skeleton={<Skeleton className="h-120" />}>
      {(latest) => <RequestOrForm latest={latest} answerHours={answerHours} />}
    </QueryView>
  )
}

type RequestOrFormProps = { latest: SellRequest | null; answerHours: number | null }

function RequestOrForm({ latest, answerHours }: RequestOrFormProps) {
  const [asksAgain, setAsksAgain] = useState(false)
  const [sent, setSent] = useState(false)
  if (latest?.decision === null) return <Waiting request={latest} focused={sent} />
  const refused = latest?.decision === 'refused' ? latest : null
  return (
    <div className="grid gap-4">
      {refused && <Refused request={refused} onAskAgain={asksAgain ? null : () => setAsksAgain(true)} />}
      {(!refused || asksAgain) && (
        <SellForm
          earlier={refused}
          answerHours={answerHours}
          onSent={() => {
            setSent(true)
            setAsksAgain(false)
          }}
        />
      )}
    </div>
  )
}

function Waiting({ request, focused }: { request: SellRequest; focused: boolean }) {
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) said.current?.focus() // the clicked button is gone
  }, [focused])
  return (
    <div ref={said} tabIndex={-1} className="grid gap-4 outline-none">
      <Note kind="go">
        You asked to sell on {showLongDay(request.askedAt)}. A person reads every request; we will email you
        the answer.
      </Note>
      <Panel>
        <dl className="grid max-w-[68ch] gap-5">
          <Words title="Who are you?" text={request.who} />
          <Words title="Where can we see your work?" text={request.links.join('\n')} />
          <Words title="What will you publish?" text={request.plans} />
        </dl>
      </Panel>
    </div>
  )
}

const Words = ({ title, text }: { title: string; text: string }) => (
  <div>
    <dt className="mb-1 text-ui font-semibold">{title}</dt>
    <dd dir="auto" className="break-words whitespace-pre-line text-muted">
      {text}
    </dd>
  </div>
)

/** `onAskAgain` is null once the form is open. */
const Refused = ({ request, onAskAgain }: { request: SellRequest; onAskAgain: (() => void) | null }) => (
  <Note kind="warn" action={onAskAgain && <Button onClick={onAskAgain}>Ask again</Button>}>
    <p>We declined your request on {showLongDay(request.decidedAt ?? request.askedAt)}.</p>
    <p dir="auto" className="break-words whitespace-pre-line text-muted">
      {request.reason}
    </p>
  </Note>
)
