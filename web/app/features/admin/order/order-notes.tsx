import { NOTE_MAX, NOTE_MISSING } from '@nofiller/contract/orders/admin-order-rules'
import type { AdminOrder } from '@nofiller/contract/orders/admin-orders'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useCallback, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useForm } from '../../../api/use-form.ts'
import { LeaveGuard } from '../../../ui/browser/leave-guard.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { WorkPanel } from '../work-page.tsx'
import { useOrderActions } from './use-admin-order.ts'

/** Admins' notes about an order, and a field for another one. */
export function OrderNotes({ detail: { order, notes } }: { detail: AdminOrder }) {
  const form = useNote(order.orderId)
  const { text } = form.values
  const isUnsaved = useCallback(() => text.trim() !== '' && !form.isSending, [text, form.isSending])
  return (
    <WorkPanel title="Notes">
      {notes.length > 0 && (
        <ul className="grid gap-3.5">
          {notes.map(({ _id, by, at, text }) => (
            <li key={_id} className="text-ui">
              <b className="font-650">{by}</b> <span className="text-sm text-muted">{showUtcMoment(at)}</span>
              <p dir="auto" className="max-w-[80ch] wrap-anywhere whitespace-pre-line">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} className="grid gap-4">
        <Field label="New note" hint="Only admins see notes." {...form.field('text')}>
          <Textarea required maxLength={NOTE_MAX} size="small" />
        </Field>
        <FormNote form={form} />
        <SubmitButton form={form} kind="secondary" size="small" className="justify-self-start">
          Add note
        </SubmitButton>
      </Form>
      <LeaveGuard isUnsaved={isUnsaved}>Your note is not saved yet.</LeaveGuard>
    </WorkPanel>
  )
}

function useNote(orderId: string) {
  const [noteId, setNoteId] = useState(() => crypto.randomUUID())
  const { addNote } = useOrderActions(orderId)
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? NOTE_MISSING : null }),
    send: async ({ text }) => {
      await addNote({ _id: noteId, text: text.trim() })
      form.set({ text: '' })
      setNoteId(crypto.randomUUID())
      toast('Note added.')
    },
    failureOf: (error) => messageOf(error, 'The note could not be saved. Please try again.'),
  })
  return form
}
