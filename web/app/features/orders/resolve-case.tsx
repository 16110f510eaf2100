import { showPrice } from '@nofiller/contract/money'
import { CASE_NOTE_MAX } from '@nofiller/contract/payment-case-kinds'
import type { PaymentCase } from '@nofiller/contract/payment-cases'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, useFirstField } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { CASE_NAMES } from './case-names.ts'
import { useResolveCase } from './use-cases.ts'

const NOTE_MISSING = 'Say what was done.'

/** Asks what was done about a case, and closes it. */
export function ResolveCase({ of: found, onClose }: { of: PaymentCase; onClose: () => void }) {
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const resolve = useResolveCase(found)
  const form = useId()
  const firstField = useFirstField()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() === '') return setMissing(true)
    resolve.mutate(note.trim(), {
      onSuccess: () => {
        toast('Case resolved.')
        onClose()
      },
    })
  }
  return (
    <Dialog
      title="Resolve case"
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={form} busy={resolve.isPending}>
            Resolve
          </Button>
        </>
      }
    >
      <form ref={firstField} id={form} onSubmit={submit} noValidate className="grid gap-4">
        <p>
          <b className="font-650">
            {CASE_NAMES[found.kind]}, {showPrice(found.amount)}
          </b>
          <span className="block break-words text-muted">
            {found.gameTitle}, {found.email}
          </span>
        </p>
        <p>{found.nextStep}</p>
        <Field
          label="What was done"
          hint="Kept with the case, with your name and the time."
          error={isMissing && note.trim() === '' ? NOTE_MISSING : null}
        >
          <Textarea
            required
            maxLength={CASE_NOTE_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        {resolve.isError && (
          <Note kind="bad">{messageOf(resolve.error, 'The case could not be resolved.')}</Note>
        )}
      </form>
    </Dialog>
  )
}
