import type { OwnNotice as Notice } from '@nofiller/contract/copyright/copyright'
import {
  CONSENT,
  COUNTER_HOURS,
  counterProblems,
  LINE_MAX,
  MISTAKE,
  type NewCounter,
  TEXT_MAX,
} from '@nofiller/contract/copyright/copyright-rules'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useForm } from '../../api/use-form.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Field, Textarea, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { showLongDay } from '../../ui/when.ts'
import { CounterShown } from './counter-shown.tsx'
import { NOTICE_STATES } from './notice-labels.ts'
import { Statement } from './statement.tsx'

const KEY = 'GET /api/copyright/notices/:number'

/** A copyright notice as its developer sees it, and the form to answer it. */
export default function OwnNotice({ number }: { number: string }) {
  const notice = useCall(KEY, { params: { number } })
  return (
    <Container width="middle" className="grid grid-cols-1 gap-6 pt-8 pb-16 phone:pt-14 phone:pb-24">
      <PageTitle>{notice.data?.title ?? 'Copyright notice'}</PageTitle>
      <QueryView query={notice} error="Failed to load the notice">
        {(shown) => (
          <>
            <p className="text-muted">
              {number} ·{' '}
              {shown.state === 'answered'
                ? 'We’re reviewing your counter-notice'
                : NOTICE_STATES[shown.state]}
              {shown.state === 'countered' &&
                shown.restoreAt &&
                `: everything is back on ${showLongDay(shown.restoreAt)}`}
            </p>
            <Panel className="grid gap-4 wrap-anywhere">
              {shown.statement.split('\n\n').map((paragraph) => (
                <p key={paragraph} dir="auto" className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </Panel>
            {shown.state === 'standing' && <CounterForm notice={shown} />}
            {shown.counter && <CounterShown counter={shown.counter} />}
          </>
        )}
      </QueryView>
    </Container>
  )
}

function CounterForm({ notice: { number, title, named, claimant, claimantDomain } }: { notice: Notice }) {
  const client = useQueryClient()
  const initial: NewCounter = {
    material: `${named.join(', ')} (${title})`,
    mistake: false,
    name: '',
    address: '',
    phone: '',
    consent: false,
    signature: '',
    recipient: false,
  }
  const form = useForm({
    initial,
    check: counterProblems,
    send: (body) => call('POST /api/copyright/notices/:number/counter', { params: { number }, body }),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: [KEY] })
      toast('We have your counter-notice.')
    },
  })
  return (
    <Panel className="grid gap-4">
      <h2 className="d4">Send a counter-notice</h2>
      <p className="text-muted">
        Only if this was a mistake. We’ll review it within {COUNTER_HOURS} hours. Then {claimant} gets a copy
        with your name, address and phone number. After 10 business days everything is back, unless they go to
        court.
      </p>
      <Form form={form} className="grid gap-5">
        <Field label="What was switched off, and where was it?" {...form.field('material')}>
          <Textarea required maxLength={TEXT_MAX} size="small" />
        </Field>
        <Field label="Full name" {...form.field('name')}>
          <TextInput autoComplete="name" maxLength={LINE_MAX} required />
        </Field>
        <Field label="Postal address" {...form.field('address')}>
          <Textarea required maxLength={TEXT_MAX} autoComplete="street-address" size="small" />
        </Field>
        <Field label="Phone" {...form.field('phone')}>
          <TextInput type="tel" autoComplete="tel" maxLength={LINE_MAX} required />
        </Field>
        <Statement tick={form.tick('mistake')} error={form.problem('mistake')} text={MISTAKE} />
        <Statement tick={form.tick('consent')} error={form.problem('consent')} text={CONSENT} />
        <Field label="Signature" hint="Type your full name." {...form.field('signature')}>
          <TextInput maxLength={LINE_MAX} required />
        </Field>
        <Statement
          tick={form.tick('recipient')}
          error={form.problem('recipient')}
          text={`I know who gets this: ${claimant}, with an email address at ${claimantDomain}.`}
        />
        <FormNote form={form} />
        <div>
          <SubmitButton form={form}>Send counter-notice</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}
