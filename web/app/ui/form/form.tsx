import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Button } from '../button.tsx'
import { Note } from '../feedback/note.tsx'

/** What the parts below need from a form (`useForm`). */
type AnyForm = {
  id: string
  element: RefObject<HTMLFormElement | null>
  submit: () => void
  isSending: boolean
  isSent: boolean
  failure: ReactNode
}
/** Props of an element, whose `form` is the form object and not an id. */
type WithForm<Props> = Omit<Props, 'form'> & { form: AnyForm }

/** A form with its own validation instead of the browser's. */
export const Form = ({ form: { id, element, submit }, ...rest }: WithForm<ComponentProps<'form'>>) => (
  <form
    {...rest}
    id={id}
    ref={element}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
  />
)

/** Submits a form, also from outside it, as from a dialog's footer. Busy while it is being sent. */
export const SubmitButton = ({ form, ...rest }: WithForm<ComponentProps<typeof Button>>) => (
  <Button kind="primary" {...rest} type="submit" form={form.id} busy={form.isSending} />
)

/** The problem of a form as a whole, or once it was sent the sentence `sent`. */
export function FormNote({ form, sent }: WithForm<{ sent?: ReactNode }>) {
  if (form.failure) return <Note kind="bad">{form.failure}</Note>
  return form.isSent && sent ? <Note kind="go">{sent}</Note> : null
}
