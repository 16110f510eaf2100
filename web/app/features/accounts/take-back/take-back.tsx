import { codeProblem, REMOVAL_DAYS } from '@nofiller/contract/accounts/second-factor-rules'
import {
  RECENT_DAYS,
  RECENT_KEYS,
  type TakeBackLink,
  UNPROVEN_HOURS,
} from '@nofiller/contract/accounts/take-back-rules'
import type { ResponseBody, Sent } from '@nofiller/contract/calls'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'
import { showMoment } from '../../../ui/when.ts'
import { passkeyFailure } from '../passkeys/log-in-with-passkey.ts'
import { CodeField } from '../second-factor/key-fields.tsx'

export type MailedLink = { link: TakeBackLink; token: string }

type Found = ResponseBody<'POST /api/take-back/look'>
type RecentKey = Found['recent'][number]
type Taken = ResponseBody<'POST /api/take-back'>
type Proof = Pick<Sent<'POST /api/take-back', 'body'>, 'code' | 'passkey'>

/** Recent additions to an account, all selected, and the one button that removes them and ends all sessions. */
export function TakeBack({ mailed }: { mailed: MailedLink }) {
  const found = useQuery({
    queryKey: ['POST /api/take-back/look', mailed],
    queryFn: ({ signal }) => call('POST /api/take-back/look', { body: mailed, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY, // the selection must not change under the cursor
  })
  if (found.data) return <Choice mailed={mailed} found={found.data} onReload={() => void found.refetch()} />
  if (!found.isError) return <Skeleton className="h-60" />
  return (
    <>
      <Note kind="bad">{messageOf(found.error, 'We couldn’t open this link. Please try again.')}</Note>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void found.refetch()}>Try again</Button>
        <ButtonLink to="/forgot-password">Set a new password</ButtonLink>
      </div>
    </>
  )
}

type ChoiceProps = { mailed: MailedLink; found: Found; onReload: () => void }

function Choice({ mailed, found, onReload }: ChoiceProps) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState<Taken | null>(null)
  const isNeeded = found.older.code || found.older.passkey
  const ways = isNeeded ? found.older : found.given
  const take = (proof: Proof) => {
    const remove = found.recent.map(({ _id }) => _id).filter((id) => !kept.has(id))
    return call('POST /api/take-back', { body: { ...mailed, remove, ...proof } })
  }
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({
      code: code === '' && (!isNeeded || ways.passkey) ? null : codeProblem(code),
    }),
    send: async ({ code }) => {
      if (code !== '') return take({ code })
      return take(isNeeded ? { passkey: await givePasskey() } : {})
    },
    onSent: setTaken,
    failureOf: (error) => (isNeeded && !ways.code ? passkeyFailure(error) : messageOf(error)),
  })
  if (taken) return <TakenBack taken={taken} />
  const toggle = (id: string) =>
    setKept((before) =>
      before.has(id) ? new Set([...before].filter((kept) => kept !== id)) : new Set([...before, id]),
    )
  return (
    <>
      <p className="text-muted">
        This is what was added to <b className="font-650 text-text">{found.username}</b> in the last{' '}
        {RECENT_DAYS} days. Untick what you added. We remove the rest, log out every browser, and you choose a
        new password. Payouts wait for 72 hours.
      </p>
      <Panel flush>
        <ul className="divide-y divide-line">
          {found.recent.map((key) => (
            <KeyRow
              key={key._id}
              credential={key}
              isKept={kept.has(key._id)}
              onToggle={() => toggle(key._id)}
            />
          ))}
        </ul>
      </Panel>
      <Form form={form} className="grid justify-items-start gap-5">
        {(ways.code || ways.passkey) && <p>{isNeeded ? PROVE_FIRST : PROVE_IF_YOU_CAN}</p>}
        {ways.code && <CodeField {...form.field('code')} className="w-full" />}
        <FormNote form={form} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton form={form} kind="danger">
            Remove what I ticked and log out everywhere
          </SubmitButton>
          {ways.passkey && <ByPasskey take={take} onTaken={setTaken} />}
        </div>
      </Form>
      {isNeeded && <Lost mailed={mailed} removedAt={found.removedAt} onReported={onReload} />}
    </>
  )
}

const PROVE_FIRST = `Your account has an authenticator app or a passkey that is older than ${RECENT_DAYS} days. Confirm with it, so that reading your email is not enough to get in.`
const PROVE_IF_YOU_CAN = `Do you have the authenticator app or a passkey from this list? Confirm with it, and we remove everything you ticked right away. Otherwise those stop working now and are removed after ${UNPROVEN_HOURS} hours.`

type KeyRowProps = { credential: RecentKey; isKept: boolean; onToggle: () => void }

/** Logins stay selected: every browser is logged out. */
function KeyRow({ credential, isKept, onToggle }: KeyRowProps) {
  const where = [credential.browser, credential.country].filter(Boolean).join(', ') || 'Unknown browser'
  return (
    <li className="px-4 py-2 phone:px-5">
      <Checkbox
        checked={!isKept}
        disabled={credential.kind === 'session'}
        onChange={onToggle}
        hint={
          <>
            <time dateTime={credential.at}>{showMoment(credential.at)}</time> · {where}
          </>
        }
      >
        <span className="wrap-anywhere">
          {credential.name
            ? `${RECENT_KEYS[credential.kind]}: ${credential.name}`
            : RECENT_KEYS[credential.kind]}
        </span>
      </Checkbox>
    </li>
  )
}

type ByPasskeyProps = { take: (proof: Proof) => Promise<Taken>; onTaken: (taken: Taken) => void }

function ByPasskey({ take, onTaken }: ByPasskeyProps) {
  const given = useMutation({
    mutationFn: async () => take({ passkey: await givePasskey() }),
    onSuccess: onTaken,
    networkMode: 'always',
  })
  return (
    <>
      <Button busy={given.isPending} onClick={() => given.mutate()}>
        Confirm with a passkey
      </Button>
      {given.isError && <Note kind="bad">{passkeyFailure(given.error)}</Note>}
    </>
  )
}

async function givePasskey() {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await call('POST /api/login/passkey/options')
  return startAuthentication({ optionsJSON })
}

type LostProps = { mailed: MailedLink; removedAt: string | null; onReported: () => void }

function Lost({ mailed, removedAt, onReported }: LostProps) {
  const lost = useMutation({
    mutationFn: () => call('POST /api/take-back/lost', { body: mailed }),
    onSuccess: onReported,
    networkMode: 'always',
  })
  if (removedAt)
    return (
      <Note kind="warn">
        We’ll remove your authenticator app and passkeys on {showMoment(removedAt)}. Open the link in the
        email again after that.
      </Note>
    )
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">
        Lost them? We remove them in {REMOVAL_DAYS} days, and email every address of your account each day
        until then. This link works until then and for a week after.
      </p>
      {lost.isError && <Note kind="bad">{messageOf(lost.error)}</Note>}
      <Button busy={lost.isPending} onClick={() => lost.mutate()}>
        I lost them
      </Button>
    </div>
  )
}

function TakenBack({ taken: { email, resetToken, removedAt } }: { taken: Taken }) {
  return (
    <div className="grid justify-items-start gap-5">
      <Note kind="go">Your account is yours again, with the email {email}. Every browser is logged out.</Note>
      {removedAt && (
        <p>
          The authenticator app and passkeys you ticked no longer work, and will be removed on{' '}
          {showMoment(removedAt)}. If an app is among them, you can log in after that.
        </p>
      )}
      <ButtonLink kind="primary" to={`/reset-password?token=${resetToken}`}>
        Choose a new password
      </ButtonLink>
    </div>
  )
}
