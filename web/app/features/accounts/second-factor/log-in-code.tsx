import { codeProblem, REMEMBERED_DAYS, REMOVAL_DAYS } from '@nofiller/contract/accounts/second-factor-rules'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { signIn } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Checkbox, Field, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'

/** The second step of the login, after the password. `onOver` returns to the first, with a message to show there. */
export default function LogInCode({ onOver }: { onOver: (why: string | null) => void }) {
  const form = useForm({
    initial: { code: '', remember: false },
    check: ({ code }) => ({ code: codeProblem(code) }),
    send: async (body) => {
      const { accessToken } = await call('POST /api/login/second-factor', { body })
      await signIn(accessToken)
    },
    failureOf: (error) => {
      if (error instanceof ApiError && error.code === 'login_over') onOver(error.message)
      return messageOf(error)
    },
  })
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  return (
    <>
      <FormNote form={form} />
      <Form form={form} className="grid gap-4">
        <div ref={field}>
          <Field
            label="Code"
            hint="From your authenticator app. No phone at hand? Enter a recovery code instead."
            {...form.field('code')}
          >
            <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} data-retry />
          </Field>
        </div>
        <Checkbox {...form.tick('remember')} hint="Admins are asked each time.">
          Don’t ask for a code on this device for {REMEMBERED_DAYS} days
        </Checkbox>
        <SubmitButton form={form} size="large" wide>
          Log in
        </SubmitButton>
      </Form>
      <Button size="large" wide kind="quiet" onClick={() => onOver(null)}>
        Back
      </Button>
      <Lost onOver={onOver} />
    </>
  )
}

/** Recovery for users without the app and a recovery code. */
function Lost({ onOver }: { onOver: (why: string) => void }) {
  const ask = useMutation({
    mutationFn: () => call('POST /api/login/second-factor/lost'),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'login_over') onOver(error.message)
    },
    networkMode: 'always',
  })
  if (ask.isSuccess)
    return (
      <Note kind="go">
        We emailed you a link. It lets you turn off two-step verification, which takes {REMOVAL_DAYS} days.
      </Note>
    )
  return (
    <>
      {ask.isError && <Note kind="bad">{messageOf(ask.error)}</Note>}
      <Button size="small" kind="quiet" busy={ask.isPending} onClick={() => ask.mutate()}>
        I lost my phone and my recovery codes
      </Button>
    </>
  )
}
