import type { ContactEntry } from '@nofiller/contract/admin/admin'
import { call } from '../../../api/client.ts'
import { AUDITED, type BulkAction, BulkBar, SelectRow, useSelection } from '../bulk.tsx'
import { ContactMessage } from './contact-message.tsx'

const mark = (answered: boolean) => (message: ContactEntry, reason: string) =>
  call('PUT /api/admin/contacts/:id', { params: { id: message._id }, body: { answered, reason } })

const ACTIONS: readonly BulkAction<ContactEntry>[] = [
  {
    label: 'Mark answered',
    text: (count) => `${some(count)} will move to Answered. Nobody gets an email.`,
    hint: AUDITED,
    act: mark(true),
  },
  {
    label: 'Mark open',
    text: (count) => `${some(count)} will wait in Open again.`,
    hint: AUDITED,
    act: mark(false),
  },
]

const some = (count: number): string => (count === 1 ? 'This message' : `These ${count} messages`)

type MessageListProps = { messages: readonly ContactEntry[]; onMoved: () => void }

/** Full messages, with actions for several at once. */
export function MessageList({ messages, onMoved }: MessageListProps) {
  const selection = useSelection(messages)
  return (
    <div className="grid grid-cols-1 gap-3">
      <BulkBar rows={messages} nameOf={({ subject }) => subject} selection={selection} actions={ACTIONS} />
      <ul className="grid grid-cols-1 gap-4">
        {messages.map((message) => (
          <li key={message._id} data-row>
            <ContactMessage
              message={message}
              onMoved={onMoved}
              select={<SelectRow row={message} name={message.subject} selection={selection} />}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
