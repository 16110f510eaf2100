import type { ContactEntry } from '@nofiller/contract/admin/admin'
import { REPLY_MAX, REPLY_MISSING } from '@nofiller/contract/admin/admin-rules'
import { useCallback, useId, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { useStore } from '../../../shell/store-info.ts'
import { LeaveGuard } from '../../../ui/browser/leave-guard.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Checkbox, Field, Select, Textarea } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'
import { replyTemplates } from './reply-templates.ts'

/** Sends the store's reply to a message. */
export function ReplyForm({ message }: { message: ContactEntry }) {
  const templates = replyTemplates(useStore().name)
  const form = useReply(message)
  const { isSending } = form
  const { text } = form.values
  const isUnsaved = useCallback(() => text.trim() !== '' && !isSending, [text, isSending])
  const templateField = useId()
  const begin = (name: string) => {
    const template = templates.find((each) => each.name === name)
    if (template) form.set({ text: isTyped(text, templates) ? `${text}\n\n${template.text}` : template.text })
  }
  return (
    <Panel>
      <Form form={form} className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="d4">Reply</h2>
          <div className="flex items-center gap-2">
            <label htmlFor={templateField} className="text-sm text-muted">
              Template
            </label>
            <Select id={templateField} defaultValue="" onChange={(event) => begin(event.target.value)}>
              <option value="">None</option>
              {templates.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </div>
        </div>
        <Field
          label="Your reply"
          hint={`Goes to ${message.email}. Their message is quoted below it.`}
          {...form.field('text')}
        >
          <Textarea required rows={10} maxLength={REPLY_MAX} />
        </Field>
        <FormNote form={form} />
        <div className="flex flex-wrap items-center gap-5">
          <SubmitButton form={form}>Send reply</SubmitButton>
          <Checkbox {...form.tick('markAnswered')}>Mark answered</Checkbox>
        </div>
      </Form>
      <LeaveGuard isUnsaved={isUnsaved}>Your reply is not sent yet.</LeaveGuard>
    </Panel>
  )
}

/** Whether the field holds text that a template must not replace. */
const isTyped = (text: string, templates: readonly { text: string }[]): boolean =>
  text.trim() !== '' && !templates.some((template) => template.text === text)

function useReply({ _id: id }: ContactEntry) {
  const [replyId, setReplyId] = useState(() => crypto.randomUUID())
  const changed = useAdminChanged()
  const form = useForm({
    initial: { text: '', markAnswered: true },
    check: ({ text }) => ({ text: text.trim() === '' ? REPLY_MISSING : null }),
    send: async ({ text, markAnswered }) => {
      await call('POST /api/admin/contacts/:id/reply', {
        params: { id },
        body: { _id: replyId, text: text.trim(), markAnswered },
      })
      form.set({ text: '' })
      setReplyId(crypto.randomUUID())
      await changed()
      toast('Reply sent.')
    },
    failureOf: (error) => messageOf(error, 'The reply could not be sent. Please try again.'),
  })
  return form
}
