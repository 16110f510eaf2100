import { RELEASE_LIMITS, RELEASE_TEXT } from '@nofiller/contract/releases/release-rules'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { useForm } from '../../../api/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import type { Problems } from '../../../ui/form/form-state.ts'
import { useSellerGameChanged } from '../head/use-seller-game.ts'

/** Why something was done, as its readers will see it. */
export const ReasonField = ({
  label = 'Why, for owners',
  ...field
}: Omit<ComponentProps<typeof Field>, 'label' | 'children'> & { label?: string }) => (
  <Field label={label} {...field}>
    <TextInput maxLength={RELEASE_LIMITS.reason} autoComplete="off" />
  </Field>
)

/** A form of one act. @param act answers with the sentence to show @param check without one, a reason has to be given */
export function useActForm<Values extends { label?: string; reason?: string }>(
  initial: Values,
  act: (values: Values) => Promise<string>,
  onClose: () => void,
  check: (values: Values) => Problems<Values> = withReason,
) {
  const changed = useSellerGameChanged()
  return useForm<Values & Record<string, string>, string>({
    initial,
    check,
    send: act,
    onSent: async (said) => {
      await changed()
      toast(said)
      onClose()
    },
  })
}

const withReason = ({ reason }: { reason?: string }) =>
  reason?.trim() === '' ? { reason: RELEASE_TEXT.reason } : {}

type BoxProps = Pick<ComponentProps<typeof SubmitButton>, 'form' | 'kind'> & {
  title: string
  button: string
  consequences: readonly string[]
  onClose: () => void
  children?: ReactNode
}

/** An opened row: the fields at the left, what will happen and the buttons at the right. */
export function Box({ title, form, kind = 'primary', button, consequences, onClose, children }: BoxProps) {
  useEffect(
    () => form.element.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(),
    [form.element],
  )
  return (
    <Form
      form={form}
      aria-label={title}
      className="grid gap-x-6 gap-y-4 rounded-2 border border-line bg-bg p-4 bar:grid-cols-2 bar:p-5"
    >
      <div className="grid content-start gap-3">
        <h3 className="text-md font-650">{title}</h3>
        {children}
        <FormNote form={form} />
      </div>
      <div className="grid content-start gap-3">
        <ul className="grid list-disc gap-1 rounded-2 border border-line bg-inset py-2.5 pr-3.5 pl-8 text-ui">
          {consequences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form} kind={kind}>
            {button}
          </SubmitButton>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Form>
  )
}
