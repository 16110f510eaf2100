import { REASON_MAX, REASON_MIN, REASON_MISSING } from '@nofiller/contract/admin-rules'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, useFirstField } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'

type ReasonDialogProps = {
  title: string
  /** What will happen. */
  text: ReactNode
  button: string
  kind?: 'primary' | 'danger'
  /** Who reads the reason beside the other admins. */
  hint: string
  /** What to say once it is done. */
  done: string
  act: (reason: string) => Promise<unknown>
  onClose: () => void
  /** Further fields, above the reason. */
  children?: ReactNode
}

/** Asks why, does it, and closes. What the server refuses is said in the dialog. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, button, kind = 'primary', hint, done, act, onClose, children } = props
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useId()
  const firstField = useFirstField()
  const isShort = reason.trim().length < REASON_MIN

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (isShort) return setMissing(true)
    setBusy(true)
    setFailure(null)
    try {
      await act(reason.trim())
      toast(done)
      onClose()
    } catch (error) {
      setFailure(messageOf(error, 'Something went wrong. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind={kind} type="submit" form={form} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form
        ref={firstField}
        id={form}
        onSubmit={(event) => void submit(event)}
        noValidate
        className="grid gap-4"
      >
        <p>{text}</p>
        {children}
        <Field label="Reason" hint={hint} error={isMissing && isShort ? REASON_MISSING : null}>
          <Textarea
            required
            maxLength={REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {failure && <Note kind="bad">{failure}</Note>}
      </form>
    </Dialog>
  )
}
