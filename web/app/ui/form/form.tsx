import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Button } from '../button.tsx'
import { Note } from '../feedback/note.tsx'

/** What the parts below need of a form (`useForm`). */
type AnyForm = {
  id: string
  element: RefObject<HTMLFormElement | null>
  submit: () => void
  isSending: boolean
  isSent: boolean
  failure: ReactNode
}
type OfForm = { of: AnyForm }

/** A form whose rules speak instead of the browser's. */
export const Form = ({ of: { id, element, submit }, ...rest }: OfForm & ComponentProps<'form'>) => (
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

/** Sends a form, also from outside it, as from a dialog's footer. Busy while it is on its way. */
export const SubmitButton = ({ of: form, ...rest }: OfForm & ComponentProps<typeof Button>) => (
  <Button kind="primary" {...rest} type="submit" form={form.id} busy={form.isSending} />
)

/** What is wrong with a form as a whole, or once it was sent the sentence `sent`. */
export function FormNote({ of: form, sent }: OfForm & { sent?: ReactNode }) {
  if (form.failure) return <Note kind="bad">{form.failure}</Note>
  return form.isSent && sent ? <Note kind="go">{sent}</Note> : null
}
