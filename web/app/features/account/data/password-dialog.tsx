import { useForm } from '../../../api/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { PasswordInput } from '../../../ui/form/password-input.tsx'

type PasswordDialogProps = {
  title: string
  text: string
  button: string
  kind?: 'primary' | 'danger'
  onClose: () => void
  send: (body: { password: string }) => Promise<void>
}

/** Asks for the password before something that a stranger at an open browser must not do. */
export function PasswordDialog({
  title,
  text,
  button,
  kind = 'primary',
  onClose,
  send,
}: PasswordDialogProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'Enter your password.' : undefined }),
    send,
    onSent: onClose,
  })
  return (
    <FormDialog title={title} width="small" of={form} kind={kind} button={button} onClose={onClose}>
      <p>{text}</p>
      <Field label="Your password" {...form.field('password')}>
        <PasswordInput autoComplete="current-password" />
      </Field>
    </FormDialog>
  )
}
