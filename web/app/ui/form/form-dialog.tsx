import { type ComponentProps, type ReactNode, type RefObject, useEffect } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Form, FormNote, SubmitButton } from './form.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'footer'> &
  Pick<ComponentProps<typeof SubmitButton>, 'form' | 'kind'> & {
    /** The label of the submit button. */
    button: ReactNode
  }

/** A dialog around one form, with Cancel and the submit button. Errors show below the fields. */
export function FormDialog({ form, kind = 'primary', button, children, ...dialog }: FormDialogProps) {
  useFirstField(form.element)
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button kind="quiet" onClick={dialog.onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} kind={kind}>
            {button}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} className="grid gap-5">
        {children}
        <FormNote form={form} />
      </Form>
    </Dialog>
  )
}

/** Starts the focus at the first field. (`autoFocus` runs before the dialog is open, without effect.) */
const useFirstField = (form: RefObject<HTMLFormElement | null>) =>
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [form])
